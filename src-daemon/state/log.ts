import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../storage/index.ts'
import { tick, type Clock } from './clock.ts'
import { dagCborLibrary } from './lazy.ts'
import type { Meta } from './meta.ts'
import { touchedPaths, type Op } from './ops.ts'
import type { Statements } from './statements.ts'
import { changeOriginSchema, type ChangeOrigin, type ChangeRecord, type ChangeRef } from './types.ts'

export type ChangeKind = 'create' | 'update' | 'delete'

/** A log: one per owner and scope (asm.md 4.1). */
export interface LogKey {
  readonly owner: string
  readonly scope: string
}

export interface NewChange {
  readonly log: number
  /** Row of the schema, and its URI. */
  readonly schema: number
  readonly schemaUri: string
  readonly objectId: string
  readonly kind: ChangeKind
  readonly ops: readonly Op[]
  readonly origin: ChangeOrigin
}

export interface Appended {
  readonly hash: Buffer
  readonly clock: Clock
}

/** A change as replayed: null ops were purged. */
export interface LoggedChange {
  readonly log: number
  readonly schema: number
  readonly objectId: string
  readonly hash: Buffer
  readonly clock: Clock
  readonly ops: readonly Op[] | null
}

export interface OpLog {
  /** Number of the log, made when it is new. */
  open(key: LogKey): number
  /** Number of the log, or null. */
  find(key: LogKey): number | null
  append(change: NewChange): Appended
  /** Newest first. */
  history(schema: number, objectId: string): ChangeRecord[]
  /** Reads the whole log: asked for after a crash only. */
  changesOf(call: { turnId: string; callId: string }): ChangeRef[]
  /** Every change in the order in which it came. */
  replay(): Iterable<LoggedChange>
  /** Forgets what the changes of an object said, and keeps that they were made (asm.md 7.4). */
  purgeObject(schema: number, objectId: string): void
  /** Last change seen of each replica. */
  versionVector(log: number): Record<string, number>
}

const logRowSchema = z.object({
  owner: z.string(),
  scope: z.string(),
  seq: z.int(),
  clock: z.string(),
  heads: z.string(),
})
const hashListSchema = z.array(z.string())
const changeRowSchema = z.object({
  log: z.int(),
  schema: z.int(),
  object_id: z.string(),
  hash: z.instanceof(Buffer),
  clock: z.string(),
  ops: z.instanceof(Buffer).nullable(),
})
const changeRefRowSchema = z.object({
  scope: z.string(),
  schema_uri: z.string(),
  object_id: z.string(),
  hash: z.instanceof(Buffer),
  kind: z.enum(['create', 'update', 'delete']),
})
const historyRowSchema = z.object({
  hash: z.instanceof(Buffer),
  scope: z.string(),
  seq: z.int(),
  actor: z.string(),
  clock: z.string(),
  origin: z.string(),
  kind: z.enum(['create', 'update', 'delete']),
  ops: z.instanceof(Buffer).nullable(),
})

export interface OpLogDeps {
  readonly db: Database
  readonly statement: Statements
  readonly meta: Meta
  readonly ownerDid: string
  readonly now: () => number
}

export const createOpLog = ({ db, statement, meta, ownerDid, now }: OpLogDeps): OpLog => {
  const find = ({ owner, scope }: LogKey): number | null =>
    z
      .int()
      .optional()
      .parse(
        statement('SELECT id FROM state_logs WHERE owner = ? AND scope = ?').pluck().get(owner, scope),
      ) ?? null

  const open = (key: LogKey): number =>
    find(key) ??
    Number(
      statement('INSERT INTO state_logs (owner, scope) VALUES (?, ?)').run(key.owner, key.scope)
        .lastInsertRowid,
    )

  /**
   * The hash covers the header and, through `ops_hash`, the ops: it can still be checked when the ops are purged.
   * Canonical because DAG-CBOR has one encoding per value.
   */
  const append = (change: NewChange): Appended => {
    const { encode } = dagCborLibrary()
    const log = logRowSchema.parse(
      statement('SELECT owner, scope, seq, clock, heads FROM state_logs WHERE id = ?').get(change.log),
    )
    const parents = hashListSchema.parse(JSON.parse(log.heads))
    const seq = log.seq + 1
    const clock = tick(lastClock(), now())
    const ops = encode(change.ops)
    const opsHash = sha256(ops)
    const header = {
      v: 1,
      owner: ownerDid,
      space: log.owner,
      scope: log.scope,
      actor: meta.actor,
      seq,
      clock,
      parents: parents.map((hash) => Buffer.from(hash, 'hex')),
      origin: change.origin,
      schema: change.schemaUri,
      object: change.objectId,
      kind: change.kind,
      ops: opsHash,
    }
    const hash = sha256(encode(header))
    statement(
      `INSERT INTO changes (log, schema, object_id, kind, actor, seq, clock, parents, origin, ops, ops_hash, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      change.log,
      change.schema,
      change.objectId,
      change.kind,
      header.actor,
      seq,
      clock,
      log.heads,
      JSON.stringify(change.origin),
      ops,
      opsHash,
      hash,
    )
    statement('UPDATE state_logs SET seq = ?, clock = ?, heads = ? WHERE id = ?').run(
      seq,
      clock,
      JSON.stringify([hash.toString('hex')]),
      change.log,
    )
    return { hash, clock }
  }

  const lastClock = (): Clock =>
    z.string().parse(statement("SELECT coalesce(max(clock), '') FROM state_logs").pluck().get())

  const history = (schema: number, objectId: string): ChangeRecord[] =>
    statement(
      `SELECT c.hash, l.scope, c.seq, c.actor, c.clock, c.origin, c.kind, c.ops FROM changes c JOIN state_logs l ON l.id = c.log
       WHERE c.schema = ? AND c.object_id = ? ORDER BY c.position DESC`,
    )
      .all(schema, objectId)
      .map((raw) => {
        const row = historyRowSchema.parse(raw)
        return {
          hash: row.hash.toString('hex'),
          scope: row.scope,
          seq: row.seq,
          actor: row.actor,
          at: new Date(Number.parseInt(row.clock.slice(0, 12), 16)).toISOString(),
          origin: changeOriginSchema.parse(JSON.parse(row.origin)),
          kind: row.kind,
          paths: row.ops === null ? [] : touchedPaths(decodeOps(row.ops)),
        }
      })

  const changesOf: OpLog['changesOf'] = ({ turnId, callId }) =>
    statement(
      `SELECT l.scope, s.schema_uri, c.object_id, c.hash, c.kind
       FROM changes c JOIN state_logs l ON l.id = c.log JOIN state_schemas s ON s.id = c.schema
       WHERE c.origin ->> '$.turnId' = ? AND c.origin ->> '$.callId' = ? ORDER BY c.position`,
    )
      .all(turnId, callId)
      .map((raw) => {
        const { schema_uri: schemaUri, object_id: objectId, hash, ...row } = changeRefRowSchema.parse(raw)
        return { ...row, schemaUri, objectId, hash: hash.toString('hex') }
      })

  // A statement of its own: while its rows are read, a cached one could not be used again.
  const replay = function* (): Iterable<LoggedChange> {
    const rows = db.prepare('SELECT log, schema, object_id, hash, clock, ops FROM changes ORDER BY position')
    for (const raw of rows.all()) {
      const { object_id: objectId, ops, ...row } = changeRowSchema.parse(raw)
      yield { ...row, objectId, ops: ops && decodeOps(ops) }
    }
  }

  const purgeObject = (schema: number, objectId: string): void => {
    statement('UPDATE changes SET ops = NULL WHERE schema = ? AND object_id = ?').run(schema, objectId)
  }

  const versionVector = (log: number): Record<string, number> => {
    const rows = statement('SELECT actor, max(seq) AS seq FROM changes WHERE log = ? GROUP BY actor').all(log)
    const parsed = z.array(z.object({ actor: z.string(), seq: z.int() })).parse(rows)
    return Object.fromEntries(parsed.map(({ actor, seq }) => [actor, seq]))
  }

  return { open, find, append, history, changesOf, replay, purgeObject, versionVector }
}

export const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

const decodeOps = (bytes: Buffer): Op[] => dagCborLibrary().decode<Op[]>(bytes)
