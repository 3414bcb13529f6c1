import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, NOTE, noteAccess, openTestState, type TestState } from './testing.ts'

let test: TestState
let clock = 0
beforeEach(() => {
  clock = Date.parse('2026-01-02T03:04:05.006Z')
  test = openTestState(() => clock)
})
afterEach(() => {
  test.close()
})

const update = (id: string, patch: unknown, ifVersion?: string) =>
  test.state.update(noteAccess, { schemaUri: NOTE, id, patch, ifVersion })
const get = (id: string) => test.state.get({ schemaUri: NOTE, id })
const pointersOf = (run: () => unknown): [code: string, pointers: readonly unknown[]] => {
  const { code, details } = failureOf(run)
  const pointers = details && typeof details === 'object' && 'pointers' in details ? details.pointers : null
  return [code, Array.isArray(pointers) ? pointers : []]
}

describe('creating', () => {
  it('fills id and dates, reads sets in order without duplicates, and points at the change', () => {
    const { object, change } = test.state.create(noteAccess, {
      schemaUri: NOTE,
      object: { title: 'Milk', tags: ['b', 'a', 'b'] },
    })
    expect(object).toMatchObject({ owner: noteAccess.owner, scope: 'sc:note', schemaUri: NOTE })
    expect(object.object).toEqual({
      id: object.id,
      title: 'Milk',
      tags: ['a', 'b'],
      createdAt: '2026-01-02T03:04:05.006Z',
      updatedAt: '2026-01-02T03:04:05.006Z',
    })
    expect(change).toEqual({
      scope: 'sc:note',
      schemaUri: NOTE,
      objectId: object.id,
      hash: object.version,
      kind: 'create',
    })
    expect(get(object.id)).toEqual(object)
  })

  it.each([
    ['a wrong type', { title: 7 }, ['/title']],
    ['a wrong format', { due: 'tomorrow' }, ['/due']],
    ['an unknown member', { colour: 'red' }, ['/colour']],
    ['several at once', { title: 7, stars: 'x' }, ['/stars', '/title']],
    ['text that is not Unicode', { body: '\ud800' }, ['/body']],
    ['a number that is not JSON', { rating: Number.NaN }, ['/rating']],
    ['an id that is none', { id: '' }, ['/id']],
  ])('refuses %s, naming the place, and keeps nothing', async (_what, object, pointers) => {
    const [code, found] = pointersOf(() => test.create(object))
    expect([code, [...found].sort()]).toEqual(['validation_failed', pointers])
    expect((await test.state.query(noteAccess, { from: NOTE })).items).toEqual([])
  })

  it('refuses an id that is taken, also by a deleted object', () => {
    const id = test.create({})
    expect(pointersOf(() => test.create({ id }))).toEqual(['validation_failed', ['/id']])
    test.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'soft' })
    expect(pointersOf(() => test.create({ id }))).toEqual(['validation_failed', ['/id']])
  })

  it('refuses an object above 32 MiB', () => {
    expect(failureOf(() => test.create({ body: 'x'.repeat(33 * 1024 * 1024) })).code).toBe('quota_exceeded')
  })

  it('gives _id where the schema has no id', async () => {
    const uri = 'did:nuwa:cap:note:state:Mark#v1'
    const schema = {
      $id: uri,
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    }
    test.state.registerSchema({ owner: noteAccess.owner, scope: 'sc:note', title: 'Note', schema })
    const { object } = test.state.create(noteAccess, { schemaUri: uri, object: { a: 'x' } })
    expect(object.object).toEqual({ a: 'x', _id: object.id })
    const found = await test.state.query(noteAccess, { from: uri, where: { _id: object.id } })
    expect(found.items).toHaveLength(1)
  })
})

describe('updating', () => {
  it('applies operators, bumps updatedAt and keeps createdAt', () => {
    const id = test.create({ tags: ['a'], stars: 1, place: { city: 'Rome', zip: '1' } })
    clock += 1000
    update(id, {
      $set: { 'place.city': 'Oslo' },
      $unset: ['place.zip'],
      $inc: { stars: 4 },
      $addToSet: { tags: { $each: ['a', 'c'] } },
    })
    expect(get(id).object).toMatchObject({
      tags: ['a', 'c'],
      stars: 5,
      place: { city: 'Oslo' },
      createdAt: '2026-01-02T03:04:05.006Z',
      updatedAt: '2026-01-02T03:04:06.006Z',
    })
  })

  it('applies a JSON Patch as a whole or not at all', () => {
    const id = test.create({ body: 'one' })
    const before = get(id)
    const half = [
      { op: 'replace', path: '/body', value: 'two' },
      { op: 'remove', path: '/due' },
    ]
    expect(pointersOf(() => update(id, half))).toEqual(['validation_failed', ['/due']])
    expect(pointersOf(() => update(id, [{ op: 'test', path: '/body', value: 'x' }]))).toEqual([
      'version_conflict',
      ['/body'],
    ])
    expect(get(id)).toEqual(before)
    update(id, [
      { op: 'test', path: '/body', value: 'one' },
      { op: 'copy', from: '/body', path: '/title' },
    ])
    expect(get(id).object).toMatchObject({ title: 'one', body: 'one' })
  })

  it('refuses a JSON Patch that would copy the object into itself without end', () => {
    const id = test.create({ extra: { text: 'x'.repeat(100) } })
    const before = get(id)
    const doubling = Array.from({ length: 40 }, (_, n) => ({
      op: 'copy',
      from: '',
      path: `/extra/${String(n)}`,
    }))
    expect(failureOf(() => update(id, doubling)).code).toBe('quota_exceeded')
    expect(get(id)).toEqual(before)
  })

  it('treats members that every object inherits like any other', async () => {
    const id = test.create({ extra: { kept: 1 } })
    update(id, { $set: { 'extra.constructor': 'mine', 'extra.toString': { a: 1 } } })
    expect(get(id).object['extra']).toEqual({ kept: 1, constructor: 'mine', toString: { a: 1 } })
    update(id, [
      { op: 'remove', path: '/extra/constructor' },
      { op: 'remove', path: '/extra/toString' },
    ])
    expect(get(id).object['extra']).toEqual({ kept: 1 })
    const { items } = await test.state.query(noteAccess, {
      from: NOTE,
      select: ['id', 'extra.constructor', 'extra.__proto__.toString'],
    })
    expect(items.map(({ object }) => object)).toEqual([{ id }])
  })

  it('holds if_version', () => {
    const id = test.create({})
    const first = get(id).version
    const { object } = update(id, { $set: { body: 'x' } }, first)
    expect(failureOf(() => update(id, { $set: { body: 'y' } }, first)).code).toBe('version_conflict')
    expect(get(id).version).toBe(object.version)
  })

  it.each([
    ['the id', { $set: { id: '01a1fa7d-6bd6-7e2d-a659-72f4ea1ee406' } }, 'validation_failed'],
    ['what makes the object invalid', { $unset: ['title'] }, 'validation_failed'],
    ['an operator that does not exist', { $rename: { a: 'b' } }, 'validation_failed'],
    ['a bare object', { title: 'x' }, 'validation_failed'],
    ['removing from a set', { $set: { tags: ['b'] } }, 'crdt_violation'],
    ['rewriting a log', { $set: { journal: [{ id: 'x' }] } }, 'crdt_violation'],
  ])('refuses %s and changes nothing', (_what, patch, code) => {
    const id = test.create({ tags: ['a'], journal: [{ id: 'e1' }] })
    const before = get(id)
    expect(failureOf(() => update(id, patch)).code).toBe(code)
    expect(get(id)).toEqual(before)
    expect(test.state.history.changes({ schemaUri: NOTE, id })).toHaveLength(1)
  })

  it('takes a log entry once', () => {
    const id = test.create({ journal: [{ id: 'e1' }] })
    update(id, { $push: { journal: { $each: [{ id: 'e1' }, { id: 'e2' }] } } })
    expect(get(id).object['journal']).toEqual([{ id: 'e1' }, { id: 'e2' }])
  })

  it.each([
    ['$push', { $push: { journal: { id: 'e1', text: 'other' } } }],
    ['$addToSet', { $addToSet: { journal: { id: 'e1', text: 'other' } } }],
    ['add', [{ op: 'add', path: '/journal/-', value: { id: 'e1', text: 'other' } }]],
    [
      '$push of two',
      {
        $push: {
          journal: {
            $each: [
              { id: 'e3', text: 'a' },
              { id: 'e3', text: 'b' },
            ],
          },
        },
      },
    ],
  ])('refuses a log entry whose id another one has, with %s', (_how, patch) => {
    const id = test.create({ journal: [{ id: 'e1', text: 'first' }] })
    const before = get(id)
    const failure = failureOf(() => update(id, patch))
    expect(failure).toMatchObject({ code: 'crdt_violation', details: { pointers: ['/journal'] } })
    expect(failure.message).toMatch(/another entry with the id e[13]/)
    expect(get(id)).toEqual(before)
  })

  it('refuses a new object whose log has two entries with one id', () => {
    const journal = [
      { id: 'e1', text: 'a' },
      { id: 'e1', text: 'b' },
    ]
    expect(failureOf(() => test.create({ journal })).code).toBe('crdt_violation')
    expect(get(test.create({ journal: [journal[0], journal[0]] })).object['journal']).toEqual([journal[0]])
  })
})

describe('deleting', () => {
  it('soft hides the object and keeps its history', async () => {
    const id = test.create({ body: 'secret' })
    expect(test.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'soft' }).kind).toBe('delete')
    expect(failureOf(() => get(id)).code).toBe('not_found')
    expect(failureOf(() => update(id, { $set: { body: 'x' } })).code).toBe('not_found')
    expect((await test.state.query(noteAccess, { from: NOTE })).items).toEqual([])
    expect(test.state.history.changes({ schemaUri: NOTE, id }).map(({ kind }) => kind)).toEqual([
      'delete',
      'create',
    ])
  })

  it('hard leaves no content anywhere, only that there were changes', () => {
    const id = test.create({ body: 'the secret word is xyzzy' })
    test.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
    expect(test.db.prepare("SELECT count(*) FROM changes WHERE instr(ops, 'xyzzy') > 0").pluck().get()).toBe(
      0,
    )
    expect(
      test.state.history.changes({ schemaUri: NOTE, id }).map(({ kind, paths }) => [kind, paths]),
    ).toEqual([
      ['delete', ['']],
      ['create', []],
    ])
  })
})
