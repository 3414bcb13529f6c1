import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOTE, noteAccess, openTestState, type TestState } from './testing.ts'

let test: TestState
beforeEach(() => {
  test = openTestState()
})
afterEach(() => {
  test.close()
})

describe('the export of an owner', () => {
  it('holds schemas, objects and the whole history, as JSON', () => {
    const id = test.create({ title: 'Milk', tags: ['a'] })
    test.state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { title: 'Bread' } } })
    const found = test.state.exportOwner(noteAccess.owner)
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
    expect(found.schemas).toMatchObject([{ schemaUri: NOTE, scope: 'sc:note', schema: { $id: NOTE } }])
    const now = test.state.get({ schemaUri: NOTE, id })
    expect(found.objects).toEqual([
      {
        id,
        schemaUri: NOTE,
        scope: 'sc:note',
        version: now.version,
        updatedAt: now.updatedAt,
        deleted: false,
        object: now.object,
      },
    ])
    const known = test.state.history.changes({ schemaUri: NOTE, id }).toReversed()
    expect(found.history.map(({ hash }) => hash)).toEqual(known.map(({ hash }) => hash))
    expect(found.history).toMatchObject([
      { kind: 'create', seq: 1, previous: null, ops: [{ op: 'create', object: { title: 'Milk' } }] },
      { kind: 'update', seq: 2, previous: known[0]?.hash, origin: noteAccess.origin },
    ])
    expect(found.history[1]?.ops).toContainEqual(
      expect.objectContaining({ op: 'set', path: ['title'], value: 'Bread' }),
    )
  })

  it('keeps softly deleted objects, and of purged ones only the fact', () => {
    const [kept, gone] = [test.create({ title: 'kept' }), test.create({ title: 'gone' })]
    test.state.delete(noteAccess, { schemaUri: NOTE, id: kept, mode: 'soft' })
    test.state.delete(noteAccess, { schemaUri: NOTE, id: gone, mode: 'hard' })
    const { objects, history } = test.state.exportOwner(noteAccess.owner)
    expect(objects).toMatchObject([{ id: kept, deleted: true, object: { title: 'kept' } }])
    const ofGone = history.filter(({ objectId }) => objectId === gone)
    expect(ofGone.map(({ kind, ops }) => [kind, ops === null])).toEqual([
      ['create', true],
      ['delete', false],
    ])
    expect(JSON.stringify({ objects, history })).not.toContain('"gone"')
  })

  it('is empty for one who has nothing, and holds nothing of others', () => {
    test.create({ title: 'mine' })
    expect(test.state.exportOwner('did:nuwa:cap:other')).toEqual({ schemas: [], objects: [], history: [] })
  })
})
