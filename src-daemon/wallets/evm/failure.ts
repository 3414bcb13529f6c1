import {
  BaseError,
  ExecutionRevertedError,
  InsufficientFundsError,
  RawContractError,
  HttpRequestError,
  TimeoutError,
} from 'viem'
import { SatchelError } from '../../platform/errors.ts'
import type { ErrorCode, TextParams } from '../../text/index.ts'

/** The guard's codes for a node that doesn't answer; what the guard refused is passed on unchanged. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'network_unreachable',
  'network_timeout',
  'network_interrupted',
])

/** What a node or the library says, as an error that a person can act on: `chain_unreachable`, `chain_funds`, `wallet_reverted`, `chain_failed`. */
export const nodeFailure = (
  thrown: unknown,
  { host, address }: { host: string; address: string },
): SatchelError => {
  const chain = causesOf(thrown)
  const own = chain.find((one) => one instanceof SatchelError)
  if (own !== undefined) {
    if (!UNREACHABLE.has(own.code)) return own
    return failure('chain_unreachable', { host, problem: String(own.params['problem'] ?? own.code) }, thrown)
  }
  if (chain.some((one) => one instanceof InsufficientFundsError))
    return failure('chain_funds', { address, needed: '?', balance: '?' }, thrown)
  const problem = shortened(detailOf(thrown))
  if (chain.some((one) => one instanceof ExecutionRevertedError || one instanceof RawContractError))
    return failure('wallet_reverted', { problem }, thrown)
  if (chain.some((one) => one instanceof HttpRequestError || one instanceof TimeoutError))
    return failure('chain_unreachable', { host, problem: 'HTTP' }, thrown)
  return failure('chain_failed', { host, problem }, thrown)
}

const failure = (code: ErrorCode, params: TextParams, cause: unknown): SatchelError =>
  new SatchelError(code, { params, details: params, cause })

const causesOf = (thrown: unknown): readonly Error[] => {
  const all: Error[] = []
  for (let at = thrown; at instanceof Error && all.length < 12; at = at.cause) all.push(at)
  return all
}

const detailOf = (thrown: unknown): string => {
  if (!(thrown instanceof BaseError)) return String(thrown)
  return thrown.details === '' ? thrown.shortMessage : thrown.details
}

/** A node's words become part of a sentence: one line, cut to size. */
const shortened = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').slice(0, 200)
