/** What a follower and its verifying threads say to each other. */
import type { VerificationKey } from '../../../contract/identity.ts'
import type { ErrorCode, TextParams } from '../../../text/index.ts'
import type { Verdict, VerifiedRecord } from './verify.ts'

/** A `SatchelError`, as it crosses. */
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
  /** The thread has no network: who started it asks for the key of an author. `id` is the question's own. */
  | { readonly kind: 'key_wanted'; readonly id: number; readonly keyId: string }
