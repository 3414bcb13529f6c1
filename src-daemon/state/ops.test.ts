import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockToMs, tick } from './clock.ts'
import { toInstant } from './instant.ts'
import { applyJsonPatch } from './json-patch.ts'
import { toJsonObject, type JsonObject } from './json.ts'
import { applyOps, diff, normalise, touchedPaths } from './ops.ts'
import { createShape } from './schema-shape.ts'
import { failureOf, noteSchema } from './testing.ts'

const shape = createShape(toJsonObject(noteSchema))

describe('ops', () => {
  const text = fc.constantFrom('', 'a', 'b', 'é')
  const base = fc.record(
    {
      title: text,
      stars: fc.integer(),
      done: fc.boolean(),
      place: fc.record({ city: text, zip: text }, { requiredKeys: [] }),
      extra: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const growing = fc.record({ tags: fc.array(text), journal: fc.array(fc.record({ id: fc.uuid() })) })

  it('between any two states give the second', () => {
    fc.assert(
      fc.property(base, base, growing, growing, (a, b, lists, more) => {
        const before = normalise(shape, toJsonObject({ ...a, ...lists }))
        const grown = { tags: [...lists.tags, ...more.tags], journal: [...lists.journal, ...more.journal] }
        const after = normalise(shape, toJsonObject({ ...b, ...grown }))
        expect(applyOps(before, diff(shape, before, after, 'v1'))).toEqual(after)
      }),
      { numRuns: 300 },
    )
  })

  it('say what was meant', () => {
    const before: JsonObject = {
      title: 'a',
      stars: 3,
      tags: ['x'],
      journal: [{ id: '1' }],
      place: { city: 'Rome', zip: '1' },
    }
    const after: JsonObject = {
      title: 'b',
      stars: 5,
      tags: ['x', 'y'],
      journal: [{ id: '1' }, { id: '2' }],
      place: { city: 'Oslo' },
    }
    const ops = diff(shape, before, after, 'v1')
    expect(ops).toEqual([
      { op: 'set', path: ['title'], value: 'b', seen: 'v1' },
      { op: 'add', path: ['stars'], by: 2 },
      { op: 'insert', path: ['tags'], values: ['y'] },
      { op: 'append', path: ['journal'], entries: [{ id: '2' }] },
      { op: 'set', path: ['place', 'city'], value: 'Oslo', seen: 'v1' },
      { op: 'remove', path: ['place', 'zip'], seen: 'v1' },
    ])
    expect(touchedPaths(ops)).toEqual(['/title', '/stars', '/tags', '/journal', '/place/city', '/place/zip'])
  })

  it.each([
    [{ tags: ['x'] }, {}],
    [{ journal: [{ id: '1' }, { id: '2' }] }, { journal: [{ id: '2' }, { id: '1' }] }],
    [{ stars: 1 }, { stars: 2 ** 60 }],
  ])('from %j to %j are a crdt_violation', (before, after) => {
    expect(failureOf(() => diff(shape, toJsonObject(before), toJsonObject(after), 'v1')).code).toBe(
      'crdt_violation',
    )
  })
})

describe('JSON Patch (RFC 6902, appendix A)', () => {
  it.each<[string, JsonObject, unknown[], JsonObject]>([
    [
      'adds a member',
      { foo: 'bar' },
      [{ op: 'add', path: '/baz', value: 'qux' }],
      { baz: 'qux', foo: 'bar' },
    ],
    [
      'adds an element',
      { foo: ['bar', 'baz'] },
      [{ op: 'add', path: '/foo/1', value: 'qux' }],
      { foo: ['bar', 'qux', 'baz'] },
    ],
    ['appends', { foo: [1] }, [{ op: 'add', path: '/foo/-', value: [2] }], { foo: [1, [2]] }],
    ['removes a member', { baz: 1, foo: 2 }, [{ op: 'remove', path: '/baz' }], { foo: 2 }],
    ['removes an element', { foo: [1, 2, 3] }, [{ op: 'remove', path: '/foo/1' }], { foo: [1, 3] }],
    ['replaces', { baz: 1 }, [{ op: 'replace', path: '/baz', value: null }], { baz: null }],
    [
      'moves a value',
      { a: { x: 1 }, b: {} },
      [{ op: 'move', from: '/a/x', path: '/b/y' }],
      { a: {}, b: { y: 1 } },
    ],
    [
      'moves an element',
      { foo: [1, 2, 3] },
      [{ op: 'move', from: '/foo/1', path: '/foo/2' }],
      { foo: [1, 3, 2] },
    ],
    [
      'tests escaped names',
      { '/': 9, '~1': 10 },
      [{ op: 'test', path: '/~01', value: 10 }],
      { '/': 9, '~1': 10 },
    ],
    [
      'ignores other members of a step',
      { a: 1 },
      [{ op: 'add', path: '/b', value: 2, xyz: 3 }],
      { a: 1, b: 2 },
    ],
    ['replaces the whole', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
  ])('%s', (_what, object, patch, expected) => {
    const before = structuredClone(object)
    expect(applyJsonPatch(object, patch)).toEqual(expected)
    expect(object).toEqual(before)
  })

  it.each<[string, unknown[]]>([
    ['a parent that is not there', [{ op: 'add', path: '/x/y', value: 1 }]],
    ['an index beyond the end', [{ op: 'add', path: '/list/5', value: 1 }]],
    ['an index with a leading zero', [{ op: 'replace', path: '/list/00', value: 1 }]],
    ['an inherited member', [{ op: 'remove', path: '/toString' }]],
    ['a prototype', [{ op: 'add', path: '/__proto__', value: { x: 1 } }]],
    ['a move into itself', [{ op: 'move', from: '/o', path: '/o/x' }]],
    ['a pointer that is none', [{ op: 'remove', path: 'list' }]],
    ['an unknown step', [{ op: 'spin', path: '/list' }]],
    ['the loss of the object', [{ op: 'replace', path: '', value: 1 }]],
  ])('refuses %s', (_what, patch) => {
    expect(failureOf(() => applyJsonPatch({ list: [0], o: { p: 1 } }, patch)).code).toBe('validation_failed')
  })
})

describe('time', () => {
  it('of a change always sorts after what it has seen, whatever the wall clock says', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 2, maxLength: 50 }), (walls) => {
        let last = ''
        for (const wall of walls) {
          const next = tick(last, wall)
          expect(next > last && clockToMs(next) >= wall).toBe(true)
          last = next
        }
      }),
    )
    expect(tick('000000000001-ffff', 1)).toBe('000000000002-0000')
  })

  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00'],
    ['2026-01-01T01:30:00.120+01:30', '2026-01-01T00:00:00.12'],
    ['2026-01-01t00:00:00.000z', '2026-01-01T00:00:00'],
    ['2026-01-01T02:00:00+0200', '2026-01-01T00:00:00'],
    ['2025-12-31 22:00:00-02', '2026-01-01T00:00:00'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:60'],
    ['2026-02-99T00:00:00Z', null],
    ['2026-01-01', null],
    [7, null],
  ])('%j is the instant %j', (value, instant) => {
    expect(toInstant(value)).toBe(instant)
  })
})
