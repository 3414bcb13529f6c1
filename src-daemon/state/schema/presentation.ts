import type { Presentation } from '../../contract/state.ts'
import type { JsonObject } from '../base/json.ts'
import { readAnnotations } from './annotations.ts'
import { createShape, isDateTime, policyOf, type Place, typesOf } from './shape.ts'

/** Usual names, the best first. */
const TITLES = ['title', 'name', 'subject', 'label', 'headline', 'heading', 'summary', 'question', 'term']
const TEXTS = ['body', 'content', 'text', 'markdown', 'notes', 'note', 'description', 'details', 'message']
const DATES = ['due', 'duedate', 'dueat', 'deadline', 'date', 'day', 'when', 'start', 'startsat', 'at']
const DONE = ['done', 'isdone', 'completed', 'iscompleted', 'complete', 'checked', 'finished', 'closed']
const OPEN = ['open', 'todo', 'to do', 'to_do', 'to-do', 'pending', 'new', 'active', 'planned', 'not started']

/** Names of texts that are the object's main content, not a remark. */
const MAIN_TEXTS = ['body', 'content', 'text', 'markdown']
/** Filled by the runtime (asm.md 3). */
const FILLED = ['id', '_id', 'createdAt', 'updatedAt']
/** A text that may be longer than this is not a title. */
const LONG = 300

interface Property {
  readonly name: string
  readonly place: Place
  readonly isRequired: boolean
}

/** How a person sees objects of this schema: as its annotations say, else as its properties suggest. */
export const presentationOf = (schema: JsonObject): Presentation => {
  const { annotations } = readAnnotations(schema)
  const properties = propertiesOf(schema)
  const summary = annotations.summary ?? nameOf(longTextOf(properties, annotations.title))
  const title = annotations.title ?? titleOf(properties, summary)
  const done = doneOf(properties)
  const date = nameOf(best(properties.filter(isDate), DATES))
  const named = annotations.view ?? guessedView({ annotations, properties, title, summary, done })
  // Tasks without a box to tick are cards.
  const view = named === 'tasks' && done === null ? 'cards' : named
  return { view, title, summary, date, done }
}

const propertiesOf = (schema: JsonObject): readonly Property[] => {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return createShape(schema)
    .fields.filter(({ path }) => path.length === 1 && !FILLED.includes(path[0] ?? ''))
    .map(({ path: [name = ''], place }) => ({ name, place, isRequired: required.includes(name) }))
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired) || (a.name < b.name ? -1 : 1))
}

const guessedView = ({
  annotations: { container },
  properties,
  title,
  summary,
  done,
}: Pick<Presentation, 'title' | 'summary' | 'done'> & {
  readonly annotations: { readonly container: string }
  readonly properties: readonly Property[]
}): Presentation['view'] => {
  if (container !== 'object' || (title === null && summary === null)) return 'table'
  if (done !== null && title !== null) return 'tasks'
  const text = properties.find(({ name }) => name === summary)
  if (text === undefined) return 'cards'
  return text.isRequired || MAIN_TEXTS.includes(plain(text.name)) ? 'note' : 'cards'
}

/** The property with the best of the names; else the first. */
const best = (properties: readonly Property[], names: readonly string[]): Property | undefined => {
  const rank = ({ name }: Property): number => {
    const at = names.indexOf(plain(name))
    return at < 0 ? names.length : at
  }
  return properties.toSorted((a, b) => rank(a) - rank(b))[0]
}

const nameOf = (property: Property | undefined): string | null => property?.name ?? null

const titleOf = (properties: readonly Property[], summary: string | null): string | null => {
  const lines = properties.filter(
    (one) => isText(one) && !isLong(one) && one.name !== summary && !has(one, 'format') && !has(one, 'enum'),
  )
  return nameOf(best(lines, TITLES))
}

const longTextOf = (properties: readonly Property[], title: string | null): Property | undefined =>
  best(
    properties.filter((one) => isText(one) && isLong(one) && one.name !== title),
    TEXTS,
  )

/** A boolean, or one of several states of which one means done. */
const doneOf = (properties: readonly Property[]): Presentation['done'] => {
  for (const { name, place } of properties) {
    const types = typesOf(place)
    if (types?.has('boolean') === true && DONE.includes(plain(name)))
      return { field: name, yes: true, no: false }
    const states = place.own.flatMap((node) => (Array.isArray(node['enum']) ? node['enum'] : []))
    const words = states.filter((one) => typeof one === 'string')
    const yes = words.filter((one) => DONE.includes(one.toLowerCase()))
    const no = words.find((one) => OPEN.includes(one.toLowerCase()))
    if (yes.length === 1 && yes[0] !== undefined && no !== undefined) return { field: name, yes: yes[0], no }
  }
  return null
}

const isText = ({ place }: Property): boolean => typesOf(place)?.has('string') === true

const isLong = ({ name, place }: Property): boolean =>
  place.own.some((node) => Number(node['maxLength'] ?? 0) > LONG || 'contentMediaType' in node) ||
  ((policyOf(place) === 'rga_text' || TEXTS.includes(plain(name))) && !has({ place }, 'maxLength'))

const isDate = ({ place }: Property): boolean =>
  isDateTime(place) || place.own.some((node) => node['format'] === 'date')

const has = ({ place }: Pick<Property, 'place'>, keyword: string): boolean =>
  place.own.some((node) => keyword in node)

/** `due_date` and `dueDate` are the same name. */
const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase()
