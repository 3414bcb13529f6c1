import { expect, it } from 'vitest'
import { signatureOf } from './tool-signature.ts'

it('says what a tool takes, in short', () => {
  const schema = {
    type: 'object',
    properties: {
      schema_uri: { type: 'string', enum: ['did:nuwa:state:note#v1'] },
      object: {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 1, description: 'What to do.' },
          due: { type: 'string', format: 'date' },
          tags: { type: 'array', items: { type: 'string' } },
          done: { type: 'boolean' },
          size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          level: { const: 3 },
          free: {},
          list: { type: 'array' },
        },
        required: ['title'],
      },
    },
    required: ['schema_uri', 'object'],
  }
  expect(signatureOf(schema)).toBe(
    '{schema_uri: "did:nuwa:state:note#v1", object: {title: text (What to do.), due?: date, tags?: [text], ' +
      'done?: true or false, size?: integer | null, level?: 3, free?: any, list?: [any]}}',
  )
})

it('is short for a schema without end', () => {
  let schema: unknown = { type: 'string', description: 'x'.repeat(1000) }
  for (let depth = 0; depth < 100; depth += 1) schema = { properties: { a: schema } }
  expect(signatureOf(schema).length).toBeLessThan(200)
  expect(
    signatureOf({ properties: { a: { type: 'string', description: 'x'.repeat(1000) } } }).length,
  ).toBeLessThan(200)
  expect(signatureOf(true)).toBe('any')
})
