import { expect, it } from 'vitest'
import { HIDDEN } from '../../platform/redact.ts'
import { hideDeclared } from './redact.ts'

const secret = { type: 'string', format: 'password' }

it.each([
  ['where it stands', { properties: { a: secret } }],
  ['below a reference', { $defs: { s: secret }, properties: { a: { $ref: '#/$defs/s' } } }],
  ['in one of several alternatives', { properties: { a: { anyOf: [{ type: 'null' }, secret] } } }],
  ['in an alternative of the whole', { oneOf: [{ properties: { b: {} } }, { properties: { a: secret } }] }],
  ['where a condition holds', { if: {}, then: { properties: { a: secret } } }],
  ['by a pattern', { patternProperties: { '^a$': secret } }],
  ['of all other members', { additionalProperties: { writeOnly: true } }],
  ['below a reference to the whole', { properties: { a: secret, more: { $ref: '#' } } }],
])('what is declared secret is hidden: %s', (_where, schema) => {
  expect(hideDeclared(schema, { a: 'x', more: 1 })).toMatchObject({ a: HIDDEN })
})

it('follows lists into their items, and hides nothing else', () => {
  const schema = {
    $defs: { entry: { properties: { key: secret, next: { $ref: '#/$defs/entry' } } } },
    properties: { list: { prefixItems: [{}], items: { $ref: '#/$defs/entry' } } },
  }
  const entry = { key: 'k', next: { key: 'l', said: 'words' } }
  expect(hideDeclared(schema, { list: [entry, entry], key: 'open' })).toEqual({
    list: [entry, { key: HIDDEN, next: { key: HIDDEN, said: 'words' } }],
    key: 'open',
  })
})
