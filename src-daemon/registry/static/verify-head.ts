import { SatchelError } from '../../platform/errors.ts'
import { headBytes, invalidList, readHead, type HeadContent } from './format.ts'
import { checkFreshness, checkSignature, type Refusals, type Seen, type SignerCheck } from './signed.ts'

export type HeadCheck = SignerCheck
/** What was seen of a place last. */
export type SeenHead = Seen

const refuse: Refusals = {
  invalid: invalidList,
  otherSigner: (params) => new SatchelError('registry_list_other_signer', { params, details: params }),
  older: (params) => new SatchelError('registry_list_older', { params, details: params }),
}

/**
 * Reads the head of a static registry and checks its signature.
 *
 * @throws SatchelError `registry_list_invalid`, `registry_list_other_signer`, those of `keyOf`
 */
export const verifyHead = async (text: string, place: string, check: HeadCheck): Promise<HeadContent> => {
  const { signed, key_id: keyId, signature } = readHead(text, place)
  await checkSignature({ did: signed.did, keyId, signature, bytes: headBytes(signed) }, place, check, refuse)
  return signed
}

/** Errors: `registry_list_older`, `registry_list_invalid`. */
export const checkHeadFreshness = (
  { time, list }: HeadContent,
  seen: SeenHead | null,
  at: { readonly place: string; readonly now: Date },
): void => {
  checkFreshness({ time, sha256: list.sha256 }, seen, at, refuse)
}
