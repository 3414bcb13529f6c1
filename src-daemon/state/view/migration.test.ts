import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from '@ipld/dag-cbor'
import canonicalize from 'canonicalize'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import { migrations } from '../../storage/migrations/index.ts'
import { createState } from '../state.ts'
import { ITEM, itemSchema } from '../asmql/testing.ts'
import { noteAccess } from '../testing.ts'

const OWNER = 'did:key:zOld'
/** The format of the first views: after it came that of the log, then that of the views. */
const FIRST_VIEWS = migrations.slice(0, 9)
const ITEMS = 50

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-views-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const itemOf = (n: number) => ({
  id: `i${String(n).padStart(2, '0')}`,
  title: `title ${String(n)}`,
  status: n % 2 === 0 ? 'open' : 'done',
  size: n === 0 ? null : n,
  at: new Date(1_767_323_045_006 + n * 1000).toISOString(),
  tags: [`t${String(n % 5)}`],
  body: n === 7 ? 'a red apple' : 'a green pear',
})

/** Writes items as the program did that had the first views: generated columns, and dates kept in words. */
const writeItems = (db: Database): void => {
  db.exec(`
    INSERT INTO identity_keys (key_id, did, kind, label, backend, is_owner, created_at)
      VALUES ('k1', '${OWNER}', 'ed25519', 'x', 'vault', 1, '2026-01-01');
    INSERT INTO state_meta (key, value) VALUES ('actor', CAST('a-1' AS BLOB)), ('cursor_key', randomblob(32));
    INSERT INTO state_logs (id, owner, scope) VALUES (1, '${noteAccess.owner}', '${noteAccess.scope}');
    CREATE TABLE view_items (
      id TEXT NOT NULL PRIMARY KEY, log INTEGER NOT NULL REFERENCES state_logs (id), version BLOB NOT NULL,
      updated_at TEXT NOT NULL, deleted INTEGER NOT NULL, bytes INTEGER NOT NULL, instants TEXT NOT NULL, object TEXT NOT NULL,
      x0 ANY GENERATED ALWAYS AS (json_extract(object, '$.title')) VIRTUAL
    ) STRICT;
    CREATE INDEX view_items_x0 ON view_items (log, deleted, x0, id);`)
  const body = canonicalize(itemSchema) ?? ''
  db.prepare(
    "INSERT INTO state_schemas (id, schema_uri, log, view_name, title, body, body_hash) VALUES (1, ?, 1, 'view_items', 'Items', ?, ?)",
  ).run(ITEM, body, sha256(Buffer.from(body)))
  const change = db.prepare(
    `INSERT INTO changes (log, schema, object_id, kind, actor, seq, clock, parents, origin, ops, ops_hash, hash)
     VALUES (1, 1, ?, 'create', 'a-1', ?, ?, '[]', ?, ?, ?, ?)`,
  )
  const row = db.prepare(
    `INSERT INTO view_items (id, log, version, updated_at, deleted, bytes, instants, object) VALUES (?, 1, ?, ?, 0, ?, '{}', ?)`,
  )
  for (let n = 0; n < ITEMS; n++) {
    const object = itemOf(n)
    const ops = Buffer.from(encode([{ op: 'create', id: object.id, object }]))
    const hash = sha256(Buffer.from(`change ${String(n)}`))
    const clock = `${(1_767_323_045_006 + n).toString(16).padStart(12, '0')}-0000`
    change.run(object.id, n + 1, clock, JSON.stringify(noteAccess.origin), ops, sha256(ops), hash)
    const json = canonicalize(object) ?? ''
    row.run(object.id, hash, object.at, json.length, json)
  }
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

it('views of the first format are made again with the same objects, indexes, words and totals', async () => {
  const old = openDatabase({ path, steps: FIRST_VIEWS })
  writeItems(old)
  old.close()

  const db = openDatabase({ path })
  const state = createState({ db, ownerDid: () => OWNER })
  const found = async (where: object): Promise<string[]> =>
    (
      await state.query(noteAccess, { from: ITEM, where, order: [{ field: 'at', direction: 'desc' }] })
    ).items.map(({ id }) => id)

  const all = Array.from({ length: ITEMS }, (_, n) => itemOf(n))
  expect((await state.query(noteAccess, { from: ITEM })).items.map(({ object }) => object)).toEqual(all)
  expect(await found({})).toEqual(all.map(({ id }) => id).toReversed())
  expect(await found({ title: 'title 3' })).toEqual(['i03'])
  expect(await found({ tags: { $contains: 't1' }, status: 'open' })).toEqual([
    'i46',
    'i36',
    'i26',
    'i16',
    'i06',
  ])
  expect(await found({ body: { $text: 'apple' } })).toEqual(['i07'])
  const bytes = all.reduce((sum, object) => sum + Buffer.byteLength(canonicalize(object) ?? ''), 0)
  expect(state.scopes()[0]?.schemas[0]).toMatchObject({ count: ITEMS, bytes, conflicts: 0, invalid: 0 })
  expect(state.sync.check()).toMatchObject({ ok: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  await state.close()
  db.close()
})
