import type { FieldOp } from '../policies/types.ts'
import type { JsonObject } from '../base/json.ts'
import type { Label } from '../../contract/labels.ts'
import type { ChangeOrigin, ChangeRecord, ChangeRef } from '../../contract/state.ts'
import type { ObjectKey } from '../base/object-key.ts'
import type { Clock } from '../base/time.ts'
import type { RetractedObject } from './retractions.ts'

/**
 * An op of a change to one object. A change concerns a single object: a `create`, a `delete`, or ops on fields, each
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

/** A change as stored in the log. `hash` covers everything else; of purged content only `opsHash` is left. */
export interface Change {
  /** Order of arrival at this replica, across all logs. */
  readonly position: number
  /** Row of the log, and of the schema. */
  readonly log: number
  readonly schema: number
  readonly schemaUri: string
  readonly objectId: string
  readonly kind: ChangeKind
  /** Its replica, or the branch of it (base/names.ts). */
  readonly actor: string
  /** Its number within its replica and log, from 1. */
  readonly seq: number
  readonly clock: Clock
  /** The time by which it is compared, if its writer retracted its clock (log/retractions.ts). */
  readonly time?: Clock | undefined
  /** What its writer had newly seen of other replicas, as in the header. */
  readonly seen: Readonly<Record<string, number>>
  readonly origin: ChangeOrigin
  readonly ops: readonly Op[] | null
  readonly opsHash: Buffer
  readonly hash: Buffer
}

/** Ops as in a row of `changes`, and whose they are. */
export interface StoredOps {
  /** Row of the schema. */
  readonly schema: number
  readonly object_id: ObjectKey
  readonly ops: Buffer | null
  readonly ops_hash: Buffer | null
}

/**
 * Last `seq` seen of each replica. In a header, the name also says the hash of that change (`seenName`), because two
 * replicas may have shared a name.
 */
export type VersionVector = Readonly<Record<string, number>>

/** Some changes of a replica, the last one first: by number, the start of the hash in hex. */
export interface Head {
  /** The replica's name, without a branch. */
  readonly actor: string
  readonly changes: readonly (readonly [seq: number, hash: string])[]
}

/** An object with changes whose writer got another name, or that are compared otherwise than before. */
export interface DividedObject {
  readonly schemaUri: string
  readonly objectId: string
}

/**
 * A change as exchanged between replicas: everything its hash covers, and the hash. `headerBytes` gives what was
 * hashed. Bytes are as they were hashed, so nothing has to be decoded to be verified or passed on.
 */
export interface IncomingChange {
  /** DID of the data's owner at the time of writing. */
  readonly owner: string
  /** The log: owner of the schema (`did:nuwa:cap:note`, `core`) and memory scope. */
  readonly space: string
  readonly scope: string
  readonly actor: string
  readonly seq: number
  readonly clock: Clock
  /** Hash of this actor's change `seq - 1` in this log; null for the first. */
  readonly previous: Uint8Array | null
  readonly seen: VersionVector
  readonly origin: ChangeOrigin
  readonly schema: string
  readonly object: string
  readonly kind: ChangeKind
  /** `encodeOps` of the ops; null if they were purged. */
  readonly ops: Uint8Array | null
  readonly opsHash: Uint8Array
  readonly hash: Uint8Array
}

/** The result of integrating changes of other replicas. */
export interface Integrated {
  /** Applied now, including those that waited before; known already; waiting for changes (or a schema) not here yet. */
  readonly applied: number
  readonly known: number
  readonly waiting: number
  /** Objects whose view changed; of these, those that no longer fit their schema, and those with concurrent values. */
  readonly objects: number
  readonly invalid: number
  readonly conflicts: number
  /** Logs that received changes. */
  readonly logs: readonly LogKey[]
  /** Which objects those are. */
  readonly touched: readonly TouchedObject[]
}

export interface TouchedObject {
  readonly schemaUri: string
  readonly objectId: string
}

export interface NewChange {
  readonly log: number
  readonly schema: number
  readonly schemaUri: string
  readonly objectId: string
  /** `numberOf` the object, if known and not 0. */
  readonly object?: number | undefined
  readonly kind: ChangeKind
  readonly ops: readonly Op[]
  readonly origin: ChangeOrigin
  /** Bytes by which the object grew, if its view's totals aren't updated separately. */
  readonly grew?: number
}

/** An earlier change, as needed for merging. */
export interface EarlierChange extends Pick<Change, 'log' | 'actor' | 'seq' | 'clock' | 'time'> {
  /** Whether it is a revert. */
  readonly yields: boolean
  hash(): Buffer
  /** Null if it was purged. */
  said(): readonly Op[] | null
}

/** Changes of one object before some others. */
export interface EarlierChanges {
  readonly count: number
  /** Latest first; read as far as they are iterated. */
  readonly changes: Iterable<EarlierChange>
  /** The last number of each replica among all of them; null if they are of several logs. */
  last(): Map<string, number> | null
}

/** The last change of a replica in a log. */
export interface End {
  readonly actor: string
  readonly seq: number
  readonly hash: Buffer
  /** Its clock, in milliseconds since 1970. */
  readonly ms: number
}

export interface OpLog {
  /** This replica's name; it changes when another one turns out to have it. */
  readonly actor: string
  /** Number of the log, which is created if it is new. */
  open(key: LogKey): number
  /** Number of the log, or null. */
  find(key: LogKey): number | null
  /** Appends a change of this replica. `object`: its `numberOf`. `retracts`: `retracted` must be asked. */
  append(change: NewChange): {
    readonly hash: Buffer
    readonly clock: Clock
    readonly seq: number
    readonly object: number
    readonly retracts: boolean
  }
  /** Loads what `accept` needs to know about these objects, at once. */
  expect(schema: number, objectIds: Iterable<string>): void
  /**
   * Appends a change of another replica, once it is verified and next in order; its content isn't stored if the object
   * is gone for good. The caller holds the transaction, and calls `flush` before it ends.
   */
  accept(change: IncomingChange, place: { readonly log: number; readonly schema: number }): Change
  /** In order of arrival, which respects causality; `before`, `after`: only those at earlier or later positions. */
  ofObject(schema: number, objectId: string, before?: number, after?: number): readonly Change[]
  /** Those of an object before a position, latest first. */
  earlier(schema: number, objectId: string, before: number): EarlierChanges
  /** The same for several objects, in the order given. */
  earlierOf(
    schema: number,
    asked: readonly { readonly objectId: string; readonly before: number }[],
  ): readonly EarlierChanges[]
  /** The number by which changes name an object; null if there was never a change of it. */
  numberOf(schema: number, objectId: string): number | null
  /** Ops of a row of `changes` as they were hashed; null if they were purged. Errors: `change_content_damaged`. */
  plainOps(stored: StoredOps): Buffer | null
  /** In order of arrival. */
  ofSchema(schema: number): readonly Change[]
  ofTurn(turnId: string): readonly Change[]
  ofCapability(capability: string): readonly Change[]
  /** Positions of the changes that Satchel made for this reason, after a position. */
  positionsOf(reason: string, after: number): readonly number[]
  /** The change at a position; null if there is none. */
  at(position: number): Change | null
  /** Whether a damaged disk took the replica's change of this number, and it hasn't been brought back. */
  isLost(log: number, replica: string, seq: number): boolean
  /**
   * Takes lost changes back in, as far as they are offered; `touched`: also those that got another place for it. The
   * caller replays their objects. The caller holds the transaction.
   */
  refill(offers: {
    /** Changes of a replica after `after` and before `seq`, each with its hash verified. */
    of(log: number, replica: string, between: { after: number; seq: number }): readonly IncomingChange[]
    /** Whether a part of what is lost may be taken from another that wrote as this replica. */
    isTrusted(log: number, replica: string): boolean
    /** Null where it isn't here. */
    schemaOf(change: IncomingChange): number | null
  }): { readonly taken: readonly IncomingChange[]; readonly touched: readonly Change[] }
  /** Whether the log has exactly this change, or had it before it was dropped. */
  has(log: number, change: Pick<IncomingChange, 'actor' | 'seq' | 'hash'>): boolean
  keyOf(log: number): LogKey
  /** Null when there is none. `hash`: hex. */
  byHash(hash: string): Change | null
  /** In order of arrival, after `position`. */
  since(log: number, position: number, limit: number): readonly Change[]
  /** Hashes of a log in order of arrival: the leaves of its Merkle tree. */
  hashes(log: number): readonly Buffer[]
  /** Whether the writer of `change` had seen the change `seq` of `actor`. */
  saw(change: Pick<Change, 'log' | 'actor' | 'seq'>, other: { actor: string; seq: number }): boolean
  /**
   * The objects whose changes are compared by another time since the last call, because their writer retracted its
   * clock; to be called after `flush`. They have to be rebuilt.
   */
  retracted(): readonly RetractedObject[]
  versionVector(log: number): VersionVector
  /**
   * The changes a replica with `since` lacks, for exchange, in order of arrival; `after`: only those at later
   * positions.
   */
  outgoing(log: number, since: VersionVector, after?: number): Iterable<IncomingChange>
  /** A change for exchange: everything `headerBytes` needs. */
  travelling(change: Pick<Change, 'position'>): IncomingChange
  /** The greatest number among a replica's changes here; 0 without any. */
  last(log: number, replica: string): number
  /** Whether a replica's changes of this number were dropped with the owner of the log. */
  isDropped(log: number, replica: string, seq: number): boolean
  /** Whether the change before it is here. */
  follows(log: number, change: Pick<IncomingChange, 'actor' | 'seq' | 'previous' | 'hash'>): boolean
  /** Whether any change has this hash. */
  isHere(hash: Uint8Array): boolean
  /** Whether everything is here that a header says was seen. */
  sawAll(log: number, seen: VersionVector): boolean
  /** For each writer here, as in `versionVector`, up to which number another replica with these heads has it. */
  knownTo(log: number, heads: readonly Head[]): VersionVector
  /** What `knownTo` needs elsewhere. */
  heads(log: number): readonly Head[]
  /** Objects with changes whose writer got another name since this was last asked; to be replayed. */
  takeDivided(): readonly DividedObject[]
  /** The last change of each replica here; of one whose name two replicas shared, that of each branch. */
  ends(log: number): readonly End[]
  /** Whether two replicas wrote under this name, as after a data directory was copied. */
  isBranched(log: number, replica: string): boolean
  /**
   * Purges the content of an object's changes but keeps the fact that they were made (asm.md 7.4). `gone`: for good, so
   * that content other replicas still send isn't stored either.
   */
  purgeObject(schema: number, objectId: string, gone?: boolean): void
  /** Whether the object was deleted for good. */
  isGone(schema: number, objectId: string): boolean
  /** Removes every change of a schema; numbers continue where they were. */
  drop(schema: number): void
  /** Writes what `accept` queued; it can't be read before. */
  flush(): void
  /** Indexes all changes: before views or changes are rebuilt. The caller holds the transaction. */
  indexAll(): void
  /** Indexes if many changes aren't: nothing is cached during another room's transaction. */
  keepFewUnindexed(): void
  /** Drops what is cached in memory, after a failed transaction. */
  forget(): void
  /** Newest first. */
  history(schema: number, objectId: string): ChangeRecord[]
  changesOf(call: { turnId: string; callId: string }): ChangeRef[]
  /** The label of these objects, or of any of the schema: of all that they were ever written with. */
  labelOf(schema: number, objectIds: readonly string[] | 'any'): Label
}
