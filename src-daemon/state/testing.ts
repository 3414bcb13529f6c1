import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDevices, testOwner } from '../identity/devices/testing.ts'
import { SatchelError } from '../platform/errors.ts'
import { type Database, openDatabase } from '../storage/index.ts'
import { createEngine, type Engine, type EngineDeps } from './objects/engine.ts'
import { createState, type StateDeps } from './state.ts'
import type { StateAccess } from './schema/schema.ts'
import type { StateService } from './types.ts'
import type { JsonRecord } from '../contract/state.ts'

/** A schema with a field of every kind that state treats differently. */
export const noteSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'did:nuwa:state:note#v1',
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string', 'x-crdt': 'lww_register', 'x-index': true },
    body: { type: 'string', 'x-crdt': 'rga_text' },
    tags: { type: 'array', items: { type: 'string' }, 'x-crdt': 'grow_only_set' },
    stars: { type: 'integer', 'x-crdt': 'counter' },
    rating: { type: ['number', 'null'], 'x-index': true },
    done: { type: 'boolean', 'x-crdt': 'flag' },
    due: { type: 'string', format: 'date-time' },
    place: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
    parts: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, n: { type: 'integer' } } },
    },
    journal: {
      type: 'array',
      'x-crdt': 'log_rga',
      items: { type: 'object', properties: { id: { type: 'string' } } },
    },
    extra: {},
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time', 'x-index': true },
  },
  required: ['id', 'title', 'createdAt', 'updatedAt'],
  additionalProperties: false,
}
export const NOTE = noteSchema.$id

export const noteAccess: StateAccess = {
  owner: 'did:nuwa:cap:note',
  scope: 'sc:note',
  origin: {
    kind: 'capability',
    capability: 'did:nuwa:cap:note',
    version: '1.0.0',
    packageSha256: 'ab'.repeat(32),
    conversationId: 'c1',
    turnId: 't1',
    callId: 'k1',
  },
}

export interface TestState {
  readonly db: Database
  readonly state: StateService
  readonly path: string
  create(object: JsonRecord): string
  close(): void
}

/** The owner of state in tests, if nothing is said about it. */
export const OWNER = testOwner()

/** State's default dependencies: this computer's time, and a key that was never rotated. */
const around = ({
  db,
  ownerDid = () => OWNER,
}: Pick<StateDeps, 'db'> & Partial<StateDeps>): Omit<StateDeps, 'db'> => ({
  ownerDid,
  devices: createTestDevices(db, ownerDid),
  rotations: { chain: () => [], dids: () => new Set([ownerDid()]), learn: () => undefined },
  now: Date.now,
  report: ({ message, code }) => {
    process.emitWarning(message, { code })
  },
})

/** State on `db`. */
export const plainState = (given: Pick<StateDeps, 'db'> & Partial<StateDeps>): StateService =>
  createState({ ...around(given), ...given })

/** An engine on `db`. */
export const plainEngine = (given: Pick<EngineDeps, 'db' | 'sequences'> & Partial<EngineDeps>): Engine =>
  createEngine({ ...around(given), ...given })

/** State in a real file, with the note schema registered. */
export const openTestState = (now?: () => number): TestState => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-state-'))
  const path = join(directory, 'state.db')
  const db = openDatabase({ path })
  const state = plainState({ db, ...(now && { now }) })
  state.registerSchema({
    owner: noteAccess.owner,
    scope: noteAccess.scope,
    title: 'Note',
    schema: noteSchema,
  })
  return {
    db,
    state,
    path,
    create: (object) =>
      state.create(noteAccess, { schemaUri: NOTE, object: { title: 't', ...object } }).object.id,
    close: () => {
      db.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The error `run` throws. */
export const failureOf = (run: () => unknown): SatchelError => {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof SatchelError) return thrown
    throw thrown
  }
  throw new Error('nothing was thrown')
}

/** The error `promise` rejects with. */
export const rejectionOf = async (promise: Promise<unknown>): Promise<SatchelError> => {
  const settled = await promise.then(
    () => null,
    (thrown: unknown) => ({ thrown }),
  )
  if (settled === null) throw new Error('nothing was thrown')
  if (settled.thrown instanceof SatchelError) return settled.thrown
  throw settled.thrown
}
