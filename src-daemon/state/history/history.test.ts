import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../base/json.ts'
import { planOf } from '../merge/plan.ts'
import { createShape } from '../schema/shape.ts'
import { failureOf, NOTE, noteAccess, noteSchema, openTestState, type TestState } from '../testing.ts'
import type { FieldDifference } from '../../contract/state-history.ts'
import type { JsonRecord } from '../../contract/state.ts'
import { differencesOf } from './difference.ts'

let test: TestState
beforeAll(() => {
  test = openTestState()
})
afterAll(() => {
  test.close()
})

const set = (id: string, patch: JsonRecord): string =>
  test.state.update(noteAccess, { schemaUri: NOTE, id, patch }).change.hash
const versionOf = (id: string): string => test.state.get({ schemaUri: NOTE, id }).version
const at = (id: string, version: string) => test.state.history.at({ schemaUri: NOTE, id, version })
const difference = (id: string, from: string | null, to: string): readonly FieldDifference[] =>
  test.state.history
    .difference({ schemaUri: NOTE, id, from, to })
    .filter(({ path }) => !['/updatedAt', '/createdAt', '/id'].includes(path))

describe('an object at a version', () => {
  it('is what a read gave when that version was the last', () => {
    const id = test.create({ body: 'one', tags: ['b'], stars: 1, parts: [{ name: 'x' }] })
    const seen = [test.state.get({ schemaUri: NOTE, id })]
    for (const patch of [
      { $set: { body: 'one two', 'place.city': 'Rome' }, $inc: { stars: 2 } },
      { $addToSet: { tags: 'a' }, $push: { parts: { name: 'y' }, journal: { id: '1' } } },
      { $unset: ['place.city', 'parts'], $set: { title: 'new' } },
    ]) {
      set(id, patch)
      seen.push(test.state.get({ schemaUri: NOTE, id }))
    }
    for (const object of seen) expect(at(id, object.version)).toEqual(object)
  })

  it('says that it was deleted, and keeps what it held', () => {
    const id = test.create({ body: 'one' })
    const before = at(id, versionOf(id))
    const { hash } = test.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'soft' })
    expect(at(id, hash)).toMatchObject({ deleted: true, object: before.object })
    expect(difference(id, before.version, hash)).toEqual([{ path: '', kind: 'removed' }])
    expect(difference(id, hash, before.version)).toEqual([{ path: '', kind: 'added' }])
  })

  it('is gone if it was deleted for good, and says what is still known', () => {
    const id = test.create({ body: 'one' })
    const version = versionOf(id)
    const { hash } = test.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
    for (const [which, kind] of [
      [version, 'create'],
      [hash, 'delete'],
    ] as const) {
      const { code, details } = failureOf(() => at(id, which))
      expect(code).toBe('content_purged')
      expect(details).toMatchObject({ id, version: which, kind, origin: noteAccess.origin })
    }
  })

  it('is refused for a version that is not one of the object’s', () => {
    const [id, other] = [test.create({}), test.create({})]
    for (const version of [versionOf(other), 'ab'.repeat(32), ''])
      expect(failureOf(() => at(id, version)).code).toBe('change_unknown')
  })
})

describe('the difference of two versions', () => {
  it('goes down to the leaves, and from nothing names them all', () => {
    const id = test.create({ place: { city: 'Rome', zip: '1' }, extra: {} })
    const first = versionOf(id)
    const second = set(id, { $set: { 'place.city': 'Oslo' }, $unset: ['place.zip', 'extra'] })
    expect(difference(id, null, first)).toEqual([
      { path: '/extra', kind: 'added', after: {} },
      { path: '/place/city', kind: 'added', after: 'Rome' },
      { path: '/place/zip', kind: 'added', after: '1' },
      { path: '/title', kind: 'added', after: 't' },
    ])
    expect(difference(id, first, second)).toEqual([
      { path: '/extra', kind: 'removed', before: {} },
      { path: '/place/city', kind: 'changed', before: 'Rome', after: 'Oslo' },
      { path: '/place/zip', kind: 'removed', before: '1' },
    ])
    expect(difference(id, first, first)).toEqual([])
  })

  const plan = planOf(createShape(noteSchema))
  it.each<[string, JsonObject, JsonObject, FieldDifference[]]>([
    [
      'an element of a set',
      { tags: ['b'] },
      { tags: ['a', 'b'] },
      [{ path: '/tags/0', kind: 'added', after: 'a' }],
    ],
    [
      'an entry of a log, wherever it stands',
      { journal: [{ id: '2' }] },
      { journal: [{ id: '1' }, { id: '2' }] },
      [{ path: '/journal/0', kind: 'added', after: { id: '1' } }],
    ],
    [
      'an element of a list that changed in place',
      { parts: [{ name: 'a', n: 1 }, { name: 'b' }] },
      { parts: [{ name: 'a', n: 2 }, { name: 'b' }] },
      [{ path: '/parts/0/n', kind: 'changed', before: 1, after: 2 }],
    ],
    [
      'elements put into a list',
      { parts: [1, 4] },
      { parts: [1, 2, 3, 4] },
      [
        { path: '/parts/1', kind: 'added', after: 2 },
        { path: '/parts/2', kind: 'added', after: 3 },
      ],
    ],
    [
      'an element taken from a list',
      { parts: [1, 2, 3] },
      { parts: [1, 3] },
      [{ path: '/parts/1', kind: 'removed', before: 2 }],
    ],
    [
      'a list that became another',
      { parts: [1, 2, 3] },
      { parts: [4, 5] },
      [{ path: '/parts', kind: 'changed', before: [1, 2, 3], after: [4, 5] }],
    ],
    ['an empty list', {}, { parts: [] }, [{ path: '/parts', kind: 'added', after: [] }]],
    ['a text', { body: 'a' }, { body: 'ab' }, [{ path: '/body', kind: 'changed', before: 'a', after: 'ab' }]],
    [
      'another type',
      { extra: { a: 1 } },
      { extra: 1 },
      [{ path: '/extra', kind: 'changed', before: { a: 1 }, after: 1 }],
    ],
    ['null, which is a value', { rating: null }, {}, [{ path: '/rating', kind: 'removed', before: null }]],
    [
      'names that need escaping',
      { extra: { 'a/b~': 1 } },
      { extra: { 'a/b~': 2 } },
      [{ path: '/extra/a~1b~0', kind: 'changed', before: 1, after: 2 }],
    ],
    [
      'a name every object inherits',
      { extra: {} },
      { extra: { constructor: 1 } },
      [{ path: '/extra/constructor', kind: 'added', after: 1 }],
    ],
  ])('names %s', (_what, before, after, expected) => {
    expect(differencesOf(plan, before, after)).toEqual(expected)
  })
})
