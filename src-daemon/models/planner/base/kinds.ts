import { escaped } from '../../core/pattern.ts'
import type { ModelTool } from '../../core/types.ts'
import type { FieldRole, Grammar } from '../grammar/index.ts'
import {
  isBody,
  isBookkeeping,
  isTags,
  isTitle,
  onlyValue,
  propertiesOf,
  readNode,
  typeOf,
  type Property,
} from '../arguments/schema.ts'

/** A kind of object that the tools at hand can keep, and what they can do with it. */
export interface Kind {
  /** `note`, `task`, …: from the schema's URI. */
  readonly noun: string
  readonly create: ModelTool | null
  readonly query: ModelTool | null
  readonly update: ModelTool | null
  readonly remove: ModelTool | null
  readonly fields: readonly Property[]
  /** The field with each role, if there is one. */
  readonly roles: Readonly<Partial<Record<FieldRole, Property>>>
}

type Verb = 'create' | 'query' | 'update' | 'remove'

/** The kinds that `tools` can keep, whichever capabilities the tools belong to. */
export const kindsOf = (tools: readonly ModelTool[]): Kind[] => {
  const stateTools = tools.flatMap((tool) => {
    const verb = verbOf(tool)
    return verb === null ? [] : [{ tool, verb, key: uriOf(tool) ?? tool.name.replace(STATE_TOOL, '') }]
  })
  return [...Map.groupBy(stateTools, ({ key }) => key)].map(([key, group]) => {
    const of = (verb: Verb) => group.find((one) => one.verb === verb)?.tool ?? null
    const fields = fieldsOf(of('create'), of('update'))
    return {
      noun: nounOf(key),
      create: of('create'),
      query: of('query'),
      update: of('update'),
      remove: of('remove'),
      fields,
      roles: rolesOf(fields),
    }
  })
}

/** Whether a tool keeps objects, rather than doing something else. */
export const isStateTool = (tool: ModelTool): boolean => verbOf(tool) !== null

/** The language's nouns, with those of kinds it has no word for. */
export const nounsFor = (grammar: Grammar, kinds: readonly Kind[]): Readonly<Record<string, string>> => {
  const more = kinds.filter(({ noun }) => noun !== '' && !Object.hasOwn(grammar.nouns, noun))
  const own = more.map(({ noun }): [string, string] => [
    noun,
    `${escaped(noun.replaceAll(/[_-]/g, ' '))}(?:e?s)?`,
  ])
  return { ...grammar.nouns, ...Object.fromEntries(own) }
}

/** In an open turn, the capability's name comes first: `note__state__create`. */
const STATE_TOOL = /(?:^|__)state__(create|query|update|delete)$/

const verbOf = (tool: ModelTool): Verb | null => {
  const [, named] = STATE_TOOL.exec(tool.name) ?? []
  if (named !== undefined) return named === 'delete' ? 'remove' : (named as Verb)
  const names = new Set(propertiesOf(readNode(tool.parameters)).map(({ name }) => name))
  if (uriOf(tool) === null) return null
  if (names.has('object')) return 'create'
  if (names.has('patch')) return 'update'
  if (names.has('query')) return 'query'
  return names.has('id') ? 'remove' : null
}

/** The schema a tool works on, where it can only be one. */
const uriOf = ({ parameters }: ModelTool): string | null => {
  const properties = propertiesOf(readNode(parameters))
  const query = properties.find(({ name }) => name === 'query')
  const named = [...properties, ...propertiesOf(query?.node ?? {})].find(
    ({ name, node }) => (name === 'schema_uri' || name === 'from') && onlyValue(node) !== null,
  )
  const uri = named === undefined ? null : onlyValue(named.node)?.value
  return typeof uri === 'string' && uri.startsWith('did:') ? uri : null
}

/** `did:nuwa:cap:tasks:state:Task#v1` → `task` */
const nounOf = (key: string): string =>
  (/([A-Za-z][\w-]*)(?:#.*)?$/.exec(key)?.[1] ?? '').replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

const fieldsOf = (create: ModelTool | null, update: ModelTool | null): readonly Property[] => {
  const object = propertiesOf(readNode(create?.parameters)).find(({ name }) => name === 'object')
  const fields = propertiesOf(object?.node ?? {})
  return (fields.length > 0 ? fields : settable(update)).filter(
    ({ name, node }) => !isBookkeeping(name, node),
  )
}

const settable = (update: ModelTool | null): Property[] => {
  const patch = propertiesOf(readNode(update?.parameters)).find(({ name }) => name === 'patch')
  const set = propertiesOf(patch?.node ?? {}).find(({ name }) => name === '$set')
  return propertiesOf(set?.node ?? {})
}

const rolesOf = (fields: readonly Property[]): Kind['roles'] => {
  const isPlain = ({ node }: Property) =>
    typeOf(node) === 'string' && node.enum === undefined && node.format === undefined
  const isDate = ({ node }: Property) => node.format === 'date' || node.format === 'date-time'
  const dates = fields.filter(isDate)
  const titles = fields.filter((field) => isPlain(field) && isTitle(field.name))
  const found: Record<FieldRole, Property | undefined> = {
    title: titles.find(({ name }) => name === 'title') ?? titles[0],
    body: fields.find((field) => isPlain(field) && isBody(field.name)),
    date:
      dates.find(({ name }) => /due|deadline|date|when|day/i.test(name)) ??
      (dates.length === 1 ? dates[0] : undefined),
    priority: fields.find(({ node }) => node.enum?.includes('high') === true && node.enum.includes('low')),
    status: fields.find(({ name, node }) =>
      typeOf(node) === 'boolean'
        ? DONE.test(name)
        : (node.enum?.some((value) => DONE.test(String(value))) ?? false),
    ),
    tags: fields.find(({ name, node }) => isTags(name) && typeOf(node) === 'array'),
  }
  return Object.fromEntries(Object.entries(found).filter(([, field]) => field !== undefined))
}

const DONE = /^(?:is_?)?(?:done|completed?|finished)$/i

/** The value that says whether an object is done, in its status field; null if it has none for that. */
export const statusValue = ({ roles: { status } }: Kind, done: boolean): string | boolean | null => {
  if (status === undefined) return null
  if (typeOf(status.node) === 'boolean') return done
  const listed = (status.node.enum ?? []).filter((value) => typeof value === 'string')
  return listed.find((value) => (done ? DONE : OPEN).test(value)) ?? null
}
const OPEN = /^(?:open|todo|to_do|pending|not_started|active)$/i
