import type { VerificationKey } from '../../contract/identity.ts'
import { decodeBase64url, verifyWithKey } from '../../identity/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { headBytes, invalidList, readHead, type HeadContent } from './format.ts'

export interface HeadCheck {
  /** The publisher that it must be signed by; null: whichever it names. */
  readonly did: string | null
  /** The public key of a key id that its DID lists under `assertionMethod`. Errors: `key_not_authorized`, `did_*`. */
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
}

/**
 * Reads the head of a static registry and checks its signature.
 *
 * @throws SatchelError `registry_list_invalid`, `registry_list_other_signer`, those of `keyOf`
 */
export const verifyHead = async (
  text: string,
  place: string,
  { did, keyOf }: HeadCheck,
): Promise<HeadContent> => {
  const { signed, key_id: keyId, signature } = readHead(text, place)
  if (did !== null && signed.did !== did) {
    const params = { place, expected: did, found: signed.did }
    throw new SatchelError('registry_list_other_signer', { params, details: params })
  }
  if (!keyId.startsWith(`${signed.did}#`))
    throw invalidList(place, `the key ${keyId} is not one of ${signed.did}`)
  const bytes = decodeBase64url(signature)
  if (bytes === null || !verifyWithKey(await keyOf(keyId), headBytes(signed), bytes))
    throw invalidList(place, 'the signature does not fit')
  return signed
}

/** How much later than this computer's clock a head may have been signed. */
const AHEAD_MS = 24 * 3_600_000

/** What was seen of a place last. */
export interface SeenHead {
  readonly time: string
  readonly sha256: string
}

/**
 * Refuses a head that is older than one seen before, another one of the same time, or one from the future, with which an
 * old one could be kept for good.
 *
 * @throws SatchelError `registry_list_older`, `registry_list_invalid`
 */
export const checkFreshness = (
  { time, list }: HeadContent,
  seen: SeenHead | null,
  { place, now }: { readonly place: string; readonly now: Date },
): void => {
  const at = Date.parse(time)
  if (at > now.getTime() + AHEAD_MS) throw invalidList(place, `it is dated ${time}, which is yet to come`)
  if (seen === null) return
  const before = Date.parse(seen.time)
  if (at > before || (at === before && list.sha256 === seen.sha256)) return
  const params = { place, time, seen: seen.time }
  throw new SatchelError('registry_list_older', { params, details: params })
}
