import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { failureOf } from '../testing.ts'
import { applyPatch } from './patch.ts'

const note = (): JsonObject => ({
  id: 'n',
  tags: ['a', 'b'],
  source: { kind: 'page', at: { line: 1 } },
  rows: [{ x: 1 }, { x: 2 }],
})

const frozen = <T extends Json>(value: T): T => {
  if (Array.isArray(value)) value.forEach(frozen)
  else if (isObject(value)) Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

describe('a patch', () => {
  it('leaves its target unchanged, and shares the unchanged parts with it', () => {
    const before = frozen(note())
    const after = applyPatch(before, { $set: { 'source.kind': 'mail', 'rows.1.x': 3 }, $push: { tags: 'c' } })
    expect(after).toEqual({
      ...note(),
      tags: ['a', 'b', 'c'],
      source: { kind: 'mail', at: { line: 1 } },
      rows: [{ x: 1 }, { x: 3 }],
    })
    const part = (object: JsonObject, name: string): unknown => (object['source'] as JsonObject)[name]
    expect(part(after, 'at')).toBe(part(before, 'at'))
    expect((after['rows'] as Json[])[0]).toBe((before['rows'] as Json[])[0])
    expect(before).toEqual(note())
  })

  it('keeps a copy independent of its source', () => {
    const after = applyPatch(frozen(note()), [
      { op: 'add', path: '/source/kind', value: 'mail' },
      { op: 'copy', from: '/source', path: '/origin' },
      { op: 'replace', path: '/origin/at/line', value: 2 },
      { op: 'move', from: '/origin/at', path: '/at' },
      { op: 'replace', path: '/at/line', value: 3 },
    ])
    expect(after['source']).toEqual({ kind: 'mail', at: { line: 1 } })
    expect(after['origin']).toEqual({ kind: 'mail' })
    expect(after['at']).toEqual({ line: 3 })
  })

  it('gives the same result for a mutable and an immutable target, whatever the operations', () => {
    const place = fc.constantFrom(
      '/tags',
      '/tags/0',
      '/tags/-',
      '/source',
      '/source/at',
      '/source/at/line',
      '/rows',
      '/rows/0',
      '/rows/1/x',
      '/new',
    )
    const step = fc.oneof(
      fc.record({ op: fc.constantFrom('add', 'replace'), path: place, value: fc.jsonValue({ maxDepth: 2 }) }),
      fc.record({ op: fc.constant('remove'), path: place }),
      fc.record({ op: fc.constantFrom('move', 'copy'), from: place, path: place }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const given = frozen(note())
        const all = outcome(() => applyPatch(given, steps))
        // One step at a time, each on its own object.
        const each = outcome(() =>
          steps.reduce((object, one) => applyPatch(structuredClone(object), [one]), note()),
        )
        expect(all).toEqual(each)
        expect(given).toEqual(note())
      }),
      { numRuns: 500 },
    )
  })
})

describe('a patch that means something else', () => {
  it.each([
    [{ $psuh: { tags: 'c' } }, '$psuh is not an operator; did you mean $push?'],
    [{ title: 'x' }, 'title is not an operator; use'],
    [{ $push: { tags: { $each: ['c'], $slice: 2 } } }, '$slice'],
    [{ $push: { tags: { $each: 'c' } } }, '$each'],
    [{ $addToSet: { tags: { $eahc: ['c'] } } }, '$eahc'],
  ])('%j is refused', (patch, problem) => {
    expect(failureOf(() => applyPatch(note(), patch)).message).toContain(problem)
  })
})

/** The result, or that it was refused. */
const outcome = (work: () => JsonObject): JsonObject | 'refused' => {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof TypeError) throw thrown
    return 'refused'
  }
}
