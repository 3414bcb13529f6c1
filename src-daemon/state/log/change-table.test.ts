import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSequences } from '../sequences/client.ts'
import { createStateWith } from '../state.ts'
import { NOTE, noteAccess, openTestState, plainState, plainEngine, type TestState } from '../testing.ts'
import type { StateService } from '../types.ts'

let test: TestState
beforeEach(() => {
  test = openTestState()
  test.db.pragma('synchronous = OFF')
})
afterEach(() => {
  test.close()
})

const title = (id: string, text: string, state: StateService = test.state): string =>
  state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { title: text } } }).change.hash

/** Another connection's state on the same file, as after a crash. */
const reopened = (): StateService => plainState({ db: test.db })

const settledUpTo = (): number => Number(test.db.prepare('SELECT position FROM log_settled').pluck().get())

const sumsByHand = (): unknown =>
  test.db
    .prepare(
      `SELECT (SELECT sum(octet_length(object)) FROM ${view()} WHERE deleted = 0) AS objectBytes,
         (SELECT count(*) FROM changes) AS changes, (SELECT sum(128 + coalesce(length(ops), 0)) FROM changes) AS changeBytes`,
    )
    .get()

const view = (): string =>
  String(test.db.prepare('SELECT view_name FROM state_schemas WHERE schema_uri = ?').pluck().get(NOTE))

const sums = (state: StateService): unknown => {
  const part = state.lifecycle
    .usage()
    .flatMap(({ parts }) => parts)
    .find(({ schemaUri }) => schemaUri === NOTE)
  return { objectBytes: part?.objectBytes, changes: part?.changes, changeBytes: part?.changeBytes }
}

it('sums are those of the tables before, while and after changes are settled, also for a process that comes later', () => {
  const ids = Array.from({ length: 20 }, () => test.create({ id: randomUUID(), title: 'é' }))
  for (let n = 0; n < 4500; n++) {
    title(ids[n % 20] ?? '', 'ü'.repeat(n % 7))
    if (n % 500 === 0) expect(sums(test.state)).toEqual(sumsByHand())
  }
  expect(settledUpTo()).toBe(4096)
  // Removes content, both indexed and not yet indexed.
  test.state.delete(noteAccess, { schemaUri: NOTE, id: ids[0] ?? '', mode: 'soft' })
  title(ids[1] ?? '', 'last')
  test.state.delete(noteAccess, { schemaUri: NOTE, id: ids[1] ?? '', mode: 'hard' })
  expect(sums(test.state)).toEqual(sumsByHand())
  expect(sums(reopened())).toEqual(sumsByHand())
  expect(test.state.sync.rebuild().ok).toBe(true)
  expect(sums(test.state)).toEqual(sumsByHand())
})

it('a change is found by its hash and its call, settled or not, and a later process goes on with the next number', () => {
  const id = test.create({ id: randomUUID() })
  const hashes = Array.from({ length: 4200 }, (_, n) => title(id, `title ${String(n)}`))
  const call = { turnId: 't1', callId: 'k1' }
  expect(test.state.changesOf(call)).toHaveLength(4201)
  expect(test.state.changesOf({ turnId: 't1', callId: 'other' })).toEqual([])
  const later = reopened()
  const next = title(id, 'next', later)
  const history = later.history.changes({ schemaUri: NOTE, id })
  expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 4202 }, (_, n) => 4202 - n))
  for (const version of [hashes[0], hashes[4090], hashes[4199], next])
    expect(later.history.at({ schemaUri: NOTE, id, version: version ?? '' }).version).toBe(version)
})

it('what was undone is not remembered', () => {
  const id = test.create({ id: randomUUID() })
  const fill = test.db.transaction(() => {
    for (let n = 0; n < 4200; n++) title(id, `title ${String(n)}`)
    throw new Error('undo')
  })
  expect(fill).toThrow('undo')
  const last = Array.from({ length: 3 }, (_, n) => title(id, `then ${String(n)}`))
  expect(test.state.history.changes({ schemaUri: NOTE, id }).map(({ seq }) => seq)).toEqual([4, 3, 2, 1])
  expect(test.state.history.changes({ schemaUri: NOTE, id })[0]?.hash).toBe(last[2])
  expect(sums(test.state)).toEqual(sumsByHand())
})

it('the changes of an object are found on both sides of what is settled, and gone through from the last one', () => {
  const engine = plainEngine({
    db: test.db,
    sequences: createSequences(),
  })
  const state = createStateWith(engine)
  const [id = '', other = ''] = ['one', 'other'].map(
    (name) => state.create(noteAccess, { schemaUri: NOTE, object: { title: name } }).object.id,
  )
  const schema = engine.schemas.get(NOTE).row
  const settle = (): void => {
    engine.transactions.atomically(() => {
      engine.log.indexAll()
    })
  }
  const seqs = (before?: number, after?: number) =>
    engine.log.ofObject(schema, id, before, after).map(({ seq }) => seq)
  const backwards = (before: number) => {
    const { count, changes, last } = engine.log.earlier(schema, id, before)
    return { count, seqs: [...changes].map(({ seq }) => seq), last: [...(last()?.values() ?? [])] }
  }
  for (let n = 0; n < 20; n++) title(n % 2 === 0 ? id : other, `title ${String(n)}`, state)
  settle()
  for (let n = 20; n < 30; n++) title(n % 2 === 0 ? id : other, `title ${String(n)}`, state)
  // One object has the odd numbers, the other the even ones.
  const all = [1, ...Array.from({ length: 15 }, (_, n) => 2 * n + 3)]
  expect(seqs()).toEqual(all)
  expect(seqs(27, 19)).toEqual([21, 23, 25])
  expect(backwards(28)).toEqual({ count: 14, seqs: all.filter((seq) => seq < 28).reverse(), last: [27] })
  expect(backwards(10)).toEqual({ count: 5, seqs: [9, 7, 5, 3, 1], last: [9] })
  state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
  expect(engine.log.ofObject(schema, id).map(({ ops }) => ops === null)).toEqual([
    ...all.map(() => true),
    false,
  ])
  expect(engine.log.ofSchema(schema)).toHaveLength(33)
  state.purgeOwner(noteAccess.owner)
  for (const table of ['changes', 'change_objects', 'change_hashes', 'log_objects'])
    expect(test.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
})
