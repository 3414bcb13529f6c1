import { createHash } from 'node:crypto'

/** Note-like objects: 11 fields, about 470 bytes of JSON each. The same `n` gives the same note. */
export interface Note {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly folder: string
  readonly tags: readonly string[]
  readonly color: string
  readonly pinned: boolean
  readonly stars: number
  readonly source: { readonly kind: string; readonly url: string }
  readonly createdAt: string
  readonly updatedAt: string
}

export const FOLDERS = 200
const TAGS = 400
const COLORS = ['red', 'green', 'blue', 'grey']
const WORDS =
  'ask bread call draft early field garden hour idea journey keep letter moon north open paper quiet'.split(
    ' ',
  )
const FIRST_DAY = Date.UTC(2024, 0, 1)

export const noteSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'did:nuwa:cap:bench:state:Note#v1',
  title: 'Note',
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string', maxLength: 200, 'x-crdt': 'lww_register' },
    body: { type: 'string', 'x-crdt': 'lww_register' },
    folder: { type: 'string', 'x-crdt': 'lww_register', 'x-index': true },
    tags: { type: 'array', items: { type: 'string' }, 'x-crdt': 'grow_only_set', 'x-index': true },
    color: { type: 'string', enum: COLORS },
    pinned: { type: 'boolean', 'x-crdt': 'flag' },
    stars: { type: 'integer', minimum: 0, 'x-crdt': 'counter' },
    source: {
      type: 'object',
      properties: { kind: { type: 'string' }, url: { type: 'string', format: 'uri' } },
    },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time', 'x-index': true },
  },
  required: ['id', 'title', 'createdAt', 'updatedAt'],
  additionalProperties: false,
} as const

/** The same schema with a text that merges by character. */
export const textSchema = {
  ...noteSchema,
  $id: 'did:nuwa:cap:bench:state:Text#v1',
  title: 'Text',
  properties: { ...noteSchema.properties, body: { type: 'string', 'x-crdt': 'rga_text' } },
} as const

export const noteOf = (n: number): Note => {
  const at = new Date(FIRST_DAY + n * 61_000).toISOString()
  return {
    id: idOf(n),
    title: `${words(n, 4)} ${String(n)}`,
    body: words(n * 7, 26),
    folder: `folder-${String(n % FOLDERS)}`,
    tags: [...new Set([tagOf(n), tagOf(n * 3 + 1)])].sort(),
    color: COLORS[n % COLORS.length] ?? '',
    pinned: n % 10 === 0,
    stars: n % 6,
    source: { kind: 'page', url: `https://example.org/notes/${String(n)}` },
    createdAt: at,
    updatedAt: at,
  }
}

export const tagOf = (n: number): string => `tag-${String((n * 7919) % TAGS)}`

const idOf = (n: number): string => {
  const hex = createHash('sha256')
    .update(`note ${String(n)}`)
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const words = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, n) => WORDS[(seed * 31 + n * n * 17 + n) % WORDS.length]).join(' ')
