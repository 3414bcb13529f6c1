/** Names that were passed on in a static registry: by a statement that the one who had the name signed. */
import { decodeBase64url, verifyWithKey } from '../../identity/index.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { handoverBytes, type Entry, type SignedHandover } from '../static/format.ts'
import type { HeadCheck } from '../static/verify-head.ts'
import type { PassedOn } from './source.ts'

/** Those of an entry whose signature holds, in their order. */
export const provenHandovers = async (
  { cap_uri: capUri, handovers = [] }: Entry,
  keyOf: HeadCheck['keyOf'],
): Promise<readonly PassedOn[]> => {
  const proven: PassedOn[] = []
  for (const one of handovers) if (await isProven(capUri, one, keyOf)) proven.push(one)
  return proven
}

const isProven = async (
  capUri: string,
  statement: SignedHandover,
  keyOf: HeadCheck['keyOf'],
): Promise<boolean> => {
  const { from, key_id: keyId, signature } = statement
  const bytes = decodeBase64url(signature)
  if (bytes === null || !keyId.startsWith(`${from}#`)) return false
  try {
    return verifyWithKey(await keyOf(keyId), handoverBytes(capUri, statement), bytes)
  } catch (thrown) {
    // A key that its DID does not list, or a DID that is gone, proves nothing; without a network it does not either.
    if (/^(did_|key_not_authorized|network_)/.test(toSatchelError(thrown).code)) return false
    throw thrown
  }
}

/** Whether a chain of them leads from one author to another. */
export const leadsTo = (all: readonly PassedOn[], from: string, to: string): boolean => {
  const reached = new Set([from])
  for (const one of all) if (reached.has(one.from)) reached.add(one.to)
  return from !== to && reached.has(to)
}
