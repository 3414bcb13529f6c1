import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createState } from '../state.ts'
import { NOTE, noteAccess, openTestState, type TestState } from '../testing.ts'
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

/** Another connection's state over what is on the disk, as after a crash. */
const reopened = (): StateService => createState({ db: test.db, ownerDid: () => 'did:key:zTest' })

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
  for (let n = 0; n < 1500; n++) {
    title(ids[n % 20] ?? '', 'ü'.repeat(n % 7))
    if (n % 250 === 0) expect(sums(test.state)).toEqual(sumsByHand())
  }
  expect(settledUpTo()).toBe(1024)
  // Content that leaves, from both sides of what is settled.
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
  const hashes = Array.from({ length: 1100 }, (_, n) => title(id, `title ${String(n)}`))
  const call = { turnId: 't1', callId: 'k1' }
  expect(test.state.changesOf(call)).toHaveLength(1101)
  expect(test.state.changesOf({ turnId: 't1', callId: 'other' })).toEqual([])
  const later = reopened()
  const next = title(id, 'next', later)
  const history = later.history({ schemaUri: NOTE, id })
  expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 1102 }, (_, n) => 1102 - n))
  for (const version of [hashes[0], hashes[1050], hashes[1099], next])
    expect(later.past.at({ schemaUri: NOTE, id, version: version ?? '' }).version).toBe(version)
})

it('what was undone is not remembered', () => {
  const id = test.create({ id: randomUUID() })
  const fill = test.db.transaction(() => {
    for (let n = 0; n < 1100; n++) title(id, `title ${String(n)}`)
    throw new Error('undo')
  })
  expect(fill).toThrow('undo')
  const last = Array.from({ length: 3 }, (_, n) => title(id, `then ${String(n)}`))
  expect(test.state.history({ schemaUri: NOTE, id }).map(({ seq }) => seq)).toEqual([4, 3, 2, 1])
  expect(test.state.history({ schemaUri: NOTE, id })[0]?.hash).toBe(last[2])
  expect(sums(test.state)).toEqual(sumsByHand())
})
