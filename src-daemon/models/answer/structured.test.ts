import { expect, it } from 'vitest'
import { structuredFormat } from './structured.ts'

/** The arguments of the one tool, as the answer is held to them. */
const heldTo = (parameters: Readonly<Record<string, unknown>>): unknown => {
  const format = structuredFormat([{ name: 'rows', description: '', parameters }])
  const [call] = format['anyOf'] as { properties: { arguments?: unknown } }[]
  return call?.properties.arguments
}

it('the answer is held to all arguments, also those named like keywords', () => {
  const text = { type: 'string' }
  const properties = { $filter: text, 'x-tenant': text, pattern: text, $ref: text, list: { items: text } }
  const schema = { type: 'object', properties, required: ['$filter'] }
  expect(heldTo(schema)).toEqual(schema)
})

it('the answer is held to nothing that grammar builders do not know', () => {
  const given = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    'x-order': 1,
    properties: {
      a: { type: 'string', pattern: '^a$', $comment: 'a', 'x-a': 1 },
      b: { anyOf: [{ pattern: 'b' }, { const: { $id: 'kept', pattern: 'kept' } }] },
    },
    $defs: { c: {} },
    default: { 'x-kept': 1 },
  }
  expect(heldTo(given)).toEqual({
    properties: {
      a: { type: 'string' },
      b: { anyOf: [{}, { const: { $id: 'kept', pattern: 'kept' } }] },
    },
    default: { 'x-kept': 1 },
  })
})

it('a reference is replaced by its target, and a recursive one allows any value', () => {
  const given = {
    type: 'object',
    properties: {
      page: { $ref: '#/$defs/Page', description: 'Which.' },
      tree: { $ref: '#/$defs/Tree' },
      lost: { $ref: '#/$defs/Lost', type: 'string' },
    },
    $defs: {
      Page: { type: 'object', properties: { n: { type: 'integer' } }, description: 'A page.' },
      Tree: { type: 'object', properties: { left: { $ref: '#/$defs/Tree' } } },
    },
  }
  expect(heldTo(given)).toEqual({
    type: 'object',
    properties: {
      page: { type: 'object', properties: { n: { type: 'integer' } }, description: 'Which.' },
      tree: { type: 'object', properties: { left: {} } },
      lost: { type: 'string' },
    },
  })
})

it('references to references stay within bounds', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `d${String(n)}`,
      { properties: { a: { $ref: `#/$defs/d${String(n + 1)}` }, b: { $ref: `#/$defs/d${String(n + 1)}` } } },
    ]),
  )
  expect(JSON.stringify(heldTo({ $ref: '#/$defs/d0', $defs })).length).toBeLessThan(20_000)
})
