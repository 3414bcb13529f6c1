import { SatchelError } from '../../platform/errors.ts'
import type { Finding, Findings } from './findings.ts'
import { inspect, type Inspected } from './inspect.ts'
import { appsAskedFor } from './schema-section.ts'
import { checkClaim, checkClaimBy, type KeyOf, type TokenRange } from './signature.ts'
import type { AcpPackage, JsonObject } from '../../contract/packages.ts'

/** Checks a schema as state does when it is registered; throws a `SatchelError` if state would refuse it. */
export type CheckSchema = (input: { owner: string; schema: JsonObject; grants: readonly string[] }) => void

export interface ValidateOptions {
  /** Checks the schema against state; null checks the file alone. */
  readonly checkSchema: CheckSchema | null
  /** A draft has no signature yet. */
  readonly signature: 'required' | 'ignored'
}

export interface Validated {
  readonly sha256: string
  /** Null when a finding is an error. */
  readonly package: AcpPackage | null
  /** The section `metadata` as its author wrote it; null when a finding is an error. */
  readonly metadata: JsonObject | null
  readonly findings: Finding[]
  readonly signature: TokenRange | null
}

/**
 * All checks of an install except the user's consent: structure, schema, lint, signature (acp.md 4.1).
 * Reports all problems of the file at once. Makes no requests, so an author whose DID is not a `did:key` is
 * `did_unresolvable`.
 */
export const validatePackage = (bytes: Uint8Array, file: string, options: ValidateOptions): Validated => {
  const inspected = inspect(bytes, file)
  const findings = inspected.findings.fork()
  if (options.signature === 'required' && inspected.claim !== null) checkClaim(inspected.claim, findings)
  return conclude(inspected, findings, options.checkSchema)
}

/**
 * The same for authors of every DID method: `keyOf` resolves the key. A DID that cannot be resolved, or does
 * not list the key, is a problem of the file (`did_unresolvable`, `key_not_authorized`).
 */
export const verifyPackage = async (
  bytes: Uint8Array,
  file: string,
  options: { readonly checkSchema: CheckSchema | null; readonly keyOf: KeyOf },
): Promise<Validated> => {
  const inspected = inspect(bytes, file)
  const findings = inspected.findings.fork()
  if (inspected.claim !== null) await checkClaimBy(inspected.claim, findings, options.keyOf)
  return conclude(inspected, findings, options.checkSchema)
}

const conclude = (
  { sha256, content, metadata, signature, schema }: Inspected,
  findings: Findings,
  checkSchema: CheckSchema | null,
): Validated => {
  // State would refuse again, in other words, what the file alone shows to be wrong.
  if (checkSchema !== null && content !== null && schema.isSound && content.capUri !== '') {
    const grants = appsAskedFor(content.schema)
    const problem = refusalOf(checkSchema, { owner: content.capUri, schema: content.schema, grants })
    if (problem !== null) findings.error('schema_refused', schema.place, problem)
  }
  const isValid = content !== null && !findings.hasErrors()
  return {
    sha256,
    package: isValid ? { sha256, ...content } : null,
    metadata: isValid ? metadata : null,
    findings: findings.all(),
    signature,
  }
}

const refusalOf = (
  checkSchema: CheckSchema,
  input: Parameters<CheckSchema>[0],
): { found: string; params: Record<string, string | number> } | null => {
  try {
    checkSchema(input)
    return null
  } catch (thrown) {
    if (!(thrown instanceof SatchelError)) throw thrown
    const { problem = thrown.code } = thrown.params
    return { found: String(problem), params: { ...thrown.params, reason: thrown.code } }
  }
}
