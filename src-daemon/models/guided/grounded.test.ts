import { expect, it } from 'vitest'
import { grounded } from './grounded.ts'

it.each([
  '{"a":"milk","__proto__":{"b":"milk"}}',
  '{"n":{"__proto__":{"b":"milk"}}}',
  '{"__proto__":{"b":["milk"]}}',
])('a member called __proto__ stays one, which is refused later: %s', (text) => {
  const args = grounded(JSON.parse(text) as Record<string, unknown>, {}, 'milk')
  expect(JSON.stringify(args)).toBe(text)
  expect(Object.getPrototypeOf(args)).toBe(Object.prototype)
  const inner = args?.['n']
  if (inner !== undefined) expect(Object.getPrototypeOf(inner)).toBe(Object.prototype)
})
