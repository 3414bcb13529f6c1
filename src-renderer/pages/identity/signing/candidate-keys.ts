import type { ResolvedDid } from '../../../../src-daemon/contract/identity.ts'

/**
 * The keys a signature may have been made with: the named one, or, for a bare DID, each of its assertion keys. Throws
 * what `resolve` throws.
 */
export const candidateKeys = async (
  named: string,
  resolve: (did: string) => Promise<Pick<ResolvedDid, 'keys'>>,
): Promise<readonly string[]> => {
  if (named.includes('#')) return [named]
  if (named.startsWith('did:key:')) return [`${named}#${named.slice('did:key:'.length)}`]
  const { keys } = await resolve(named)
  return keys.filter((key) => key.relationships.includes('assertionMethod')).map((key) => key.keyId)
}
