import type { AppGrants } from './objects/app-grants.ts'
import type { Label } from '../contract/labels.ts'
import type { Language } from '../contract/language.ts'
import type { ChangeRef, JsonRecord, ScopeSummary, StateObject, Visibility } from '../contract/state.ts'
import type { FormerName } from '../contract/state-sync.ts'
import type { Queries } from './asmql/query.ts'
import type { OwnerExport } from './export.ts'
import type { StateHistory } from './history/history.ts'
import type { StateLifecycle } from './lifecycle/lifecycle.ts'
import type { Changed } from './objects/writing.ts'
import type { Search } from './search/search.ts'
import type { KnownSchemas } from './resolution/known.ts'
import type { StateProofs } from './proofs/proofs.ts'
import type { StateAccess } from './schema/schema.ts'
import type { StateSync } from './sync/sync.ts'

export type { SchemaOfPackage, SchemaResolver, SchemaSource, WantedSchema } from './resolution/types.ts'
export type { DelegatedAction, StateAccess, StateAction } from './schema/schema.ts'

/**
 * State with a schema, a merge rule per field, a history and proofs. Changes are synchronous: one SQLite transaction
 * each, durable on return; `together` lets concurrent callers share one.
 */
export interface StateService {
  /**
   * Makes a schema usable in a scope and pins its body by `$id`; repeating it is free. Errors: `schema_invalid`,
   * `schema_changed_without_version`, `schema_id_conflict`.
   */
  registerSchema(input: {
    owner: string
    scope: string
    title: string
    schema: Readonly<Record<string, unknown>>
    /** Namespaces of apps this owner was granted, such as `did:nuwa:app:planner` (asm.md 1.6). */
    grants?: readonly string[] | undefined
  }): void
  /** Checks a schema like `registerSchema`, and changes nothing. */
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
  /** `hard` also purges the content of its changes. Errors: `not_found`, `schema_unknown`, `permission_denied`. */
  delete(access: StateAccess, input: { schemaUri: string; id: string; mode: 'soft' | 'hard' }): ChangeRef
  /**
   * Runs `work` (synchronous calls of this service) in the next shared transaction and resolves when it is on the disk;
   * work that throws is rolled back alone. Work on a text waits until Automerge is loaded, and keeps nothing else
   * waiting.
   */
  together<T>(work: () => T): Promise<T>
  /** Runs `work`, synchronous calls that read or revert, once Automerge is loaded if they need it. */
  onceLoaded<T>(work: () => T): Promise<T>
  readonly query: Queries['query']
  readonly count: Queries['count']
  get(input: { schemaUri: string; id: string }): StateObject
  readonly search: Search['search']
  readonly links: Search['links']
  /** What one tool call of a turn changed, oldest first; empty if nothing. */
  changesOf(call: { turnId: string; callId: string }): readonly ChangeRef[]
  /**
   * The label of all that these objects were ever written with, without ids that of all of the schema. Its keepers are those beside the
   * capability whose objects they are.
   */
  labelOf(input: { schemaUri: string; ids?: readonly string[] }): Label
  scopes(): readonly ScopeSummary[]
  /**
   * `write` is called before objects of a core model are read, so that a caller that delays writes can do them first.
   */
  beforeReading(schemaUri: string, write: () => void): void
  /** The access for the owner's manual edits of objects of `schemaUri`. Errors: `schema_unknown`. */
  ownerAccess(schemaUri: string, via: 'renderer' | 'cli' | 'mcp' | 'internal'): StateAccess
  /** The owner of a schema, and who else may use its objects. Errors: `schema_unknown`. */
  schemaFacts(schemaUri: string): { owner: string; scope: string; visibility: Visibility }
  /**
   * Registers a schema of the owner's own, in `did:nuwa:user:`, and returns its URI. `name`, such as `Recipe#v1`, replaces its
   * `$id`. Errors: those of `registerSchema`.
   */
  registerOwn(input: { schema: JsonRecord; scope: string; name?: string | undefined }): { uri: string }
  /** Removes a schema of the owner's own with all its objects. Errors: `schema_unknown`, `permission_denied`. */
  removeOwn(schemaUri: string): void
  /** The schemas that are here, that were found before, and that are missing. */
  readonly schemas: KnownSchemas
  /** Creates the missing objects of the core models (asm.md 4.2); they can be updated, not created or deleted. */
  ensureCoreModels(first: { language: Language }): void
  /** Reads every object, change and schema of a capability; empty lists when there are none. */
  exportOwner(owner: string): OwnerExport
  /** Removes every object, change and schema of a capability. */
  purgeOwner(owner: string): void
  onChange(listener: (change: ChangeRef) => void): () => void
  /** Names under which this data was written before, oldest first. */
  formerNames(): readonly FormerName[]
  /** Which capabilities may use the namespaces of apps. */
  readonly apps: AppGrants
  readonly history: StateHistory
  readonly sync: StateSync
  readonly lifecycle: StateLifecycle
  readonly proofs: StateProofs
  /** Ends workers and timers; the caller closes the database. */
  close(): Promise<void>
}
