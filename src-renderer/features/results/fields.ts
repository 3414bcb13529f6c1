import { isRecord } from '../../components/is-record.ts'
import { labelOf } from '../../../src-daemon/text/label-of.ts'

type Schema = Readonly<Record<string, unknown>>

/** A labelled value of a tool's arguments or result. */
export interface ShownField {
  readonly name: string
  readonly label: string
  readonly schema: Schema
}

/** How a JSON value is shown: as words where there are some, as JSON only where it is nested too deeply. */
export type Shown =
  | { readonly kind: 'none' }
  | { readonly kind: 'yes' | 'no' }
  | { readonly kind: 'moment' | 'day'; readonly at: string }
  /** `code`: an id, an address or a number, in the letters of code. */
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'fields'; readonly fields: readonly (ShownField & { readonly value: unknown })[] }
  | {
      readonly kind: 'table'
      readonly columns: readonly ShownField[]
      readonly rows: readonly Schema[]
      readonly more: number
    }
  | {
      readonly kind: 'list'
      readonly items: readonly unknown[]
      readonly schema: Schema
      readonly more: number
    }
  | { readonly kind: 'json' }

/** Deeper values are JSON: a table in a table in a table can't be read. */
const DEEPEST = 4
/** Rows and items; the rest is said as a number, and is in the JSON. */
const MOST = 50
const MAX_COLUMNS = 6
const LONGEST_WORD = 60

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Ids, hashes and addresses: one long word, or one with a scheme. */
const CODE = /^(?:[a-z][a-z0-9+.-]*:\S+|(?=\S*\d)[\w+/=-]{20,})$/i

/** What a value looks like. `schema`: what its JSON Schema says about it, for the labels; may be empty. */
export const shownOf = (value: unknown, schema: Schema = {}, depth = 0): Shown => {
  if (value === null || value === undefined || value === '') return { kind: 'none' }
  if (typeof value === 'boolean') return { kind: value ? 'yes' : 'no' }
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value)) return listOf(value, schema, depth)
  if (!isRecord(value)) return { kind: 'code', text: JSON.stringify(value) }
  if (depth >= DEEPEST) return { kind: 'json' }
  // A member that is null says nothing.
  const names = Object.keys(value).filter((name) => value[name] !== null && value[name] !== undefined)
  if (names.length === 0) return { kind: 'none' }
  return { kind: 'fields', fields: names.map((name) => ({ ...fieldOf(name, schema), value: value[name] })) }
}

const textOf = (text: string): Shown => {
  if ((MOMENT.test(text) || DAY.test(text)) && !Number.isNaN(Date.parse(text)))
    return { kind: DAY.test(text) ? 'day' : 'moment', at: text }
  return { kind: CODE.test(text) ? 'code' : 'text', text }
}

const listOf = (all: readonly unknown[], schema: Schema, depth: number): Shown => {
  if (all.length === 0) return { kind: 'none' }
  if (all.every(isWord)) return { kind: 'words', words: all.slice(0, MOST).map(String) }
  if (depth >= DEEPEST) return { kind: 'json' }
  const items = recordOf(schema['items'])
  const shown = all.slice(0, MOST)
  const more = all.length - shown.length
  const rows = shown.filter(isRecord).map(contentOf)
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted(
    (a, b) => placeOf(a) - placeOf(b),
  )
  const isTable =
    rows.length === shown.length && names.length <= MAX_COLUMNS && rows.every((row) => isFlat(row))
  return isTable && names.length > 0
    ? { kind: 'table', columns: names.map((name) => fieldOf(name, items)), rows, more }
    : { kind: 'list', items: shown, schema: items, more }
}

/** What is kept, without what Satchel adds to find it again: an object of State comes as `{id, version, object}`. */
const contentOf = (row: Schema): Schema => {
  const { object } = row
  const isStored = isRecord(object) && typeof row['id'] === 'string' && typeof row['version'] === 'string'
  if (!isStored) return row
  const { id: _, ...content } = object
  return content
}

const FIRST: readonly string[] = ['title', 'name', 'subject', 'label']
const LAST: readonly string[] = ['createdAt', 'updatedAt']

/** Columns: the name first, the dates of a record last. */
const placeOf = (name: string): number => {
  const first = FIRST.indexOf(name)
  return first === -1 ? LAST.indexOf(name) + 1 : first - FIRST.length
}

const isWord = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= LONGEST_WORD)

const isFlat = (row: Schema): boolean =>
  Object.values(row).every(
    (value) => value === null || typeof value !== 'object' || (Array.isArray(value) && value.every(isWord)),
  )

/** A member's label: the title its schema gives it, else its name in words. */
const fieldOf = (name: string, schema: Schema): ShownField => {
  const property = recordOf(recordOf(schema['properties'])[name])
  const { title } = property
  const said = typeof title === 'string' && title.trim() !== '' ? title : labelOf(name)
  return { name, label: said === '' ? name : said, schema: property }
}

const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {})
