import canonicalize from 'canonicalize'
import { sha256Hex } from '../platform/sha256.ts'
import type { CapabilityRef } from '../contract/capability-ref.ts'

/**
 * What one tool call of a turn is known by: the same for the same call, whoever works it out again. It is the call's id, what
 * the activity log is asked for after a crash, and the idempotency key services are given. 128 bits of a SHA-256, as hex.
 */
export const callKey = (call: {
  conversationId: string
  turnId: string
  /** Which call of the turn it is, from 0. */
  index: number
  ref: CapabilityRef
  arguments: Readonly<Record<string, unknown>>
}): string => {
  const { conversationId, turnId, index, ref, arguments: args } = call
  const said = canonicalize([conversationId, turnId, index, ref.capability_id, ref.version, args]) ?? ''
  return sha256Hex(said).slice(0, 32)
}
