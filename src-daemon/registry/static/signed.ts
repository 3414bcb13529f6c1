/** What all lists of publishers have in common: they are signed with a key of their publisher's, and only grow newer. */
import type { VerificationKey } from '../../contract/identity.ts'
import { decodeBase64url, verifyWithKey } from '../../identity/index.ts'
import type { SatchelError } from '../../platform/errors.ts'

export interface SignerCheck {
  /** The publisher that it must be signed by; null: whichever it names. */
  readonly did: string | null
  /** The public key of a key id that its DID lists under `assertionMethod`. Errors: `key_not_authorized`, `did_*`. */
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
}

/** The errors of one kind of list. */
export interface Refusals {
  invalid(place: string, problem: string, cause?: unknown): SatchelError
  otherSigner(params: { place: string; expected: string; found: string }): SatchelError
  older(params: { place: string; time: string; seen: string }): SatchelError
}

/** Throws the refusals, and the errors of `keyOf`. */
export const checkSignature = async (
  {
    did,
    keyId,
    signature,
    bytes,
  }: {
    readonly did: string
    readonly keyId: string
    /** base64url */
    readonly signature: string
    /** What was signed. */
    readonly bytes: Uint8Array
  },
  place: string,
  { did: pinned, keyOf }: SignerCheck,
  refuse: Refusals,
): Promise<void> => {
  if (pinned !== null && did !== pinned) throw refuse.otherSigner({ place, expected: pinned, found: did })
  if (!keyId.startsWith(`${did}#`)) throw refuse.invalid(place, `the key ${keyId} is not one of ${did}`)
  const signed = decodeBase64url(signature)
  if (signed === null || !verifyWithKey(await keyOf(keyId), bytes, signed))
    throw refuse.invalid(place, 'the signature does not fit')
}

/** How much later than this computer's clock a list may have been signed. */
const AHEAD_MS = 24 * 3_600_000

/** Of a list: when it was signed, and the hash of what it says. */
export interface Seen {
  readonly time: string
  readonly sha256: string
}

/**
 * Refuses a list that is older than one seen before, another one of the same time, or one from the future, with which an
 * old one could be kept for good. Throws the refusals.
 */
export const checkFreshness = (
  { time, sha256 }: Seen,
  seen: Seen | null,
  { place, now }: { readonly place: string; readonly now: Date },
  refuse: Refusals,
): void => {
  const at = Date.parse(time)
  if (at > now.getTime() + AHEAD_MS) throw refuse.invalid(place, `it is dated ${time}, which is yet to come`)
  if (seen === null) return
  const before = Date.parse(seen.time)
  if (at > before || (at === before && sha256 === seen.sha256)) return
  throw refuse.older({ place, time, seen: seen.time })
}
