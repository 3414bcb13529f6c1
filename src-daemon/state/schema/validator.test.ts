import { createRequire } from 'node:module'
import type * as AjvFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { failureOf } from '../testing.ts'
import { compileValidator } from './validator.ts'

const schema = { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } }

describe('a date-time', () => {
  const validate = compileValidator('did:nuwa:cap:test:state:At#v1', schema)
  const isValid = (at: string): boolean => {
    try {
      validate({ at })
      return true
    } catch {
      return false
    }
  }
  const library = new Ajv2020({ strict: false })
  const formats = createRequire(import.meta.url)('ajv-formats') as typeof AjvFormats
  formats.default(library)
  const byLibrary = library.compile(schema)

  it('is one where the library says so, however it is written', () => {
    const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'))
    const written = fc
      .tuple(
        fc.integer({ min: 0, max: 9999 }).map((year) => String(year).padStart(4, '0')),
        two(14),
        two(33),
        fc.constantFrom('T', 't', ' ', ''),
        two(25),
        two(61),
        two(61),
        fc.constantFrom('', '.1', '.123456', '.'),
        fc.constantFrom('Z', 'z', '+00:00', '-23:59', '+2460', ''),
      )
      .map(([y, m, d, t, h, min, s, f, z]) => `${y}-${m}-${d}${t}${h}:${min}:${s}${f}${z}`)
    fc.assert(
      fc.property(written, (at) => {
        expect(isValid(at)).toBe(byLibrary({ at }))
      }),
      {
        numRuns: effort(500, 3000),
        examples: [['2024-02-29T00:00:00Z'], ['2023-02-29T00:00:00Z'], ['2016-12-31T23:59:60Z']],
      },
    )
  })
})

describe('what is wrong with an object', () => {
  const closed = { ...schema, additionalProperties: false }
  const validate = compileValidator('did:nuwa:cap:test:state:Closed#v1', closed)

  it('is told the same whatever the order of its members, and of what is told first', () => {
    const names = Array.from({ length: 30 }, (_, n) => `member${String(n)}`)
    const objectOf = (all: readonly string[]) => Object.fromEntries(all.map((name) => [name, 1]))
    const told = failureOf(() => validate(objectOf(names)))
    expect(told.code).toBe('validation_failed')
    expect(failureOf(() => validate(objectOf(names.toReversed()))).params).toEqual(told.params)
  })
})
