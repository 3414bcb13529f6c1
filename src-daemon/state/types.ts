import type { Language } from '../contract/language.ts'
import type { FieldDifference, RevertReport, RevertTarget } from '../contract/state-history.ts'
import type { Expiry, PurgeReport, ScopeUsage } from '../contract/state-lifecycle.ts'
import type {
  Anchor,
  ConsistencyProof,
  InclusionProof,
  ObjectProof,
  ProofVerdict,
  Snapshot,
} from '../contract/state-proofs.ts'
import type { ExportReport, ImportReport, ViewCheck } from '../contract/state-sync.ts'
import type {
  ChangeOrigin,
  ChangeRecord,
  ChangeRef,
  CountResult,
  JsonRecord,
  QueryExplanation,
  ScopeSummary,
  StateObject,
} from '../contract/state.ts'

/** What a capability (or the owner) works on: the log and tables of one memory scope. */
export interface StateAccess {
  /** `did:nuwa:cap:note`, or `core`. */
  readonly owner: string
  readonly scope: string
  readonly origin: ChangeOrigin
  /** What was delegated to it elsewhere, by authorizations that were checked before (asm.md 8). */
  readonly delegated?: readonly {
    readonly owner: string
    readonly scope: string
    readonly actions: readonly string[]
  }[]
  /** Whether it has the permission `storage.large` (asm.md 3). */
  readonly largeObjects?: boolean
}

/** Result of a change: the object as it now is, and the change to point at. */
export interface Changed {
  readonly object: StateObject
  readonly change: ChangeRef
}

export interface QueryResult {
  readonly items: readonly StateObject[]
  readonly cursor: string | null
  /** Where `explain` was asked for. */
  readonly explain?: QueryExplanation
}

/** Everything kept for one owner, as JSON values: what is saved before it is purged (asm.md 7). */
export interface OwnerExport {
  readonly schemas: readonly {
    readonly schemaUri: string
    readonly scope: string
    readonly title: string
    readonly schema: JsonRecord
  }[]
  /** As they now are, those that were deleted softly too. `version`: hash of the last change. */
  readonly objects: readonly {
    readonly id: string
    readonly schemaUri: string
    readonly scope: string
    readonly version: string
    readonly updatedAt: string
    readonly deleted: boolean
    readonly object: JsonRecord
  }[]
  /** Oldest first within a schema. `ops` is null where what was said was purged; `opsHash` still names it. */
  readonly history: readonly {
    readonly hash: string
    readonly scope: string
    readonly schemaUri: string
    readonly objectId: string
    readonly kind: 'create' | 'update' | 'delete'
    readonly actor: string
    readonly seq: number
    /** The hybrid logical clock as it was hashed, and its time. */
    readonly clock: string
    readonly at: string
    /** Hash of the change before it of the same replica, and what of other replicas it had newly seen. */
    readonly previous: string | null
    readonly seen: Readonly<Record<string, number>>
    readonly origin: ChangeOrigin
    readonly ops: readonly unknown[] | null
    readonly opsHash: string
  }[]
}

/**
 * State with a schema, a merge rule per field, a history and a proof. What changes something is synchronous: one SQLite
 * transaction each, durable when it returns; `together` lets callers that come at once share one.
 */
export interface StateService {
  /**
   * Makes a schema usable in a scope and pins its body by `$id`; repeating it is free.
   * Errors: `schema_invalid`, `schema_changed_without_version`, `schema_id_conflict`.
   */
  registerSchema(input: {
    owner: string
    scope: string
    title: string
    schema: Readonly<Record<string, unknown>>
    /** Namespaces of apps this owner was granted, such as `did:nuwa:app:planner` (asm.md 1.6). */
    grants?: readonly string[] | undefined
  }): void
  /** Checks a schema as `registerSchema` would, and changes nothing. */
  checkSchema(input: {
    owner: string
    schema: Readonly<Record<string, unknown>>
    grants?: readonly string[] | undefined
  }): void
  /** Errors: `validation_failed` (`details.pointers`), `quota_exceeded`, `schema_unknown`, `permission_denied`. */
  create(access: StateAccess, input: { schemaUri: string; object: JsonRecord }): Changed
  /**
   * `patch` is a JSON Patch list or an object of `$set $unset $inc $push $addToSet` (asm.md 5).
   * Errors: those of `create`, `not_found`, `version_conflict`, `crdt_violation`.
   */
  update(
    access: StateAccess,
    input: { schemaUri: string; id: string; patch: unknown; ifVersion?: string | undefined },
  ): Changed
  /** `hard` also purges what its changes said. Errors: `not_found`, `schema_unknown`, `permission_denied`. */
  delete(access: StateAccess, input: { schemaUri: string; id: string; mode: 'soft' | 'hard' }): ChangeRef
  /**
   * Runs `work` (synchronous calls of this service) in the next shared transaction and resolves when it is on the disk;
   * work that throws is undone alone.
   */
  together<T>(work: () => T): Promise<T>
  /**
   * Finds objects (asm.md 6). `query` is an `AsmQuery`, or a bare filter on the access's only schema. Rows and time are
   * metered; what takes long runs beside other calls. `offset`: so many rows are passed over first, for who shows rows by
   * their number; it is no part of ASM-QL, goes without a cursor, and each row passed counts as a row that was read.
   * Errors: `asmql_invalid`, `asmql_unknown_operator`, `asmql_unknown_field`, `asmql_cursor_invalid`, `asmql_cost_exceeded`,
   * `schema_unknown`, `permission_denied`.
   */
  query(
    access: StateAccess,
    query: unknown,
    page?: { readonly offset?: number | undefined },
  ): Promise<QueryResult>
  /** How many objects `from` and `where` find. Errors: those of `query`. */
  count(access: StateAccess, query: unknown): Promise<CountResult>
  get(input: { schemaUri: string; id: string }): StateObject
  /** Newest first. */
  history(input: { schemaUri: string; id: string }): readonly ChangeRecord[]
  /** What one tool call of a turn changed, oldest first; empty when it changed nothing. */
  changesOf(call: { turnId: string; callId: string }): readonly ChangeRef[]
  scopes(): readonly ScopeSummary[]
  /** `write` is called before objects of a core model are read: who holds back writes to them writes them then. */
  beforeReading(schemaUri: string, write: () => void): void
  /** The access with which the owner edits objects of `schemaUri` by hand. Errors: `schema_unknown`. */
  ownerAccess(schemaUri: string, via: 'renderer' | 'cli' | 'mcp' | 'internal'): StateAccess
  /** Makes the objects of the core models that are not there yet (asm.md 4.2); they can be updated, not made or deleted. */
  ensureCoreModels(first: { language: Language }): void
  /** Reads every object, change and schema of a capability; empty lists when there are none. */
  exportOwner(owner: string): OwnerExport
  /** Removes every object, change and schema of a capability. */
  purgeOwner(owner: string): void
  onChange(listener: (change: ChangeRef) => void): () => void
  readonly past: StatePast
  readonly sync: StateSync
  readonly lifecycle: StateLifecycle
  readonly proofs: StateProofs
  /** Ends workers and timers; the database is the caller's. */
  close(): Promise<void>
}

/** Earlier versions, and taking things back (asm.md 9.1). */
export interface StatePast {
  /**
   * The object as it stood here when the change `version` (hex hash) had come in. Errors: `not_found`, `content_purged`, whose
   * `details` say what is still known of that change.
   */
  at(input: { schemaUri: string; id: string; version: string }): StateObject
  /** What differs in each field; `from: null` is before the object was made. Errors: those of `at`. */
  difference(input: {
    schemaUri: string
    id: string
    from: string | null
    to: string
  }): readonly FieldDifference[]
  /**
   * Takes changes back by new ones; what was changed again since then, by others, stays and is named. All in one
   * transaction. Errors: `change_unknown` where there is nothing to take back.
   */
  revert(input: {
    target: RevertTarget
    via: 'renderer' | 'cli' | 'mcp' | 'internal'
    dryRun: boolean
  }): RevertReport
}

/** Change sets between two data directories of one owner. */
export interface StateSync {
  /**
   * Writes what `since` (a version vector per log, from `vectors`) lacks; everything when null. `after` null: the first part of
   * that, which is small enough not to keep others waiting; `next` of a part: the part after it. Each part is a change set, and
   * so are they all, one after the other. Left out: everything as one part. Errors: `change_set_too_large`, `scope_unknown`,
   * `change_set_other_owner`.
   */
  export(input: { scopes: readonly string[] | null; since: unknown; after?: string | null | undefined }): {
    readonly bytes: Uint8Array
    readonly report: ExportReport
    /** Null with the last part. */
    readonly next: string | null
  }
  /**
   * Reads a change set, checks every hash, and merges it; all or nothing.
   * Errors: `change_set_invalid`, `change_set_other_owner`, `schema_changed_without_version`, `quota_exceeded`.
   */
  import(bytes: Uint8Array): ImportReport
  /** What is here of each log, as JSON for `export` elsewhere. */
  vectors(): unknown
  /** Makes every view again from the logs, with the same result. */
  rebuild(): ViewCheck
  /** Compares every view with what the logs say, and changes nothing. */
  check(): ViewCheck
}

/** What leaves, what is kept small, and what uses space (asm.md 7). */
export interface StateLifecycle {
  usage(): readonly ScopeUsage[]
  expiries(): readonly Expiry[]
  /** Does now what the background does from time to time. */
  purge(): PurgeReport
  /** Bytes a scope may take. Errors: `not_found`. */
  setLimit(input: { owner: string; scope: string; limit: number }): void
  /** Purges from time to time, until `close`. What fails is told to `report` and tried again the next time. */
  start(report: (problem: unknown) => void): void
}

/** What can be shown to a third party (asm.md 9.2). Where anchors are kept may be far away, hence the promises. */
export interface StateProofs {
  /** Errors: `scope_unknown`. */
  snapshot(input: { owner: string; scope: string }): Snapshot
  /** Writes the snapshot into the anchor log. Errors: those of `snapshot`, `anchor_log_broken`. */
  anchor(input: { owner: string; scope: string }): Promise<Anchor>
  /** Oldest first. Errors: `anchor_log_broken`. */
  anchors(input?: { owner: string; scope: string }): Promise<readonly Anchor[]>
  /**
   * That a change (hex hash) is part of its scope: of the last anchor that has it, else of the scope as it is now.
   * Errors: `change_unknown`, `proof_log_changed`, `anchor_log_broken`.
   */
  inclusion(input: { change: string }): Promise<InclusionProof>
  /** The same for every change an object is made of. Errors: those of `inclusion`, `not_found`. */
  object(input: { schemaUri: string; id: string }): Promise<ObjectProof>
  /**
   * That the scope as it is now begins with what was anchored; `fromSize` is at least 1. Errors: `scope_unknown`,
   * `proof_log_changed`, `anchor_log_broken`.
   */
  consistency(input: { owner: string; scope: string; fromSize: number }): Promise<ConsistencyProof>
  /**
   * Checks a proof of any kind; says what holds and what does not. `expected`: a root, digest or anchor hash (hex) that was
   * received in another way.
   */
  verify(proof: unknown, expected?: string): ProofVerdict
}
