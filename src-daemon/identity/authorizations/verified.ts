import { hashOf, type AuthorizationChain } from './document.ts'
import { verifyDelegations } from './zcap.ts'

const LIMIT = 1000

/** Remembers which documents were verified, by their hash: a proof that held once holds always. Time and revocation are for the caller. */
export interface Verified {
  /** Verifies the chain unless it was before. Errors: those of `verifyDelegations`. */
  remember(chain: AuthorizationChain, owner: string): Promise<void>
}

export const createVerified = (): Verified => {
  const known = new Set<string>()
  const remember: Verified['remember'] = async (chain, owner) => {
    const key = `${owner} ${hashOf(chain.at(-1))}`
    if (known.has(key)) return
    await verifyDelegations(chain, owner)
    if (known.size >= LIMIT) known.clear()
    known.add(key)
  }
  return { remember }
}
