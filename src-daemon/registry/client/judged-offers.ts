/** What can be installed of what was found: an offer with what an install would say against it, or a lower version instead. */
import type { InstalledPackage } from '../../contract/packages.ts'
import type { SatchelError } from '../../platform/errors.ts'
import type { Asking } from './asking.ts'
import type { ChainWords } from './chain-word.ts'
import type { Installable } from './installable.ts'
import type { Offer } from './kept.ts'
import type { Listing } from './listing.ts'
import type { Source } from './source.ts'
import { newerListings } from './update-word.ts'

/** Packages judged at once. */
const AT_ONCE = 8
/** How many lower versions are tried for one that can't be installed. */
const MAX_LOWER = 4

/** What was found for one installed capability: the highest version, and where. `listing` is null for one of an earlier check. */
export interface FoundOffer {
  readonly installed: InstalledPackage
  readonly offer: Offer | null
  readonly listing: Listing | null
  readonly source: Source | undefined
}

/** `until`: when the whole check ends, in the time of `performance.now()`. */
interface Patience {
  readonly signal: AbortSignal
  readonly patienceMs: number
  readonly until: number
}

/** Judges offers; one whose file can't be had in time is left as it is. Throws the signal's reason. */
export const createJudgedOffers = (deps: {
  readonly asking: Asking
  readonly chains: ChainWords
  readonly installable: Installable
}) => {
  const { installable } = deps

  const problemOf = async (
    source: Source,
    listing: Listing,
    patience: Patience,
  ): Promise<Offer['problem']> => {
    const found: SatchelError | null = await installable(source, listing, patience.signal)
    return found && { code: found.code, params: found.params }
  }

  /** The highest lower version that can be installed; null if none of those tried can. */
  const lowerThan = async (
    { version }: Offer,
    source: Source,
    installed: InstalledPackage,
    patience: Patience,
  ): Promise<Listing | null> => {
    const lower = await newerListings(deps, source, installed, version, patience)
    for (const one of lower.slice(0, MAX_LOWER))
      if ((await problemOf(source, one, patience)) === null) return one
    return null
  }

  return async (
    found: readonly FoundOffer[],
    { signal, patienceMs, until }: Patience,
  ): Promise<readonly Offer[]> => {
    const offers: Offer[] = []
    const left = [...found]
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { installed, listing, source } = next
        if (next.offer === null) continue
        let { offer } = next
        const remaining = Math.min(patienceMs, until - performance.now())
        if (listing !== null && source !== undefined && remaining > 0) {
          const over = AbortSignal.timeout(Math.ceil(remaining))
          const patience = { signal: AbortSignal.any([signal, over]), patienceMs: remaining, until }
          try {
            const problem = await problemOf(source, listing, patience)
            offer = { ...offer, problem }
            const lower = problem && (await lowerThan(offer, source, installed, patience))
            if (lower !== null) offer = insteadOf(offer, lower)
          } catch (thrown) {
            signal.throwIfAborted()
            if (!over.aborted) throw thrown
          }
        }
        offers.push(offer)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return offers
  }
}

const insteadOf = (offer: Offer, { version, sha256, cid }: Listing): Offer => {
  const higher = offer.problem && { version: offer.version, problem: offer.problem }
  return { ...offer, version, sha256, cid, problem: null, higher }
}
