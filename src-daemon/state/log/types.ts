import type { FieldOp } from '../policies/types.ts'
import type { JsonObject } from '../base/json.ts'
import type { ChangeOrigin, ChangeRecord, ChangeRef } from '../../contract/state.ts'
import type { ObjectKey } from '../base/object-key.ts'
import type { Clock } from '../base/time.ts'

/**
 * What a change does to one object. The object is the unit of a change: a `create`, a `delete`, or ops on fields, each
 * with the path of the field (names from the root; a list is one field).
 */
export type Op =
  | { readonly op: 'create'; readonly object: JsonObject }
  | { readonly op: 'delete'; readonly mode: 'soft' | 'hard' }
  | (FieldOp & { readonly path: readonly string[] })

export type ChangeKind = 'create' | 'update' | 'delete'

/** A log: one per owner and scope (asm.md 4.1). */
export interface LogKey {
  readonly owner: string
  readonly scope: string
}

/** A change as it stands in the log. `hash` covers everything else; of purged content only `opsHash` is left. */
export interface Change {
  /** Order of arrival at this replica, over all logs. */
  readonly position: number
  /** Row of the log, and of the schema. */
  readonly log: number
  readonly schema: number
  readonly schemaUri: string
  readonly objectId: string
  readonly kind: ChangeKind
  readonly actor: string
  /** Number within its replica and log, from 1. */
  readonly seq: number
  readonly clock: Clock
  /** What of other replicas its writer had newly seen: their last `seq`. */
  readonly seen: Readonly<Record<string, number>>
  readonly origin: ChangeOrigin
  readonly ops: readonly Op[] | null
  readonly opsHash: Buffer
  readonly hash: Buffer
}

/** Ops as a row of `changes` has them, and whose they are. */
export interface StoredOps {
  /** Row of the schema. */
  readonly schema: number
  readonly object_id: ObjectKey
  readonly ops: Buffer | null
  readonly ops_hash: Buffer | null
}

/** Last `seq` seen of each replica. */
export type VersionVector = Readonly<Record<string, number>>

/**
 * A change as it travels between replicas: everything its hash covers, and the hash. `headerBytes` of it is what was
 * hashed. Bytes are as they were hashed, so nothing needs to be decoded to be checked or passed on.
 */
export interface IncomingChange {
  /** DID of the person whose data it is, as it was when it was written. */
  readonly owner: string
  /** The log: owner of the schema (`did:nuwa:cap:note`, `core`) and memory scope. */
  readonly space: string
  readonly scope: string
  readonly actor: string
  readonly seq: number
  readonly clock: Clock
  /** Hash of the change `seq - 1` of this actor in this log; null for the first. */
  readonly previous: Uint8Array | null
  readonly seen: VersionVector
  readonly origin: ChangeOrigin
  readonly schema: string
  readonly object: string
  readonly kind: ChangeKind
  /** `encodeOps` of the ops; null when what it said was purged. */
  readonly ops: Uint8Array | null
  readonly opsHash: Uint8Array
  readonly hash: Uint8Array
}

/** What integrating changes of other replicas did. */
export interface Integrated {
  /** Appended now, also such that waited before; here already; waiting for changes (or a schema) not here yet. */
  readonly applied: number
  readonly known: number
  readonly waiting: number
  /** Objects whose view changed; of these, those that no longer fit their schema, and those with concurrent values. */
  readonly objects: number
  readonly invalid: number
  readonly conflicts: number
  /** Logs that got changes. */
  readonly logs: readonly LogKey[]
}

export interface NewChange {
  readonly log: number
  readonly schema: number
  readonly schemaUri: string
  readonly objectId: string
  /** `numberOf` the object, where it is known and not 0. */
  readonly object?: number | undefined
  readonly kind: ChangeKind
  readonly ops: readonly Op[]
  readonly origin: ChangeOrigin
  /** Bytes by which the object grew, where the totals of its view are not told of it. */
  readonly grew?: number
}

/** An earlier change as merging needs it. */
export interface EarlierChange extends Pick<Change, 'log' | 'actor' | 'seq' | 'clock'> {
  /** Whether it only takes something back. */
  readonly yields: boolean
  hash(): Buffer
  /** Null where it was purged. */
  said(): readonly Op[] | null
}

/** Changes of one object before some others. */
export interface EarlierChanges {
  readonly count: number
  /** The latest first; read as far as they are gone through. */
  readonly changes: Iterable<EarlierChange>
  /** The last number of each replica among all of them; null where they are of several logs. */
  last(): Map<string, number> | null
}

export interface OpLog {
  /** Names this replica. */
  readonly actor: string
  /** Number of the log, made when it is new. */
  open(key: LogKey): number
  /** Number of the log, or null. */
  find(key: LogKey): number | null
  /** A change of this replica. `object`: its `numberOf`. */
  append(change: NewChange): {
    readonly hash: Buffer
    readonly clock: Clock
    readonly seq: number
    readonly object: number
  }
  /** Looks up at once what `accept` needs to know of these objects. */
  expect(schema: number, objectIds: Iterable<string>): void
  /**
   * A change of another replica that was checked and whose turn it is; what it says of an object that is gone for good is
   * not kept. The caller holds the transaction, and calls `flush` before it ends.
   */
  accept(change: IncomingChange, place: { readonly log: number; readonly schema: number }): Change
  /** In order of arrival, which respects what each had seen; `before`, `after`: only those at earlier, later positions. */
  ofObject(schema: number, objectId: string, before?: number, after?: number): readonly Change[]
  /** Those of an object before a position, the latest first. */
  earlier(schema: number, objectId: string, before: number): EarlierChanges
  /** The same for several objects, in the order asked for. */
  earlierOf(
    schema: number,
    asked: readonly { readonly objectId: string; readonly before: number }[],
  ): readonly EarlierChanges[]
  /** The number by which changes name an object; null where nothing was ever said of it. */
  numberOf(schema: number, objectId: string): number | null
  /** Ops of a row of `changes` as they were hashed; null where they are purged. Errors: `change_content_damaged`. */
  plainOps(stored: StoredOps): Buffer | null
  /** In order of arrival. */
  ofSchema(schema: number): readonly Change[]
  ofTurn(turnId: string): readonly Change[]
  ofCapability(capability: string): readonly Change[]
  /** Whether the log has this very change, or had it before it was dropped. */
  has(log: number, change: Pick<IncomingChange, 'actor' | 'seq' | 'hash'>): boolean
  keyOf(log: number): LogKey
  /** Null when there is none. `hash`: hex. */
  byHash(hash: string): Change | null
  /** In order of arrival, after `position`. */
  since(log: number, position: number, limit: number): readonly Change[]
  /** Hashes of a log in order of arrival: the leaves of its Merkle tree. */
  hashes(log: number): readonly Buffer[]
  /** Whether the writer of `change` had the change `seq` of `actor` before it. */
  saw(change: Pick<Change, 'log' | 'actor' | 'seq'>, other: { actor: string; seq: number }): boolean
  versionVector(log: number): VersionVector
  /** What a replica that has `since` lacks, as it travels, in order of arrival; `after`: only what is at later positions. */
  outgoing(log: number, since: VersionVector, after?: number): Iterable<IncomingChange>
  /** A change as it travels: everything `headerBytes` needs. */
  travelling(change: Pick<Change, 'position'>): IncomingChange
  /** The last change of a replica in a log; null when there is none. */
  head(log: number, actor: string): { readonly seq: number; readonly hash: Buffer | null } | null
  /**
   * Forgets what the changes of an object said, and keeps that they were made (asm.md 7.4). `gone`: for good, what other
   * replicas still say about it is not kept either.
   */
  purgeObject(schema: number, objectId: string, gone?: boolean): void
  /** Whether the object was deleted for good. */
  isGone(schema: number, objectId: string): boolean
  /** Removes every change of a schema; numbers go on where they were. */
  drop(schema: number): void
  /** Writes what `accept` put off: nothing of it can be read before. */
  flush(): void
  /** Sums up and indexes all changes: before views, or changes, are made anew. The caller holds the transaction. */
  indexAll(): void
  /** Indexes where much is not: nothing is remembered while a transaction of others goes on. */
  keepFewUnindexed(): void
  /** Forgets what is held in memory: after a transaction that failed. */
  forget(): void
  /** Newest first. */
  history(schema: number, objectId: string): ChangeRecord[]
  changesOf(call: { turnId: string; callId: string }): ChangeRef[]
}
