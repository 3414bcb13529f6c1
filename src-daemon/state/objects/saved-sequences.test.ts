import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import { COMPRESSIONS } from '../schema/annotations.ts'
import { createSequences } from '../sequences/client.ts'
import type { Sequence, Sequences } from '../sequences/types.ts'
import { createStateWith } from '../state.ts'
import { NOTE, noteAccess, noteSchema, plainEngine } from '../testing.ts'
import type { StateService } from '../types.ts'

interface Opened {
  readonly db: Database
  readonly state: StateService
  /** What Automerge was told to load, and what was reported as damaged. */
  readonly loaded: readonly Sequence[]
  readonly reported: readonly string[]
}

let directory: string | undefined
let cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.reverse()) cleanUp()
  cleanUps = []
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true })
  directory = undefined
})

/** State over the same file each time, as after a restart. */
const start = (annotations: Readonly<Record<string, unknown>> = {}): Opened => {
  directory ??= mkdtempSync(join(tmpdir(), 'satchel-saved-'))
  const db = openDatabase({ path: join(directory, 'state.db') })
  const loaded: Sequence[] = []
  const reported: string[] = []
  const worker = createSequences()
  const sequences: Sequences = {
    ...worker,
    edit: (input) => worker.edit({ ...input, load: () => noted(input.load()) }),
  }
  const noted = (sequence: Sequence): Sequence => {
    loaded.push(sequence)
    return sequence
  }
  const report = ({ code }: { code: string }) => void reported.push(code)
  const engine = plainEngine({ db, sequences, report })
  const state = createStateWith(engine)
  cleanUps.push(() => {
    worker.close()
    db.close()
  })
  const { owner, scope } = noteAccess
  state.registerSchema({ owner, scope, title: 'Note', schema: { ...noteSchema, ...annotations } })
  return { db, state, loaded, reported }
}

const paragraph = (n: number): string =>
  Array.from({ length: 300 }, (_, k) => ((n * 7919 + k * 104_729) % 46_656).toString(36)).join(' ')

/** Writes different paragraphs until there is a snapshot, and two more; returns the text. */
const write = (state: StateService, id: string): string => {
  let body = ''
  for (let n = 0; n < 40; n++) {
    body += `${paragraph(n)}\n`
    state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { body } } })
  }
  return body
}

const create = (state: StateService): string =>
  state.create(noteAccess, { schemaUri: NOTE, object: { title: 't', body: '' } }).object.id

const edited = (state: StateService, id: string, body: string): unknown =>
  state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { body } } }).object.object['body']

const count = (db: Database): unknown => db.prepare('SELECT count(*) FROM sequence_snapshots').pluck().get()

it.each(COMPRESSIONS)('goes on after a restart from a snapshot kept with %s', (compression) => {
  const annotations = { 'x-asm': { 'x-compression': compression } }
  const before = start(annotations)
  const id = create(before.state)
  const body = write(before.state, id)
  expect(before.db.prepare('SELECT DISTINCT compression FROM sequence_snapshots').pluck().all()).toEqual([
    compression,
  ])
  const after = start(annotations)
  expect(edited(after.state, id, `Title\n${body}`)).toBe(`Title\n${body}`)
  expect(after.loaded).toEqual([expect.objectContaining({ saved: expect.any(Uint8Array) as unknown })])
  expect(after.loaded[0]?.changes.length).toBeLessThan(20)
  // The log gives the same.
  expect(after.state.sync.check()).toMatchObject({ ok: true })
})

it('reports a damaged snapshot, goes on from the log, and makes it again', () => {
  const before = start()
  const id = create(before.state)
  const body = write(before.state, id)
  before.db.exec('UPDATE sequence_snapshots SET hash = zeroblob(32)')
  const after = start()
  expect(edited(after.state, id, `${body}!`)).toBe(`${body}!`)
  expect(after.reported).toEqual(['snapshot_damaged'])
  expect(after.loaded).toEqual([expect.not.objectContaining({ saved: expect.anything() as unknown })])
  expect(count(after.db)).toBe(1)
  const last = start()
  expect(edited(last.state, id, `${body}!!`)).toBe(`${body}!!`)
  expect(last.reported).toEqual([])
  expect(last.loaded).toEqual([expect.objectContaining({ saved: expect.any(Uint8Array) as unknown })])
})

it('does not use a snapshot of a text that was replaced', () => {
  const before = start()
  const id = create(before.state)
  write(before.state, id)
  expect(count(before.db)).toBe(1)
  before.state.update(noteAccess, { schemaUri: NOTE, id, patch: { $unset: { body: true } } })
  before.state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { body: 'new' } } })
  const after = start()
  expect(edited(after.state, id, 'newer')).toBe('newer')
  expect(after.loaded).toEqual([expect.objectContaining({ base: 'new' })])
})

it('edits what was put in the place of a text that was edited just before', () => {
  const { state } = start()
  const id = create(state)
  edited(state, id, 'first')
  state.update(noteAccess, { schemaUri: NOTE, id, patch: { $unset: { body: true } } })
  edited(state, id, 'another')
  expect(edited(state, id, 'another one')).toBe('another one')
  // As every other device reads it.
  expect(state.sync.check()).toMatchObject({ ok: true })
})

it('leaves nothing of what is deleted for good', () => {
  const { db, state } = start()
  const id = create(state)
  write(state, id)
  expect(count(db)).toBe(1)
  state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
  expect(count(db)).toBe(0)
})
