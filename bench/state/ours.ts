import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StateAccess, StateService } from '../../src-daemon/state/types.ts'
import { openDatabase, type Database, type DatabaseKey } from '../../src-daemon/storage/index.ts'
import { type Note, noteOf, noteSchema, textSchema } from './notes.ts'
import { testOwner } from '../../src-daemon/identity/devices/testing.ts'
import { plainState } from '../../src-daemon/state/testing.ts'

export const OWNER_DID = testOwner('bench')
const CAPABILITY = 'did:nuwa:cap:bench'

export const access: StateAccess = {
  owner: CAPABILITY,
  scope: 'sc:bench',
  origin: {
    kind: 'capability',
    capability: CAPABILITY,
    version: '1.0.0',
    packageSha256: 'ab'.repeat(32),
    conversationId: '0197a000-0000-7000-8000-000000000001',
    turnId: '0197a000-0000-7000-8000-000000000002',
    callId: 'call-1',
  },
}

export interface Store {
  readonly db: Database
  readonly state: StateService
  readonly path: string
  close(): Promise<void>
}

/** Our state in a file of its own, with `count` notes; encrypted with `key`, if there is one. */
export const openStore = (
  count: number,
  key: DatabaseKey | null = null,
  noteAt: (n: number) => Note = noteOf,
): Store => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-'))
  const path = join(directory, 'state.db')
  const { db, state } = openAt(path, key)
  state.registerSchema({ owner: CAPABILITY, scope: access.scope, title: 'Note', schema: noteSchema })
  state.registerSchema({ owner: CAPABILITY, scope: access.scope, title: 'Text', schema: textSchema })
  db.pragma('synchronous = OFF')
  const fill = db.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++)
      state.create(access, { schemaUri: noteSchema.$id, object: { ...noteAt(n) } })
  })
  for (let n = 0; n < count; n += 5000) fill(n, Math.min(count, n + 5000))
  db.pragma('wal_checkpoint(TRUNCATE)')
  return {
    db,
    state,
    path,
    close: async () => {
      await state.close()
      db.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Our state with one note, nothing of it on the disk: all of the work of an update but writing and waiting. */
export const openInMemory = (): { setTitle(title: string): void; close(): Promise<void> } => {
  const { db, state } = openAt(':memory:')
  state.registerSchema({ owner: CAPABILITY, scope: access.scope, title: 'Note', schema: noteSchema })
  const { object } = state.create(access, { schemaUri: noteSchema.$id, object: { ...noteOf(1) } })
  return {
    setTitle: (title) => {
      state.update(access, { schemaUri: noteSchema.$id, id: object.id, patch: { $set: { title } } })
    },
    close: async () => {
      await state.close()
      db.close()
    },
  }
}

export const openAt = (
  path: string,
  key: DatabaseKey | null = null,
): { db: Database; state: StateService } => {
  const db = openDatabase({ path, key })
  return { db, state: plainState({ db, ownerDid: () => OWNER_DID }) }
}

/** Bytes of the database and its companions. */
export const sizeOf = (path: string): number =>
  ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(`${path}${suffix}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
