import type { ChangeOrigin } from '../../contract/state.ts'
import type { Annotations } from './annotations.ts'

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

/** What an access is for. */
export type Verb = 'read' | 'write'

/** What asm.md 8 asks of a schema. */
interface Guarded {
  readonly uri: string
  readonly owner: string
  readonly scope: string
  readonly annotations: Annotations
}

const READING = 'state.query'

/**
 * Why the access may not do this with the schema, or null: its owner works with it in its scope; others can at most read,
 * where it is `public`, or `shared` and they hold a delegated authorization (asm.md 8).
 */
export const accessProblem = (schema: Guarded, access: StateAccess, verb: Verb): string | null => {
  const { uri, owner, scope, annotations } = schema
  if (access.owner === owner && access.scope === scope) return null
  const whose = `${uri} belongs to ${owner} in ${scope}`
  if (verb === 'write' || annotations.visibility === 'private') return whose
  if (annotations.visibility === 'public') return null
  const isDelegated = access.delegated?.some(
    (right) => right.owner === owner && right.scope === scope && right.actions.includes(READING),
  )
  return isDelegated === true
    ? null
    : `${whose} and is shared: ${access.owner} needs a delegated authorization for ${READING} on ${scope}`
}
