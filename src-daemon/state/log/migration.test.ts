import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from '@ipld/dag-cbor'
import canonicalize from 'canonicalize'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import { migrations } from '../../storage/migrations/index.ts'
import { createEngine } from '../engine.ts'
import { createSequences } from '../sequences/client.ts'
import { createStateWith } from '../state.ts'
import { failureOf, NOTE, noteAccess, noteSchema } from '../testing.ts'
import { headerBytes, sha256 } from './header.ts'

const OWNER = 'did:key:zOld'
const ACTOR = 'a-1'
/** The format before, whose ninth step was the last. */
const FORMER = migrations.slice(0, 9)

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-former-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

interface FormerChange {
  readonly object: string
  readonly kind: 'create' | 'update' | 'delete'
  readonly ops: readonly object[]
  readonly purged?: boolean
}

/** Writes changes as the program did that had the former format. */
const former = (db: Database, changes: readonly FormerChange[]): string[] => {
  let parents: string[] = []
  return changes.map(({ object, kind, ops, purged }, n) => {
    const bytes = Buffer.from(encode(ops))
    const clock = `${(1_767_323_045_006 + n).toString(16).padStart(12, '0')}-0000`
    const header = {
      v: 1,
      owner: OWNER,
      space: noteAccess.owner,
      scope: noteAccess.scope,
      actor: ACTOR,
      seq: n + 1,
      clock,
      parents: parents.map((hash) => Buffer.from(hash, 'hex')),
      origin: noteAccess.origin,
      schema: NOTE,
      object,
      kind,
      ops: sha256(bytes),
    }
    const hash = createHash('sha256').update(encode(header)).digest()
    db.prepare(
      `INSERT INTO changes (log, schema, object_id, kind, actor, seq, clock, parents, origin, ops, ops_hash, hash)
       VALUES (1, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      object,
      kind,
      ACTOR,
      n + 1,
      clock,
      JSON.stringify(parents),
      JSON.stringify(noteAccess.origin),
      purged === true ? null : bytes,
      sha256(bytes),
      hash,
    )
    parents = [hash.toString('hex')]
    db.prepare('UPDATE state_logs SET seq = ?, clock = ?, heads = ? WHERE id = 1').run(
      n + 1,
      clock,
      JSON.stringify(parents),
    )
    return hash.toString('hex')
  })
}

const openFormer = (): Database => {
  const db = openDatabase({ path, steps: FORMER })
  db.exec(`
    INSERT INTO identity_keys (key_id, did, kind, label, backend, is_owner, created_at)
      VALUES ('k0', 'did:key:zOther', 'ed25519', 'x', 'vault', 1, '2026-01-01'), ('k1', '${OWNER}', 'ed25519', 'x', 'vault', 0, '2026-01-01');
    INSERT INTO state_meta (key, value) VALUES ('actor', CAST('${ACTOR}' AS BLOB)), ('cursor_key', randomblob(32));
    INSERT INTO state_logs (id, owner, scope) VALUES (1, '${noteAccess.owner}', '${noteAccess.scope}');
    CREATE TABLE view_note (
      id TEXT NOT NULL PRIMARY KEY, log INTEGER NOT NULL REFERENCES state_logs (id), version BLOB NOT NULL,
      updated_at TEXT NOT NULL, deleted INTEGER NOT NULL, bytes INTEGER NOT NULL, instants TEXT NOT NULL, object TEXT NOT NULL
    ) STRICT;`)
  const body = canonicalize(noteSchema) ?? ''
  db.prepare(
    'INSERT INTO state_schemas (id, schema_uri, log, view_name, title, body, body_hash) VALUES (1, ?, 1, ?, ?, ?, ?)',
  ).run(NOTE, 'view_note', 'Note', body, sha256(body))
  return db
}

const openNow = () => {
  const db = openDatabase({ path })
  const engine = createEngine({ db, ownerDid: () => OWNER, now: Date.now, sequences: createSequences() })
  return { db, engine, state: createStateWith(engine) }
}

const dates = { createdAt: '2026-01-02T03:04:05.006Z', updatedAt: '2026-01-02T03:04:05.006Z' }
const id = '01a1fa7d-6bd6-7e2d-a659-72f4ea1ee406'

it('objects and their history are carried over, and chained by hashes that can be checked', () => {
  const seen = 'x'
  const old = openFormer()
  const [made = '', edited = ''] = former(old, [
    {
      object: id,
      kind: 'create',
      ops: [{ op: 'create', id, object: { id, title: 'Milk', tags: ['a'], stars: 1, ...dates } }],
    },
    {
      object: id,
      kind: 'update',
      ops: [
        { op: 'set', path: ['title'], value: 'Bread', seen },
        { op: 'set', path: ['place'], value: { city: 'Rome' }, seen },
        { op: 'add', path: ['stars'], by: 2 },
        { op: 'insert', path: ['tags'], values: ['b'] },
        { op: 'set', path: ['updatedAt'], value: '2026-01-02T03:04:06.006Z', seen },
      ],
    },
    {
      object: 'soft',
      kind: 'create',
      ops: [{ op: 'create', id: 'soft', object: { id: 'soft', title: 's', ...dates } }],
    },
    { object: 'soft', kind: 'delete', ops: [{ op: 'delete', mode: 'soft' }] },
    { object: 'hard', kind: 'create', ops: [{ op: 'create' }], purged: true },
    { object: 'hard', kind: 'delete', ops: [{ op: 'delete', mode: 'hard' }] },
  ])
  old.close()

  const { db, engine, state } = openNow()
  expect(state.get({ schemaUri: NOTE, id })).toMatchObject({
    version: state.history({ schemaUri: NOTE, id })[0]?.hash,
    object: {
      id,
      title: 'Bread',
      tags: ['a', 'b'],
      stars: 3,
      place: { city: 'Rome' },
      updatedAt: '2026-01-02T03:04:06.006Z',
    },
  })
  expect(state.history({ schemaUri: NOTE, id }).map(({ seq, kind, origin }) => [seq, kind, origin])).toEqual([
    [2, 'update', noteAccess.origin],
    [1, 'create', noteAccess.origin],
  ])
  const log = engine.log.find(noteAccess) ?? 0
  const changes = [...engine.log.outgoing(log, {})]
  expect(changes.map(({ seq, owner, ops }) => [seq, owner, ops === null])).toEqual(
    [1, 2, 3, 4, 5, 6].map((seq) => [seq, OWNER, seq === 5]),
  )
  for (const [n, change] of changes.entries()) {
    expect(sha256(headerBytes(change))).toEqual(change.hash)
    expect(change.previous).toEqual(changes[n - 1]?.hash ?? null)
    if (change.ops !== null) expect(sha256(change.ops)).toEqual(change.opsHash)
  }
  // What points at a change by its old hash still finds it.
  expect([made, edited].map((hash) => engine.log.byHash(hash)?.seq)).toEqual([1, 2])
  expect(failureOf(() => state.get({ schemaUri: NOTE, id: 'soft' })).code).toBe('not_found')
  expect(
    failureOf(() => state.create(noteAccess, { schemaUri: NOTE, object: { id: 'hard', title: 'x' } })).code,
  ).toBe('validation_failed')
  expect(state.sync.check()).toMatchObject({ ok: true, changes: 6 })

  const next = state.update(noteAccess, { schemaUri: NOTE, id, patch: { $inc: { stars: 1 } } })
  expect(next.object.object['stars']).toBe(4)
  expect(engine.log.travelling({ position: 7 })).toMatchObject({ seq: 7, previous: changes[5]?.hash })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  expect(readdirSync(join(directory, 'backups'))).toHaveLength(1)
})

it('a log whose owner was removed goes on with its numbers', () => {
  const old = openFormer()
  former(old, [{ object: id, kind: 'create', ops: [{ op: 'create', object: { id, title: 'x', ...dates } }] }])
  old.exec('DELETE FROM changes')
  old.close()
  const { db, state } = openNow()
  const { object } = state.create(noteAccess, { schemaUri: NOTE, object: { title: 'new' } })
  expect(state.history({ schemaUri: NOTE, id: object.id })[0]?.seq).toBe(2)
  db.close()
})

it('a store without any state is carried over too', () => {
  openDatabase({ path, steps: FORMER }).close()
  const { db, state } = openNow()
  expect(state.scopes()).toEqual([])
  db.close()
})
