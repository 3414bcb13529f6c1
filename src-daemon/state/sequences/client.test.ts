import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startWorkerThread, workerUrl } from '../../platform/worker-threads.ts'
import { openDatabase } from '../../storage/index.ts'
import { createStateWith } from '../state.ts'
import { failureOf, NOTE, noteAccess, noteSchema, plainEngine } from '../testing.ts'
import { createSequences } from './client.ts'
import { ENDED, type WorkerStart } from './messages.ts'
import type { Sequence, Sequences } from './types.ts'

let open: Sequences[] = []
afterEach(() => {
  for (const sequences of open) sequences.close()
  open = []
})

const workers: Worker[] = []
const real = (data: WorkerStart): Worker => {
  const worker = startWorkerThread('sequence-worker', { data, transfer: [data.port] })
  workers.push(worker)
  return worker
}
const started = (options: Parameters<typeof createSequences>[0] = {}): Sequences => {
  workers.length = 0
  const sequences = createSequences({
    start: real,
    ...options,
  })
  open.push(sequences)
  return sequences
}

const text = (base: string, ...changes: readonly Uint8Array[]): Sequence => ({ kind: 'text', base, changes })
const notAsked = (): Sequence => {
  throw new Error('it was loaded')
}
const made = (change: Uint8Array | null): Uint8Array => {
  if (change === null) throw new Error('too much for an edit')
  return change
}

it('edits, reads and saves, and asks for a document once', () => {
  const sequences = started()
  const place = { key: 'note body', actor: 'a' }
  const first = made(
    sequences.edit({ ...place, version: '1', nextVersion: '2', after: 'one two', load: () => text('one') }),
  )
  const second = made(
    sequences.edit({ ...place, version: '2', nextVersion: '3', after: 'one two 👨‍👩‍👧', load: notAsked }),
  )
  expect(sequences.read(text('one', first, second))).toBe('one two 👨‍👩‍👧')
  const saved = made(sequences.save({ ...place, version: '3', load: notAsked }))
  expect(sequences.read({ ...text('', ...[]), saved })).toBe('one two 👨‍👩‍👧')
  // Its version is another content: an edit that was rolled back, or one from elsewhere.
  const other = made(
    sequences.edit({ ...place, version: '9', nextVersion: '10', after: 'two', load: () => text('one') }),
  )
  expect(sequences.read(text('one', other))).toBe('two')
  expect(workers).toHaveLength(1)
})

it('starts no worker until there is something to do', () => {
  started().close()
  expect(workers).toHaveLength(0)
})

it('reports a problem as one of our errors, and continues', () => {
  const sequences = started()
  expect(() => sequences.read(text('one', new Uint8Array([1])))).toThrow(
    expect.objectContaining({ code: 'sequence_invalid' }),
  )
  expect(sequences.read(text('one'))).toBe('one')
  expect(workers).toHaveLength(1)
})

it('ends when idle and by force, and restarts with what the log has', async () => {
  const sequences = started({ idleMs: 30 })
  const place = { key: 'k', actor: 'a' }
  const first = made(
    sequences.edit({ ...place, version: '1', nextVersion: '2', after: 'ab', load: () => text('a') }),
  )
  await once(workers[0] as Worker, 'exit')
  const second = made(
    sequences.edit({ ...place, version: '2', nextVersion: '3', after: 'abc', load: () => text('a', first) }),
  )
  await workers[1]?.terminate()
  const third = made(
    sequences.edit({
      ...place,
      ...{ version: '3', nextVersion: '4', after: 'abcd', load: () => text('a', first, second) },
    }),
  )
  expect(sequences.read(text('a', first, second, third))).toBe('abcd')
  expect(workers).toHaveLength(3)
})

it('ends a worker that takes too much memory', () => {
  const sequences = started({ mostMemory: 1, callsBetweenStarts: 3 })
  for (let call = 0; call < 7; call++) expect(sequences.read(text('a'))).toBe('a')
  expect(workers).toHaveLength(3)
})

/** A worker that never answers correctly. */
const ill =
  (body: string) =>
  (data: WorkerStart): Worker =>
    new Worker(
      `const { port } = require('node:worker_threads').workerData
       ${body}
       process.on('exit', () => {
         const { signal } = require('node:worker_threads').workerData
         Atomics.store(signal, 0, ${String(ENDED)})
         Atomics.notify(signal, 0)
       })`,
      { eval: true, workerData: data, transferList: [data.port] },
    )

it.each([
  ['sequence_too_slow', "port.on('message', () => { for (;;); })", 500],
  // A minute: on a busy machine, a thread may take longer than half a second to start.
  ['sequence_worker_failed', "port.on('message', () => process.exit(1))", 60_000],
])('tells %s instead of waiting for ever', (code, body, limitMs) => {
  const sequences = started({ limitMs, start: ill(body) })
  expect(() => sequences.read(text('a'))).toThrow(expect.objectContaining({ code }))
})

/** Allocates memory without end, within a small limit. */
const hungry = (data: WorkerStart): Worker =>
  new Worker(
    `require('node:worker_threads').workerData.port.on('message', () => {
       const kept = []
       for (;;) kept.push(new Array(10_000).fill({}))
     })`,
    {
      eval: true,
      workerData: data,
      transferList: [data.port],
      resourceLimits: { maxOldGenerationSizeMb: 16 },
    },
  ).on('error', () => undefined)

it('notices at once when memory runs out, changes nothing, and goes on with another worker', () => {
  const starts = [hungry, real]
  // A minute: a timeout would give another error.
  const sequences = started({ limitMs: 60_000, start: (data) => (starts.shift() ?? real)(data) })
  const place = mkdtempSync(join(tmpdir(), 'satchel-memory-'))
  const db = openDatabase({ path: join(place, 'state.db') })
  try {
    const engine = plainEngine({ db, sequences })
    const state = createStateWith(engine)
    state.registerSchema({ ...noteAccess, title: 'Note', schema: noteSchema })
    const { id } = state.create(noteAccess, { schemaUri: NOTE, object: { title: 't', body: 'one' } }).object
    const write = () =>
      state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { title: 'u', body: 'one two' } } })
    expect(failureOf(write).code).toBe('sequence_out_of_memory')
    expect(state.get({ schemaUri: NOTE, id }).object).toMatchObject({ title: 't', body: 'one' })
    expect(state.history.changes({ schemaUri: NOTE, id })).toHaveLength(1)
    write()
    expect(state.get({ schemaUri: NOTE, id }).object).toMatchObject({ title: 'u', body: 'one two' })
    expect(state.sync.check()).toMatchObject({ ok: true })
  } finally {
    db.close()
    rmSync(place, { recursive: true })
  }
})

it('waits for a slow answer up to its limit, and matches a late answer to no other question', () => {
  const slow = (data: WorkerStart): Worker =>
    new Worker(
      `const { port, signal } = require('node:worker_threads').workerData
       const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
       port.on('message', () => {
         sleep(200)
         port.postMessage({ ok: true, answer: { kind: 'value', value: 'late' }, memory: 0 })
         sleep(200)
         Atomics.add(signal, 0, 1)
         Atomics.notify(signal, 0)
       })`,
      { eval: true, workerData: data, transferList: [data.port] },
    )
  const sequences = started({ start: slow })
  for (const _twice of [1, 2]) expect(sequences.read(text('a'))).toBe('late')
})

it('bounds the time that replacing 1 MiB takes: it is a new text then', () => {
  const sequences = started()
  const base = 'x y'.repeat(350_000)
  const place = { key: 'k', actor: 'a', version: '1', nextVersion: '2', load: () => text(base) }
  expect(sequences.edit({ ...place, after: 'z'.repeat(1 << 20) })).toBeNull()
})

describe('while Automerge is loading', () => {
  /** Loads only when told to, which is possible only while nothing sleeps here. */
  const gated = (data: WorkerStart): Worker => {
    const url = JSON.stringify(workerUrl('sequence-worker').href)
    const worker = new Worker(
      `require('node:worker_threads').parentPort.once('message', () => import(${url}))`,
      { eval: true, workerData: data, transferList: [data.port] },
    )
    workers.push(worker)
    return worker
  }
  const openNote = (sequences: Sequences) => {
    const place = mkdtempSync(join(tmpdir(), 'satchel-loading-'))
    const db = openDatabase({ path: join(place, 'state.db') })
    const state = createStateWith(plainEngine({ db, sequences }))
    state.registerSchema({ ...noteAccess, title: 'Note', schema: noteSchema })
    const { id } = state.create(noteAccess, { schemaUri: NOTE, object: { title: 't', body: 'one' } }).object
    const note = () => state.get({ schemaUri: NOTE, id }).object
    const write = (body: string) => () =>
      state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { body } } })
    const close = () => {
      db.close()
      rmSync(place, { recursive: true })
    }
    return { state, note, write, close }
  }

  it('a text is edited without keeping anything else waiting, and in order', async () => {
    const { state, note, write, close } = openNote(started({ start: gated }))
    try {
      const edits = [state.together(write('one two')), state.together(write('one two three'))]
      await expect.poll(() => workers.length).toBe(1)
      const other = await state.together(() =>
        state.create(noteAccess, { schemaUri: NOTE, object: { title: 'meanwhile' } }),
      )
      expect(state.get({ schemaUri: NOTE, id: other.object.id }).object['title']).toBe('meanwhile')
      expect(note()['body']).toBe('one')
      workers[0]?.postMessage('load')
      await Promise.all(edits)
      expect(note()['body']).toBe('one two three')
      expect(state.sync.check()).toMatchObject({ ok: true })
      expect(workers).toHaveLength(1)
    } finally {
      close()
    }
  })

  it('a failure to load is told by the edit, which changes nothing', async () => {
    const sequences = started({ limitMs: 60_000, start: ill('setImmediate(() => process.exit(1))') })
    const { state, note, write, close } = openNote(sequences)
    try {
      await expect(state.together(write('one two'))).rejects.toMatchObject({ code: 'sequence_worker_failed' })
      expect(note()['body']).toBe('one')
    } finally {
      close()
    }
  })
})
