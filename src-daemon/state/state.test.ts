import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toSatchelError } from '../platform/errors.ts'
import { coreObjectId } from './schema/core-models.ts'
import { AGENT_SETTINGS } from './index.ts'
import {
  failureOf,
  NOTE,
  noteAccess,
  noteSchema,
  openTestState,
  rejectionOf,
  plainState,
  type TestState,
} from './testing.ts'

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

describe('who may do what', () => {
  it('keeps capabilities apart', async () => {
    const other = { ...noteAccess, owner: 'did:nuwa:cap:other' }
    const id = test.create({})
    expect((await rejectionOf(test.state.query(other, { from: NOTE }))).code).toBe('permission_denied')
    expect(failureOf(() => test.state.update(other, { schemaUri: NOTE, id, patch: [] })).code).toBe(
      'permission_denied',
    )
    expect(
      failureOf(() => test.state.create({ ...noteAccess, scope: 'sc:x' }, { schemaUri: NOTE, object: {} }))
        .code,
    ).toBe('permission_denied')
  })

  it('has each core model exactly once, for every device under the same id', () => {
    test.state.ensureCoreModels({ language: 'zh' })
    test.state.ensureCoreModels({ language: 'en' })
    const object = { schemaUri: AGENT_SETTINGS, id: coreObjectId(AGENT_SETTINGS) }
    expect(object.id).toBe('91a9519a-3f3f-589c-a959-fc2375c2c8d0')
    expect(test.state.get(object).object).toMatchObject({ language: 'zh' })
    const access = test.state.ownerAccess(AGENT_SETTINGS, 'cli')
    expect(failureOf(() => test.state.create(access, { ...object, object: { language: 'en' } })).code).toBe(
      'permission_denied',
    )
    expect(failureOf(() => test.state.delete(access, { ...object, mode: 'hard' })).code).toBe(
      'permission_denied',
    )
    expect(
      failureOf(() => {
        test.state.purgeOwner('core')
      }).code,
    ).toBe('permission_denied')
    expect(
      test.state.update(access, { ...object, patch: { $set: { tone: 'kids' } } }).object.object,
    ).toMatchObject({ tone: 'kids' })
    expect(
      failureOf(() => test.state.update(access, { ...object, patch: { $set: { language: 'xx' } } })).code,
    ).toBe('validation_failed')
  })
})

describe('history, scopes and events', () => {
  it('says who changed what, newest first', () => {
    const id = test.create({ place: { city: 'Rome' } })
    test.state.update(test.state.ownerAccess(NOTE, 'renderer'), {
      schemaUri: NOTE,
      id,
      patch: { $set: { 'place.city': 'Oslo' } },
    })
    const [edited, made] = test.state.history.changes({ schemaUri: NOTE, id })
    expect(edited).toMatchObject({
      kind: 'update',
      seq: 2,
      paths: ['/place/city'],
      origin: { kind: 'owner', via: 'renderer' },
    })
    expect(made).toMatchObject({
      kind: 'create',
      seq: 1,
      at: '2026-01-02T03:04:05.006Z',
      origin: noteAccess.origin,
    })
  })

  it('counts objects and bytes per schema', async () => {
    test.create({ title: 'é' })
    const [scope] = test.state.scopes()
    expect(scope).toMatchObject({ owner: noteAccess.owner, scope: 'sc:note', title: 'Note' })
    const { items } = await test.state.query(noteAccess, { from: NOTE })
    const bytes = Buffer.byteLength(JSON.stringify(items[0]?.object))
    expect(scope?.schemas).toMatchObject([{ schemaUri: NOTE, title: 'note', count: 1, bytes }])
  })

  it('tells listeners what is saved, and nothing that failed', () => {
    const heard: string[] = []
    const stop = test.state.onChange(({ kind }) => heard.push(kind))
    const id = test.create({})
    failureOf(() => update(id, { $set: { title: 1 } }))
    update(id, { $set: { title: 'x' } })
    stop()
    test.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'soft' })
    expect(heard).toEqual(['create', 'update'])
  })

  it('forgets a capability and lets it come back', () => {
    test.create({})
    test.state.purgeOwner(noteAccess.owner)
    expect(failureOf(() => get('x')).code).toBe('schema_unknown')
    expect(test.db.prepare('SELECT count(*) FROM changes').pluck().get()).toBe(0)
    test.state.registerSchema({
      owner: noteAccess.owner,
      scope: 'sc:note',
      title: 'Note',
      schema: noteSchema,
    })
    const id = test.create({})
    // Numbers are never reused: another device may have the earlier changes.
    expect(test.state.history.changes({ schemaUri: NOTE, id })[0]?.seq).toBe(2)
  })
})

describe('the log and the view', () => {
  it('rebuilds every view from the log with the same bytes', () => {
    test.state.ensureCoreModels({ language: 'es' })
    const ids = ['a', 'b', 'c', 'd'].map((title) =>
      test.create({ title, stars: 1, tags: [title], due: '2026-01-01T00:00:00+01:00' }),
    )
    for (const [n, id] of ids.entries()) {
      clock += 10
      update(id, { $inc: { stars: n }, $addToSet: { tags: `t${String(n)}` }, $set: { place: { city: 'x' } } })
      update(id, { $unset: ['place.city', 'due'], $push: { parts: { name: 'p', n } } })
    }
    test.state.delete(noteAccess, { schemaUri: NOTE, id: ids[1] ?? '', mode: 'soft' })
    test.state.delete(noteAccess, { schemaUri: NOTE, id: ids[2] ?? '', mode: 'hard' })
    const before = dump()
    expect(before.length).toBe(6)
    test.state.sync.rebuild()
    expect(dump()).toEqual(before)
  })

  const dump = (): unknown[] =>
    test.db
      .prepare('SELECT view_name FROM state_schemas ORDER BY id')
      .pluck()
      .all()
      .flatMap((name) => test.db.prepare(`SELECT * FROM ${String(name)} ORDER BY id`).all())
      // Row numbers are the table's internals.
      .map((row) => ({ ...z.looseObject({}).parse(row), row: null }))

  it('writes both or neither when the disk is full', () => {
    const id = test.create({})
    const pages = Number(test.db.pragma('page_count', { simple: true }))
    test.db.pragma(`max_page_count = ${String(pages + 2)}`)
    const error = (): string => {
      try {
        for (let n = 0; n < 100; n++) test.create({ body: 'x'.repeat(3000) })
      } catch (thrown) {
        return toSatchelError(thrown).code
      }
      return 'none'
    }
    expect(error()).toBe('disk_full')
    const changes = test.db.prepare('SELECT count(*) FROM changes').pluck().get()
    expect(test.state.scopes()[0]?.schemas[0]?.count).toBe(changes)
    expect(get(id).id).toBe(id)
  })

  it('keeps later changes later when the clock goes back', () => {
    const id = test.create({})
    clock -= 3_600_000
    update(id, { $set: { title: 'x' } })
    const clocks = test.db
      .prepare("SELECT printf('%012x-%04x', ms, counter) FROM changes ORDER BY position")
      .pluck()
      .all()
      .map(String)
    expect(clocks).toEqual(clocks.toSorted())
    expect(new Set(clocks).size).toBe(2)
  })

  it('goes on where it was when opened again', () => {
    const id = test.create({ title: 'kept' })
    const again = plainState({ db: test.db })
    expect(again.get({ schemaUri: NOTE, id }).object['title']).toBe('kept')
    again.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { title: 'x' } } })
    const [second, first] = again.history.changes({ schemaUri: NOTE, id })
    expect([second?.actor, second?.seq]).toEqual([first?.actor, 2])
  })
})
