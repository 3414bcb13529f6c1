import type { KeyInfo } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'

/**
 * Finds the key a user names by its DID or key id, its label, or the beginning of its DID, with or without `did:key:`.
 * Of several keys with one label, as after a rotation, the one that still signs.
 *
 * @throws SatchelError `key_unknown`, `key_ambiguous`
 */
export const namedKey = (keys: readonly KeyInfo[], name: string): KeyInfo => {
  const attempts: readonly ((key: KeyInfo) => boolean)[] = [
    (key) => key.did === name || key.keyId === name,
    (key) => key.label === name && key.retiredAt === null,
    (key) => key.label === name,
    (key) => name !== '' && (key.did.startsWith(name) || key.did.slice('did:key:'.length).startsWith(name)),
  ]
  for (const matches of attempts) {
    const found = keys.filter(matches)
    const [only] = found
    if (found.length > 1)
      throw new SatchelError('key_ambiguous', { params: { key: name, count: found.length } })
    if (only !== undefined) return only
  }
  throw new SatchelError('key_unknown', { params: { key: name } })
}
