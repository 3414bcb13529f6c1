import type { DraftKind } from '../../contract/draft-parts.ts'
import type { DraftFault, DraftFieldInput } from '../../contract/drafts.ts'
import { SatchelError } from '../../platform/errors.ts'

/** The kinds of fields a new package can have, and how each is stored. `date` is a day, `time` a moment. */
const KINDS = {
  text: { schema: { type: 'string' }, crdt: 'lww_register' },
  note: { schema: { type: 'string' }, crdt: 'rga_text' },
  number: { schema: { type: 'number' }, crdt: 'lww_register' },
  whole: { schema: { type: 'integer' }, crdt: 'lww_register' },
  date: { schema: { type: 'string', format: 'date' }, crdt: 'lww_register', index: true },
  time: { schema: { type: 'string', format: 'date-time' }, crdt: 'lww_register', index: true },
  'yes/no': { schema: { type: 'boolean' }, crdt: 'flag' },
  link: { schema: { type: 'string', format: 'uri' }, crdt: 'lww_register' },
  list: { schema: { type: 'array', items: { type: 'string', minLength: 1 } }, crdt: 'grow_only_set' },
} as const satisfies Record<Exclude<DraftKind, 'choices'>, { schema: object; crdt: string; index?: boolean }>

export interface DraftField {
  readonly name: string
  /** JSON Schema of the value, without annotations, as a model sees it. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Merge rule of the field (asm.md 1.3). */
  readonly crdt: string
  readonly isIndexed: boolean
  readonly isList: boolean
  readonly required: boolean
}

export const FIELD_KINDS = [...Object.keys(KINDS), 'low|normal|high']
/** The runtime fills these (asm.md 3). */
const FILLED = ['id', 'createdAt', 'updatedAt']

/**
 * Reads `name:kind`: a kind of `FIELD_KINDS`, or choices separated by `|`; `text` by default. A trailing `!`
 * makes the field required.
 *
 * @throws SatchelError `draft_invalid` for a kind there is not
 */
export const readField = (text: string): DraftFieldInput => {
  const [, name = '', said = 'text', mark = ''] = /^([^:!]+)(?::([^!]+))?(!?)$/u.exec(text.trim()) ?? []
  const required = mark === '!'
  if (said.includes('|'))
    return { name, kind: 'choices', choices: said.split('|').map((choice) => choice.trim()), required }
  if (!isKind(said))
    throw new SatchelError('draft_invalid', {
      params: { problem: `${name}: ${said} ≠ ${FIELD_KINDS.join(', ')}` },
    })
  return { name, kind: said, choices: [], required }
}

const isKind = (said: string): said is keyof typeof KINDS => Object.hasOwn(KINDS, said)

/** What no field can be made of; null if one can. */
export const fieldFault = (
  { name, kind, choices }: DraftFieldInput,
  index: number,
  all: readonly DraftFieldInput[],
): DraftFault | null => {
  const at = `fields.${String(index)}`
  if (FILLED.includes(name)) return { at, code: 'field_filled' }
  if (!/^[\p{L}_][\p{L}\p{N}\p{M}_]{0,62}$/u.test(name)) return { at, code: 'field_name' }
  if (all.findIndex((other) => other.name === name) < index) return { at, code: 'field_twice' }
  const isChosen = choices.length > 1 && !choices.includes('') && new Set(choices).size === choices.length
  return kind === 'choices' && !isChosen ? { at, code: 'choices' } : null
}

/** A field as it is stored. The first one is always required. */
export const fieldOf = (
  { name, kind, choices, required: isWanted }: DraftFieldInput,
  index: number,
): DraftField => {
  const required = index === 0 || isWanted
  if (kind === 'choices') {
    const schema = { type: 'string', enum: choices }
    return { name, schema, crdt: 'lww_register', isIndexed: true, isList: false, required }
  }
  const known = KINDS[kind]
  // An empty text does not count as a value for a required field.
  const least =
    required && known.schema.type === 'string' && !('format' in known.schema) ? { minLength: 1 } : {}
  return {
    name,
    schema: { ...known.schema, ...least },
    crdt: known.crdt,
    isIndexed: 'index' in known,
    isList: kind === 'list',
    required,
  }
}

/** The field as it appears in the schema of the package, on one line. */
export const fieldSchemaText = ({ schema, crdt, isIndexed }: DraftField): string =>
  jsonLine({ ...schema, 'x-crdt': crdt, ...(isIndexed ? { 'x-index': true } : {}) })

/** JSON on one line with a space after every comma and colon. Also valid YAML. */
export const jsonLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(jsonLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, child]) => `${JSON.stringify(key)}: ${jsonLine(child)}`)
    .join(', ')}}`
}
