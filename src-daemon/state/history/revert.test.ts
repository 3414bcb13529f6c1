import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AGENT_SETTINGS } from '../index.ts'
import { coreObjectId } from '../schema/core-models.ts'
import { failureOf, NOTE, noteAccess, noteSchema, openTestState, type TestState } from '../testing.ts'
import type { StateAccess } from '../schema/schema.ts'
import type { JsonRecord } from '../../contract/state.ts'
import type { RevertedObject, RevertReport, RevertTarget } from '../../contract/state-history.ts'

let test: TestState
let clock = 0
beforeEach(() => {
  clock = Date.parse('2026-01-02T03:04:05.006Z')
  test = openTestState(() => (clock += 1000))
})
afterEach(() => {
  test.close()
})

const inTurn = (turnId: string): StateAccess => {
  if (noteAccess.origin.kind !== 'capability') throw new Error('capability')
  return { ...noteAccess, origin: { ...noteAccess.origin, turnId, callId: `call of ${turnId}` } }
}
const owner: StateAccess = { ...noteAccess, origin: { kind: 'owner', via: 'cli' } }

const make = (access: StateAccess, object: JsonRecord = {}): string =>
  test.state.create(access, { schemaUri: NOTE, object: { title: 't', ...object } }).object.id
const set = (access: StateAccess, id: string, patch: JsonRecord): string =>
  test.state.update(access, { schemaUri: NOTE, id, patch }).change.hash
const get = (id: string): JsonRecord => test.state.get({ schemaUri: NOTE, id }).object
const softDelete = (access: StateAccess, id: string): string =>
  test.state.delete(access, { schemaUri: NOTE, id, mode: 'soft' }).hash
const revert = (target: RevertTarget, dryRun = false): RevertReport =>
  test.state.history.revert({ target, via: 'cli', dryRun })
const only = (report: RevertReport): RevertedObject => {
  const [first, ...rest] = report.objects
  if (first === undefined || rest.length > 0) throw new Error(`${String(report.objects.length)} objects`)
  return first
}
const isGone = (id: string): boolean => failureOf(() => get(id)).code === 'not_found'
const countOf = (id: string): number => test.state.history.changes({ schemaUri: NOTE, id }).length
/** Without the time of the last change, which a revert is, too. */
const contentOf = (id: string): JsonRecord => ({ ...get(id), updatedAt: undefined })

describe('taking a turn back', () => {
  it('puts every kind of field to what it was before, and leaves the others', () => {
    const id = make(owner, {
      body: 'one two',
      stars: 2,
      done: false,
      parts: [{ name: 'a', n: 1 }],
      place: { city: 'Rome' },
    })
    const before = contentOf(id)
    set(inTurn('t2'), id, {
      $set: { title: 'new', body: 'one and two', done: true, 'place.zip': '1', extra: [1], 'parts.0.n': 5 },
      $inc: { stars: 3 },
    })
    const { updatedAt } = get(id)
    expect(only(revert({ turnId: 't2' }))).toMatchObject({ outcome: 'updated', reason: null, kept: [] })
    expect(contentOf(id)).toEqual(before)
    const [newest] = test.state.history.changes({ schemaUri: NOTE, id })
    expect(newest?.origin).toEqual({ kind: 'owner', via: 'cli', reverts: { turnId: 't2' } })
    expect(get(id)['updatedAt']).not.toBe(updatedAt)
  })

  it('says what it did, in the fields in which it shows', () => {
    const id = make(owner, { rating: 1 })
    set(inTurn('t2'), id, { $set: { title: 'new' }, $unset: ['rating'] })
    const { differences, change } = only(revert({ turnId: 't2' }))
    expect(differences).toEqual([
      { path: '/rating', kind: 'added', after: 1 },
      { path: '/title', kind: 'changed', before: 'new', after: 't' },
    ])
    expect(change).toBe(test.state.get({ schemaUri: NOTE, id }).version)
  })

  it('leaves and names what was changed again since', () => {
    const id = make(owner, { rating: 1 })
    set(inTurn('t2'), id, { $set: { title: 'by the turn', rating: 2, body: 'text' } })
    set(owner, id, { $set: { title: 'by the owner', body: 'text of mine' } })
    expect(only(revert({ turnId: 't2' }))).toMatchObject({
      outcome: 'updated',
      kept: [
        { path: '/body', reason: 'changed_later' },
        { path: '/title', reason: 'changed_later' },
      ],
    })
    expect(get(id)).toMatchObject({ title: 'by the owner', rating: 1, body: 'text of mine' })
  })

  it('goes back to what others wrote between two writes of the turn', () => {
    const id = make(owner)
    set(inTurn('t2'), id, { $set: { title: 'first' } })
    set(owner, id, { $set: { title: 'mine' } })
    set(inTurn('t2'), id, { $set: { title: 'second' } })
    revert({ turnId: 't2' })
    expect(get(id)['title']).toBe('mine')
  })

  it('takes the amount from a counter, whatever was added since', () => {
    const id = make(owner, { stars: 1 })
    set(inTurn('t2'), id, { $inc: { stars: 10 } })
    set(owner, id, { $inc: { stars: 100 } })
    expect(only(revert({ turnId: 't2' })).kept).toEqual([])
    expect(get(id)['stars']).toBe(101)
  })

  it('cannot take elements from sets and entries from logs, and says so', () => {
    const id = make(owner, { tags: ['a'], journal: [{ id: '1' }] })
    set(inTurn('t2'), id, {
      $addToSet: { tags: 'b' },
      $push: { journal: { id: '2' } },
      $set: { title: 'new' },
    })
    expect(only(revert({ turnId: 't2' }))).toMatchObject({
      outcome: 'updated',
      kept: [
        { path: '/journal', reason: 'append_only' },
        { path: '/tags', reason: 'append_only' },
      ],
    })
    expect(get(id)).toMatchObject({ title: 't', tags: ['a', 'b'], journal: [{ id: '1' }, { id: '2' }] })
  })

  it('deletes what the turn made, softly, and not what others have put something into', () => {
    const alone = make(inTurn('t2'))
    const shared = make(inTurn('t2'))
    set(owner, shared, { $set: { body: 'mine' } })
    const { objects } = revert({ turnId: 't2' })
    expect(objects.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['deleted', null],
      ['kept', 'changed_later'],
    ])
    expect(isGone(alone)).toBe(true)
    expect(get(shared)).toMatchObject({ title: 't', body: 'mine' })
  })

  it('brings back what the turn deleted, as it was', () => {
    const id = make(owner)
    set(inTurn('t2'), id, { $set: { title: 'changed, then deleted' } })
    softDelete(inTurn('t2'), id)
    expect(only(revert({ turnId: 't2' }))).toMatchObject({
      outcome: 'revived',
      differences: [
        { path: '', kind: 'added' },
        { path: '/title', kind: 'changed', before: 'changed, then deleted', after: 't' },
      ],
    })
    expect(get(id)['title']).toBe('t')
  })

  it('does not bring back what somebody else deleted since', () => {
    const id = make(owner)
    set(inTurn('t2'), id, { $set: { title: 'new' } })
    softDelete(owner, id)
    expect(only(revert({ turnId: 't2' }))).toMatchObject({ outcome: 'kept', reason: 'changed_later' })
    expect(isGone(id)).toBe(true)
  })

  it('cannot bring back what was deleted for good', () => {
    const id = make(owner)
    set(inTurn('t2'), id, { $set: { title: 'new' } })
    test.state.delete(owner, { schemaUri: NOTE, id, mode: 'hard' })
    expect(only(revert({ turnId: 't2' }))).toMatchObject({ outcome: 'kept', reason: 'purged' })
  })

  it('is one change for each object, and none for those it leaves', () => {
    const [one, two] = [make(owner), make(owner)]
    set(inTurn('t2'), one, { $set: { title: 'a' } })
    set(inTurn('t2'), one, { $set: { rating: 4 } })
    set(inTurn('t2'), two, { $set: { title: 'b' } })
    set(owner, two, { $set: { title: 'c' } })
    const told: string[] = []
    test.state.onChange(({ hash }) => told.push(hash))
    const { objects } = revert({ turnId: 't2' })
    expect(objects.map(({ outcome }) => outcome)).toEqual(['updated', 'kept'])
    expect([countOf(one), countOf(two)]).toEqual([4, 3])
    expect(told).toEqual([objects[0]?.change])
  })

  it('refuses a turn there is not, a change there is not, a capability that did nothing', () => {
    for (const target of [
      { turnId: 'none' },
      { change: 'ab'.repeat(32) },
      { change: 'x' },
      { capability: 'did:nuwa:cap:other' },
      { capability: noteAccess.owner, scope: 'sc:other' },
    ])
      expect(failureOf(() => revert(target)).code).toBe('change_unknown')
  })
})

describe('a dry run', () => {
  it('says what would be done, changes nothing and notifies no listener', () => {
    const id = make(owner, { body: 'text' })
    const made = make(inTurn('t2'))
    set(inTurn('t2'), id, { $set: { title: 'new', body: 'texts' } })
    const before = [test.state.history.changes({ schemaUri: NOTE, id }), get(id), get(made)]
    const told: string[] = []
    test.state.onChange(({ hash }) => told.push(hash))
    const dry = revert({ turnId: 't2' }, true)
    expect([test.state.history.changes({ schemaUri: NOTE, id }), get(id), get(made)]).toEqual(before)
    expect(told).toEqual([])
    const done = revert({ turnId: 't2' })
    expect(dry.objects).toEqual(done.objects.map((object) => ({ ...object, change: null })))
    expect(done.objects.map(({ outcome }) => outcome).sort()).toEqual(['deleted', 'updated'])
    expect(told).toHaveLength(2)
  })
})

describe('taking back again', () => {
  it('changes nothing the second time, also what was changed in between', () => {
    const id = make(owner, { stars: 1 })
    set(inTurn('t2'), id, { $set: { title: 'new' }, $inc: { stars: 5 } })
    revert({ turnId: 't2' })
    expect(only(revert({ turnId: 't2' }))).toMatchObject({ outcome: 'unchanged', kept: [], change: null })
    set(owner, id, { $set: { title: 'mine' }, $inc: { stars: 1 } })
    const count = countOf(id)
    expect(only(revert({ turnId: 't2' })).outcome).toBe('unchanged')
    expect(get(id)).toMatchObject({ title: 'mine', stars: 2 })
    expect(countOf(id)).toBe(count)
  })

  it('takes back a change, and then of its turn only the rest', () => {
    const id = make(owner, { stars: 0 })
    const first = set(inTurn('t2'), id, { $inc: { stars: 1 } })
    set(inTurn('t2'), id, { $inc: { stars: 10 } })
    revert({ change: first })
    expect(get(id)['stars']).toBe(10)
    revert({ turnId: 't2' })
    expect(get(id)['stars']).toBe(0)
  })

  it('restores an undone change when the undo is undone, and so on', () => {
    const id = make(owner, { body: 'one two', stars: 1, parts: [{ name: 'a' }] })
    const before = contentOf(id)
    set(inTurn('t2'), id, {
      $set: { title: 'new', body: 'one and two', place: { city: 'Oslo' } },
      $inc: { stars: 5 },
      $push: { parts: { name: 'b' } },
    })
    const after = contentOf(id)
    let target: RevertTarget = { turnId: 't2' }
    for (const expected of [before, after, before, after]) {
      const { change, kept } = only(revert(target))
      expect(kept).toEqual([])
      expect(contentOf(id)).toEqual(expected)
      target = { change: change ?? '' }
    }
  })

  it('makes and unmakes an object as often as it is asked to', () => {
    const id = make(inTurn('t2'), { body: 'x' })
    set(inTurn('t2'), id, { $set: { body: 'xy' } })
    const gone = only(revert({ turnId: 't2' }))
    expect(isGone(id)).toBe(true)
    const back = only(revert({ change: gone.change ?? '' }))
    expect(back.outcome).toBe('revived')
    expect(get(id)['body']).toBe('xy')
    expect(only(revert({ change: back.change ?? '' })).outcome).toBe('deleted')
    expect(isGone(id)).toBe(true)
  })

  it('takes back later work on an object that came back by hand', () => {
    const id = make(inTurn('t2'), { body: 'x' })
    const gone = only(revert({ turnId: 't2' }))
    revert({ change: gone.change ?? '' })
    set(inTurn('t3'), id, { $set: { title: 'three' } })
    revert({ turnId: 't3' })
    expect(get(id)).toMatchObject({ title: 't', body: 'x' })
  })

  it('follows a text through edits on what a revert had put there', () => {
    const id = make(owner, { body: 'one' })
    set(inTurn('t2'), id, { $set: { body: 'one two' } })
    revert({ turnId: 't2' })
    const mine = set(owner, id, { $set: { body: 'one three' } })
    expect(only(revert({ change: mine })).outcome).toBe('updated')
    expect(get(id)['body']).toBe('one')
  })
})

describe('taking one change, or a capability’s work back', () => {
  it('takes back one change and no other of its turn', () => {
    const id = make(owner)
    const hash = set(inTurn('t2'), id, { $set: { title: 'one' } })
    set(inTurn('t2'), id, { $set: { rating: 3 } })
    revert({ change: hash })
    expect(get(id)).toMatchObject({ title: 't', rating: 3 })
  })

  it('takes back everything a capability did, in a scope or everywhere, and nothing of the owner’s', () => {
    const mine = make(owner)
    const made = make(inTurn('t2'))
    set(inTurn('t3'), mine, { $set: { title: 'by the capability', rating: 3 } })
    set(owner, mine, { $set: { body: 'mine' } })
    const report = revert({ capability: noteAccess.owner, scope: noteAccess.scope })
    expect(report.objects.map(({ outcome }) => outcome).sort()).toEqual(['deleted', 'updated'])
    expect(isGone(made)).toBe(true)
    expect(get(mine)).toMatchObject({ title: 't', body: 'mine' })
    expect(get(mine)).not.toHaveProperty('rating')
    expect(revert({ capability: noteAccess.owner }).objects.map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
    ])
  })

  it('keeps an object that would no longer fit its schema, and takes back the others', () => {
    const uri = 'did:nuwa:cap:note:state:Mark#v1'
    const schema = {
      $id: uri,
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }
    test.state.registerSchema({ owner: noteAccess.owner, scope: noteAccess.scope, title: 'Mark', schema })
    const { id } = test.state.create(owner, { schemaUri: uri, object: { b: '1' } }).object
    test.state.update(inTurn('t2'), { schemaUri: uri, id, patch: { $set: { a: '2' } } })
    test.state.update(owner, { schemaUri: uri, id, patch: { $unset: ['b'] } })
    const note = make(owner)
    set(inTurn('t2'), note, { $set: { title: 'new' } })
    const { objects } = revert({ turnId: 't2' })
    expect(objects.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['kept', 'invalid'],
      ['updated', null],
    ])
    expect(test.state.get({ schemaUri: uri, id }).object).toEqual({ _id: id, a: '2' })
    expect(get(note)['title']).toBe('t')
  })

  it('never deletes a core model, and takes edits of it back like others', () => {
    test.state.ensureCoreModels({ language: 'en' })
    const id = coreObjectId(AGENT_SETTINGS)
    const [made] = test.state.history.changes({ schemaUri: AGENT_SETTINGS, id })
    expect(only(revert({ change: made?.hash ?? '' }))).toMatchObject({
      outcome: 'kept',
      reason: 'core_model',
    })
    const access = test.state.ownerAccess(AGENT_SETTINGS, 'cli')
    const patch = { $set: { language: 'ja' } }
    const { change } = test.state.update(access, { schemaUri: AGENT_SETTINGS, id, patch })
    revert({ change: change.hash })
    expect(test.state.get({ schemaUri: AGENT_SETTINGS, id }).object).toMatchObject({ language: 'en' })
  })

  it('works on schemas without dates and without an id of their own', () => {
    expect(noteSchema.required).toContain('updatedAt')
    const uri = 'did:nuwa:cap:note:state:Bare#v1'
    const schema = { $id: uri, type: 'object', properties: { a: { type: 'string' } } }
    test.state.registerSchema({ owner: noteAccess.owner, scope: noteAccess.scope, title: 'Bare', schema })
    const { id } = test.state.create(owner, { schemaUri: uri, object: { a: '1' } }).object
    test.state.update(inTurn('t2'), { schemaUri: uri, id, patch: { $set: { a: '2' } } })
    revert({ turnId: 't2' })
    expect(test.state.get({ schemaUri: uri, id }).object).toEqual({ _id: id, a: '1' })
  })
})
