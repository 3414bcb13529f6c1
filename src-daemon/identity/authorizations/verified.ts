import { LRUCache } from 'lru-cache'
import { hashOf, type AuthorizationChain } from './document.ts'
import { verifyDelegations } from './zcap.ts'

const LIMIT = 1000

/**
 * Remembers which documents were verified, by hash: a valid proof stays valid. Time and revocation are up to the
 * caller.
 */
export interface Verified {
  /** Verifies the chain unless it was before. Errors: those of `verifyDelegations`. */
  remember(chain: AuthorizationChain, owner: string): Promise<void>
}

export const createVerified = (): Verified => {
  const known = new LRUCache<string, true>({ max: LIMIT })
  const remember: Verified['remember'] = async (chain, owner) => {
    const key = `${owner} ${hashOf(chain.at(-1))}`
    if (known.get(key) === true) return
    await verifyDelegations(chain, owner)
    known.set(key, true)
  }
  return { remember }
}
