import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SatchelError } from '../../platform/errors.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import type { Engine } from './engine.ts'
import { createSequences } from '../sequences/client.ts'
import { createStateWith } from '../state.ts'
import { NOTE, noteAccess, noteSchema, OWNER, plainEngine } from '../testing.ts'
import type { StateService } from '../types.ts'
import type { JsonRecord, StateObject } from '../../contract/state.ts'
import type { ViewCheck } from '../../contract/state-sync.ts'
import type { IncomingChange, Integrated } from '../log/types.ts'

/** One device of an owner: state in its own file, with the note schema registered. */
export interface Replica {
  readonly engine: Engine
  readonly state: StateService
  /** Damage it has reported. */
  readonly reported: readonly SatchelError[]
  /** DID of its changes' owner. */
  did: string
  create(object: JsonRecord): string
  update(id: string, patch: unknown): void
  get(id: string): StateObject
  integrate(changes: Iterable<IncomingChange>): Integrated
  /** All of its changes. */
  outgoing(): IncomingChange[]
  /** Every row of every view, without the table's internals. */
  dump(): Record<string, unknown>[]
  check(): ViewCheck
  now(): number
  /** Advances its clock. */
  tick(ms: number): void
  restart(): void
  /** The whole database as a file's bytes. */
  copy(): Buffer
  close(): void
}

export const openReplicas = (count: number): Replica[] => Array.from({ length: count }, () => openReplica())

/** `from`: a copy of another one's database, which keeps its name, as nothing watches over the place here. */
export const openReplica = (from?: Buffer): Replica => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-replica-'))
  const path = join(directory, 'state.db')
  if (from !== undefined) writeFileSync(path, from)
  const sequences = createSequences()
  const reported: SatchelError[] = []
  const report = (problem: SatchelError): void => void reported.push(problem)
  let now = Date.parse('2026-01-02T03:04:05.006Z')
  let did = OWNER
  let db: Database
  let state: StateService
  let engine: Engine

  const start = (): void => {
    db = openDatabase({ path })
    db.pragma('synchronous = OFF')
    engine = plainEngine({ db, ownerDid: () => did, now: () => now, sequences, report })
    state = createStateWith(engine)
    state.registerSchema({
      owner: noteAccess.owner,
      scope: noteAccess.scope,
      title: 'Note',
      schema: noteSchema,
    })
  }

  const dump = (): Record<string, unknown>[] =>
    db
      .prepare('SELECT view_name FROM state_schemas ORDER BY schema_uri')
      .pluck()
      .all()
      .flatMap(
        (name) => db.prepare(`SELECT * FROM ${String(name)} ORDER BY id`).all() as Record<string, unknown>[],
      )
      .map((row) => ({
        ...row,
        row: null,
        log: null,
        number: null,
        version: Buffer.from(row['version'] as Buffer).toString('hex'),
      }))

  start()
  return {
    reported,
    get engine() {
      return engine
    },
    get state() {
      return state
    },
    get did() {
      return did
    },
    set did(value) {
      did = value
    },
    create: (object) => state.create(noteAccess, { schemaUri: NOTE, object }).object.id,
    update: (id, patch) => {
      state.update(noteAccess, { schemaUri: NOTE, id, patch })
    },
    get: (id) => state.get({ schemaUri: NOTE, id }),
    integrate: (changes) => engine.integrate(changes),
    outgoing: () => {
      const logs = db.prepare('SELECT id FROM state_logs ORDER BY id').pluck().all() as number[]
      return logs.flatMap((log) => [...engine.log.outgoing(log, {})])
    },
    dump,
    check: () => engine.views.check(),
    now: () => now,
    tick: (ms) => {
      now += ms
    },
    restart: () => {
      db.close()
      start()
    },
    copy: () => {
      db.pragma('wal_checkpoint(TRUNCATE)')
      return readFileSync(path)
    },
    close: () => {
      void state.close()
      db.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
