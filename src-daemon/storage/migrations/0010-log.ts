import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Database } from 'better-sqlite3'
import type * as DagCbor from '@ipld/dag-cbor'
import { z } from 'zod'

/**
 * The op log in a form that other replicas can add to, and that takes a third of the room: replicas, origins and objects are kept once and
 * named by number, ops are lists, and the hash of the ops is kept only where the ops are gone.
 *
 * What was there is carried over. Kept: every object as it reads, and every change with its place, replica, number, clock,
 * origin and ops. Since a hash covers what a change had seen in another form, all hashes are made again; `former_hashes`
 * leads from the old one, which messages point with, to the change. Ops that were purged stay purged.
 */
export const up = (db: Database): void => {
  db.exec(`
    DROP INDEX changes_by_object;
    ALTER TABLE changes RENAME TO former_changes;
    ${TABLES}
  `)
  carryOver(db)
  db.exec(`
    INSERT INTO change_hashes (prefix, position) SELECT substr(hash, 1, 4), position FROM changes;
    INSERT INTO change_origins (origin, block) SELECT DISTINCT origin, position >> 8 FROM changes;
    INSERT INTO log_settled (id, position) SELECT 1, coalesce(max(position), 0) FROM changes;
    DROP TABLE former_changes;
    ALTER TABLE state_logs DROP COLUMN seq;
    ALTER TABLE state_logs DROP COLUMN clock;
    ALTER TABLE state_logs DROP COLUMN heads;
  `)
}

const TABLES = `
-- A replica in a log, and its last change there. What came before base_seq was dropped with the owner of the log; told is up to where the
-- last change of this replica said it had seen the other one.
CREATE TABLE log_writers (
  id INTEGER PRIMARY KEY,
  log INTEGER NOT NULL REFERENCES state_logs (id),
  actor TEXT NOT NULL,
  seq INTEGER NOT NULL,
  hash BLOB,
  ms INTEGER NOT NULL,
  counter INTEGER NOT NULL,
  base_seq INTEGER NOT NULL,
  base_hash BLOB,
  told INTEGER NOT NULL,
  UNIQUE (log, actor)
) STRICT;

-- gone: deleted for good; what other replicas still say about it is not kept.
CREATE TABLE log_objects (
  id INTEGER PRIMARY KEY,
  schema INTEGER NOT NULL REFERENCES state_schemas (id),
  object_id TEXT NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0,
  UNIQUE (schema, object_id)
) STRICT;

-- The owner's DID at the time, and the origin without what is new with each call.
CREATE TABLE log_sources (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (owner, body)
) STRICT;
CREATE TABLE log_origins (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES log_sources (id),
  conversation TEXT,
  turn TEXT,
  call TEXT
) STRICT;
CREATE INDEX log_origins_by_turn ON log_origins (turn, call);

-- kind: 0 update, 1 create, 2 delete. seen: {"number of the writer": seq}. ops_hash: only where ops are purged. grew: bytes the object took
-- more than before, where the totals of its view were not told at once.
CREATE TABLE changes (
  position INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES log_writers (id),
  seq INTEGER NOT NULL,
  object INTEGER NOT NULL REFERENCES log_objects (id),
  kind INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  counter INTEGER NOT NULL,
  origin INTEGER NOT NULL REFERENCES log_origins (id),
  hash BLOB NOT NULL,
  ops BLOB,
  ops_hash BLOB,
  seen TEXT,
  grew INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX changes_by_object ON changes (object);
CREATE INDEX changes_with_seen ON changes (writer, seq) WHERE seen IS NOT NULL;

-- What is looked up and summed up of changes up to this position stands in tables of its own (log_writers, change_hashes, change_origins,
-- and sums of later steps); of later changes, which are few, it is found in the changes. So a change need not write to all of them.
CREATE TABLE log_settled (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  position INTEGER NOT NULL
) STRICT;
-- prefix: the first four bytes of the hash.
CREATE TABLE change_hashes (
  prefix BLOB NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (prefix, position)
) STRICT, WITHOUT ROWID;
-- block: 256 positions, of which at least one is of the origin.
CREATE TABLE change_origins (
  origin INTEGER NOT NULL,
  block INTEGER NOT NULL,
  PRIMARY KEY (origin, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE former_hashes (
  hash BLOB PRIMARY KEY,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Changes of other replicas that wait for what their writer had seen.
CREATE TABLE pending_changes (
  hash BLOB PRIMARY KEY,
  space TEXT NOT NULL,
  scope TEXT NOT NULL,
  actor TEXT NOT NULL,
  seq INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX pending_changes_by_log ON pending_changes (space, scope, actor, seq);
`

const KINDS = { update: 0, create: 1, delete: 2 }

const changeSchema = z.object({
  position: z.int(),
  log: z.int(),
  schema: z.int(),
  object_id: z.string(),
  kind: z.enum(['create', 'update', 'delete']),
  actor: z.string(),
  seq: z.int(),
  clock: z.string(),
  parents: z.string(),
  origin: z.string(),
  ops: z.instanceof(Buffer).nullable(),
  ops_hash: z.instanceof(Buffer),
  hash: z.instanceof(Buffer),
  space: z.string(),
  scope: z.string(),
  schema_uri: z.string(),
  view_name: z.string(),
})
type FormerChange = z.infer<typeof changeSchema>

const opSchema = z.union([
  z.looseObject({ op: z.literal('create'), object: z.unknown() }),
  z.looseObject({ op: z.literal('delete'), mode: z.string() }),
  z.looseObject({ op: z.string(), path: z.array(z.string()) }),
])

const originSchema = z.looseObject({
  conversationId: z.string().nullish(),
  turnId: z.string().nullish(),
  callId: z.string().nullish(),
})

const carryOver = (db: Database): void => {
  const count = z.int().parse(db.prepare('SELECT count(*) FROM former_changes').pluck().get())
  const { encode, decode } = dagCbor()
  const owner = ownerOf(db, encode)
  const numbers = createNumbers(db)
  const heads = new Map<number, Buffer | null>()
  const insert = db.prepare(
    `INSERT INTO changes (position, writer, seq, object, kind, ms, counter, origin, hash, ops, ops_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const keepHash = db.prepare('INSERT INTO former_hashes (hash, position) VALUES (?, ?)')
  const keepHead = db.prepare('UPDATE log_writers SET seq = ?, hash = ?, ms = ?, counter = ? WHERE id = ?')

  for (const change of count === 0 ? [] : formerChanges(db)) {
    const origin = originSchema.parse(JSON.parse(change.origin))
    const lists = change.ops && compactOps(decode(change.ops))
    const ops = lists && Buffer.from(encode(lists))
    const opsHash = ops === null ? change.ops_hash : sha256(ops)
    const writer = numbers.writer(change)
    const previous = heads.get(writer) ?? numbers.base(writer)
    const hash = sha256(
      encode({
        v: 2,
        owner,
        space: change.space,
        scope: change.scope,
        actor: change.actor,
        seq: change.seq,
        clock: change.clock,
        prev: previous,
        seen: {},
        origin,
        schema: change.schema_uri,
        object: change.object_id,
        kind: change.kind,
        ops: opsHash,
      }),
    )
    const ms = Number.parseInt(change.clock.slice(0, 12), 16)
    const counter = Number.parseInt(change.clock.slice(13), 16)
    const object = numbers.object(change)
    insert.run(
      change.position,
      writer,
      change.seq,
      object,
      KINDS[change.kind],
      ms,
      counter,
      numbers.origin(owner, origin),
      hash,
      ops,
      ops === null ? opsHash : null,
    )
    keepHash.run(change.hash, change.position)
    keepHead.run(change.seq, hash, ms, counter, writer)
    heads.set(writer, hash)
    if (lists?.[0]?.[0] === DELETE_HARD)
      db.prepare('UPDATE log_objects SET gone = 1 WHERE id = ?').run(object)
    db.prepare(`UPDATE ${change.view_name} SET version = ? WHERE id = ?`).run(hash, change.object_id)
  }
  keepEmptyLogs(db)
}

/** Logs whose changes were all dropped go on with the number they had: another device may have the earlier ones. */
const keepEmptyLogs = (db: Database): void => {
  const actor = db.prepare("SELECT value FROM state_meta WHERE key = 'actor'").pluck().get()
  if (!(actor instanceof Buffer)) return
  db.prepare(
    `INSERT INTO log_writers (log, actor, seq, hash, ms, counter, base_seq, base_hash, told)
     SELECT id, ?, seq, unhex(heads ->> 0), 0, 0, seq, unhex(heads ->> 0), 0 FROM state_logs
     WHERE seq > 0 AND id NOT IN (SELECT log FROM log_writers)`,
  ).run(actor.toString())
}

const SELECT = `SELECT c.*, l.owner AS space, l.scope, s.schema_uri, s.view_name FROM former_changes c
  JOIN state_logs l ON l.id = c.log JOIN state_schemas s ON s.id = c.schema`

/** In portions: a log can be larger than memory, and rows cannot be read while others are written. */
const formerChanges = function* (db: Database): Iterable<FormerChange> {
  const page = db.prepare(`${SELECT} WHERE c.position > ? ORDER BY c.position LIMIT 500`)
  for (let last = 0; ;) {
    const rows = z.array(changeSchema).parse(page.all(last))
    yield* rows
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.position
  }
}

/** The DID the changes were made for: the one with which an old hash comes out again. */
const ownerOf = (db: Database, encode: typeof DagCbor.encode): string => {
  const dids = z
    .array(z.string())
    .parse(db.prepare('SELECT did FROM identity_keys ORDER BY is_owner DESC').pluck().all())
  const raw = db.prepare(`${SELECT} ORDER BY c.position DESC LIMIT 1`).get()
  if (raw === undefined) return dids[0] ?? ''
  const change = changeSchema.parse(raw)
  const header = (owner: string) => ({
    v: 1,
    owner,
    space: change.space,
    scope: change.scope,
    actor: change.actor,
    seq: change.seq,
    clock: change.clock,
    parents: z
      .array(z.string())
      .parse(JSON.parse(change.parents))
      .map((hash) => Buffer.from(hash, 'hex')),
    origin: originSchema.parse(JSON.parse(change.origin)),
    schema: change.schema_uri,
    object: change.object_id,
    kind: change.kind,
    ops: change.ops_hash,
  })
  return dids.find((did) => sha256(encode(header(did))).equals(change.hash)) ?? dids[0] ?? ''
}

/** Rows for what changes name by number. */
const createNumbers = (db: Database) => {
  const known = new Map<string, number>()
  const bases = new Map<number, Buffer | null>()
  const once = (key: readonly unknown[], make: () => number): number => {
    const name = JSON.stringify(key)
    const id = known.get(name) ?? make()
    known.set(name, id)
    return id
  }
  const insert = (sql: string, ...values: unknown[]): number =>
    Number(db.prepare(sql).run(...values).lastInsertRowid)

  return {
    writer: ({ log, actor, seq, parents }: FormerChange): number =>
      once(['writer', log, actor], () => {
        const [parent] = z.array(z.string()).parse(JSON.parse(parents))
        const base = parent === undefined ? null : Buffer.from(parent, 'hex')
        const id = insert(
          `INSERT INTO log_writers (log, actor, seq, hash, ms, counter, base_seq, base_hash, told)
           VALUES (?, ?, 0, NULL, 0, 0, ?, ?, 0)`,
          log,
          actor,
          seq - 1,
          base,
        )
        bases.set(id, base)
        return id
      }),
    base: (writer: number): Buffer | null => bases.get(writer) ?? null,
    object: ({ schema, object_id: objectId }: FormerChange): number =>
      once(['object', schema, objectId], () => {
        const sql = 'INSERT INTO log_objects (schema, object_id) VALUES (?, ?)'
        return insert(sql, schema, objectId)
      }),
    origin: (owner: string, origin: z.infer<typeof originSchema>): number =>
      once(['origin', origin], () => {
        const { conversationId = null, turnId = null, callId = null, ...rest } = origin
        const body = JSON.stringify(rest)
        const source = once(['source', body], () =>
          insert('INSERT INTO log_sources (owner, body) VALUES (?, ?)', owner, body),
        )
        return insert(
          'INSERT INTO log_origins (source, conversation, turn, call) VALUES (?, ?, ?, ?)',
          source,
          conversationId,
          turnId,
          callId,
        )
      }),
  }
}

const DELETE_SOFT = 1
const DELETE_HARD = 2
const CODES: Readonly<Record<string, number>> = { set: 3, remove: 4, add: 5, insert: 6, append: 7 }

/** The ops of a change as lists: the form of `state/log/codec.ts` when this step was written. */
const compactOps = (former: unknown): unknown[][] =>
  z
    .array(opSchema)
    .parse(former)
    .map((op) => {
      if (op.op === 'create') return [0, op['object']]
      if (op.op === 'delete') return [op['mode'] === 'hard' ? DELETE_HARD : DELETE_SOFT]
      const path = z.array(z.string()).parse(op['path'])
      const place = path.length === 1 ? path[0] : path
      const { value = null, by, values, entries } = op
      if (op.op === 'set' && isInstant(value)) return [9, place, Date.parse(value)]
      const rest = { set: value, add: by, insert: values, append: entries }
      const code = CODES[op.op]
      if (code === undefined) throw new Error(`unknown op ${op.op}`)
      return op.op === 'remove' ? [code, place] : [code, place, rest[op.op as keyof typeof rest]]
    })

const isInstant = (value: unknown): value is string => {
  if (typeof value !== 'string' || value.length !== 24 || !value.endsWith('Z')) return false
  const ms = Date.parse(value)
  return ms >= 0 && new Date(ms).toISOString() === value
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const dagCbor = (): typeof DagCbor => createRequire(import.meta.url)('@ipld/dag-cbor') as typeof DagCbor
