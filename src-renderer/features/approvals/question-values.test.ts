import { expect, it } from 'vitest'
import { proposedValues } from './question-values.ts'

it('begins with what the tool proposes, and with nothing where it proposes nothing', () => {
  const properties = {
    a: { type: 'string', default: 'x' },
    b: { type: 'number' },
    c: { type: 'boolean', default: false },
  }
  expect(proposedValues({ type: 'object', properties })).toEqual({ a: 'x', c: false })
  for (const schema of [{}, { properties: null }, { properties: { a: null } }])
    expect(proposedValues(schema)).toEqual({})
})
