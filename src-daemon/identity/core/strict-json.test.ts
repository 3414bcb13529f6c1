import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import { readStrictJson } from './strict-json.ts'

describe('readStrictJson', () => {
  it('reads whatever JSON.stringify writes, indented or not, as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), (text, indent) => {
        const value: unknown = JSON.parse(text)
        const spaced = JSON.stringify(value, null, indent)
        expect(readStrictJson(spaced)).toEqual({ ok: true, value })
      }),
    )
  })

  it('answers any text with a value or a problem, and never throws', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ':',
      ',',
      'a',
      '\\u0061',
      '1e999',
      ' ',
      '\ud800',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        expect(readStrictJson(parts.join(''))).toHaveProperty('ok')
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['{"a":1,"a":1}', 'duplicate_key'],
    ['{"a":1,"\\u0061":2}', 'duplicate_key'],
    ['[{"x":{"b" : [], "c":"b", "b"\n:{}}}]', 'duplicate_key'],
    ['{"__proto__":1,"__proto__":2}', 'duplicate_key'],
    ['["\\ud800"]', 'lone_surrogate'],
    ['{"\\udc00":1}', 'lone_surrogate'],
    ['[1e999]', 'not_finite'],
    ['{"a":-1e400}', 'not_finite'],
    [`[${'9'.repeat(400)}]`, 'not_finite'],
    [`[${'9'.repeat(305)}E+9]`, 'not_finite'],
    ['{"a":"\\\\","b":{},"a":"\\""}', 'duplicate_key'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'too_deep'],
    ['{"a":1', 'not_json'],
    ['', 'not_json'],
    ['{"a":NaN}', 'not_json'],
    ["{'a':1}", 'not_json'],
    ['\ufeff{}', 'not_json'],
  ])('refuses %s as %s', (text, problem) => {
    expect(readStrictJson(text)).toMatchObject({ ok: false, problem })
  })

  it.each([
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"a","b":"\\"a\\":1"}',
    '["a","a","a"]',
    '{"\\\\":1,"\\"":2}',
    `${'['.repeat(64)}${']'.repeat(64)}`,
  ])('takes equal words that are not keys of one object: %s', (text) => {
    expect(readStrictJson(text)).toMatchObject({ ok: true })
  })

  it('is quick for a document of the largest size', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `"key-${String(index)}":1`)
    const started = cpuTime()
    expect(readStrictJson(`{${keys.join(',')}}`).ok).toBe(true)
    expect(cpuTime() - started).toBeLessThan(1000)
  })
})
