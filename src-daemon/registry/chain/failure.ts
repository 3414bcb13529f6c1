import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  InsufficientFundsError,
} from 'viem'
import { SatchelError } from '../../platform/errors.ts'
import type { ErrorCode, TextParams } from '../../text/index.ts'

/** What the call was about, for error messages. */
export interface FailureContext {
  readonly host: string
  readonly capUri?: string | undefined
  readonly semver?: string | undefined
  readonly address?: string | undefined
}

/** The guard's error codes for a node that does not answer. What the guard refused is passed on unchanged. */
const UNREACHABLE = ['network_unreachable', 'network_timeout', 'network_interrupted']

/** The contract's custom errors, each with its error code. */
const reverts: Readonly<Record<string, ErrorCode>> = {
  InvalidCapUri: 'registry_input_invalid',
  InvalidSemver: 'registry_input_invalid',
  InvalidCid: 'registry_input_invalid',
  InvalidSha256: 'registry_input_invalid',
  InvalidAuthor: 'registry_input_invalid',
  InvalidReason: 'registry_input_invalid',
  InvalidVote: 'registry_input_invalid',
  InvalidRoot: 'registry_input_invalid',
  UnknownName: 'registry_name_unknown',
  UnknownVersion: 'registry_version_unknown',
  NotOwner: 'registry_name_owned',
  NotOffered: 'registry_not_offered',
  OtherAuthor: 'registry_other_author',
  VersionExists: 'registry_version_exists',
  AlreadyYanked: 'registry_already_yanked',
  SameVote: 'registry_same_vote',
  AlreadyAnchored: 'registry_already_anchored',
}

/**
 * Turns anything the library threw into an error a person can act on: `chain_unreachable`, `chain_funds`, the
 * code of a custom error of the contract (`registry_*`), `chain_reverted` for any other refusal by a
 * contract, else `chain_failed`.
 */
export const chainFailure = (thrown: unknown, context: FailureContext): SatchelError => {
  if (thrown instanceof SatchelError) return thrown
  const { host, capUri = '', semver = '', address = '' } = context
  const said = find(thrown, (error) => error instanceof SatchelError)
  if (said !== null) {
    if (!UNREACHABLE.includes(said.code) && said.code !== 'response_too_large') return said
    const problem =
      said.code === 'response_too_large' ? said.code : String(said.params['problem'] ?? said.code)
    return failure('chain_unreachable', { host, problem }, thrown)
  }
  const revert = find(thrown, (error) => error instanceof ContractFunctionRevertedError)
  if (revert !== null) {
    const { data, reason } = revert
    const name = data?.errorName ?? ''
    const code = reverts[name]
    if (code === undefined) return failure('chain_reverted', { problem: shortened(reason ?? name) }, thrown)
    const argument = data?.args?.[0]
    return failure(
      code,
      {
        name: capUri,
        version: semver,
        what: name,
        by: typeof argument === 'string' ? shortened(argument) : '',
      },
      thrown,
    )
  }
  if (find(thrown, (error) => error instanceof ContractFunctionZeroDataError) !== null)
    return failure('chain_reverted', { problem: 'no data' }, thrown)
  if (find(thrown, (error) => error instanceof InsufficientFundsError) !== null)
    return failure('chain_funds', { address, needed: '?', balance: '?' }, thrown)
  const problem = thrown instanceof BaseError ? thrown.shortMessage : String(thrown)
  const status = statusOf(thrown)
  if (status !== null) return failure('chain_unreachable', { host, problem: status }, thrown)
  // The node answered, but not in JSON-RPC.
  if (find(thrown, (error) => error instanceof SyntaxError) !== null)
    return failure('chain_failed', { host, problem: 'JSON' }, thrown)
  if (/HTTP request failed|took too long/.test(problem))
    return failure('chain_unreachable', { host, problem: 'no answer' }, thrown)
  return failure('chain_failed', { host, problem: shortened(detailOf(thrown) ?? problem) }, thrown)
}

/** A contract's or node's message becomes part of a sentence: one line, cut to size. */
const shortened = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').slice(0, 200)

const detailOf = (thrown: unknown): string | null =>
  thrown instanceof BaseError && thrown.details !== '' ? thrown.details : null

/** The HTTP status the node answered with; null if there was none. */
const statusOf = (thrown: unknown): string | null => {
  const http = find(
    thrown,
    (error): error is Error & { status: number } => 'status' in error && typeof error.status === 'number',
  )
  return http === null ? null : `HTTP ${String(http.status)}`
}

const failure = (code: ErrorCode, params: TextParams, cause: unknown): SatchelError =>
  new SatchelError(code, { params, details: params, cause })

const find = <T extends Error>(thrown: unknown, is: (error: Error) => error is T): T | null => {
  let current = thrown
  for (let depth = 0; depth < 12 && current instanceof Error; depth += 1) {
    if (is(current)) return current
    current = current.cause
  }
  return null
}
