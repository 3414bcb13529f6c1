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
} as const satisfies Record<string, { schema: object; crdt: string; index?: boolean }>

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
 * makes the field required; the first field always is.
 *
 * @throws SatchelError `draft_invalid`
 */
export const readField = (text: string, index: number): DraftField => {
  const [, name = '', kind = 'text', mark = ''] = /^([^:!]+)(?::([^!]+))?(!?)$/u.exec(text.trim()) ?? []
  if (!/^[\p{L}_][\p{L}\p{N}\p{M}_]{0,62}$/u.test(name) || FILLED.includes(name))
    throw new SatchelError('draft_invalid', { params: { problem: `field: ${text}` } })
  const choices = kind.includes('|') ? kind.split('|').map((choice) => choice.trim()) : []
  const isRequired = index === 0 || mark === '!'
  if (choices.length > 0) {
    if (choices.includes('') || new Set(choices).size < choices.length)
      throw new SatchelError('draft_invalid', { params: { problem: `field: ${text}` } })
    const schema = { type: 'string', enum: choices }
    return { name, schema, crdt: 'lww_register', isIndexed: true, isList: false, required: isRequired }
  }
  const known = Object.entries(KINDS).find(([key]) => key === kind)?.[1]
  if (known === undefined)
    throw new SatchelError('draft_invalid', {
      params: { problem: `${name}: ${kind} ≠ ${FIELD_KINDS.join(', ')}` },
    })
  // An empty text does not count as a value for a required field.
  const least =
    isRequired && known.schema.type === 'string' && !('format' in known.schema) ? { minLength: 1 } : {}
  return {
    name,
    schema: { ...known.schema, ...least },
    crdt: known.crdt,
    isIndexed: 'index' in known,
    isList: kind === 'list',
    required: isRequired,
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
