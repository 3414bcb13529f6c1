/** The messages between a follower and its verifying threads. */
import type { VerificationKey } from '../../../contract/identity.ts'
import type { ErrorCode, TextParams } from '../../../text/index.ts'
import type { Verdict, VerifiedRecord } from './verify.ts'

/** A serialised `SatchelError`. */
export interface CrossingError {
  readonly code: ErrorCode
  readonly params: TextParams
}

export type VerifierRequest =
  | {
      readonly kind: 'verify'
      readonly id: number
      readonly record: VerifiedRecord
      readonly bytes: Uint8Array
    }
  /** The answer to `key_wanted`. */
  | { readonly kind: 'key'; readonly id: number; readonly key: VerificationKey | CrossingError }

export type VerifierMessage =
  | { readonly kind: 'verdict'; readonly id: number; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly id: number; readonly error: CrossingError }
  /** The thread has no network: it asks its parent for an author's key. `id` identifies the question. */
  | { readonly kind: 'key_wanted'; readonly id: number; readonly keyId: string }
