import type { InstalledPackage } from '../../../src-daemon/contract/packages.ts'
import type { MarketReview, MarketWanted, ReviewStep } from '../../../src-daemon/contract/marketplace.ts'
import { api } from '../../rpc/client.ts'
import { isWanted, type Agreement, type Reviewed, type ReviewTarget } from './review-state.ts'

/**
 * Reviews a package with every check an install makes; fetches and verifies it first if needed. Errors: those of the
 * daemon.
 */
export const lookInto = async (target: ReviewTarget, listening: Listening = {}): Promise<Reviewed> => {
  if (!isWanted(target))
    return { review: await api.packages.review.query(target), source: target, market: null }
  const market = await fetched(target, listening)
  return { review: market.review, source: { kind: 'candidate', id: market.candidate }, market }
}

/** `onStep` receives each step; `signal` cancels the review. */
interface Listening {
  readonly signal?: AbortSignal
  readonly onStep?: (step: ReviewStep) => void
}

const fetched = (target: MarketWanted, { signal, onStep }: Listening): Promise<MarketReview> =>
  new Promise((resolve, reject) => {
    const subscription = api.marketplace.reviewing.subscribe(target, {
      onData: (event) => {
        if (event.kind === 'step') onStep?.(event)
        else resolve(event.market)
      },
      onError: reject,
      // Too late to matter once the review has a result.
      onStopped: () => {
        reject(new Error('the review ended without a word'))
      },
    })
    signal?.addEventListener('abort', () => {
      subscription.unsubscribe()
      reject(signal.reason as Error)
    })
  })

/** Installs exactly what was reviewed, with what the user agreed to. Errors: those of the daemon. */
export const installReviewed = ({ review, source }: Reviewed, agreed: Agreement): Promise<InstalledPackage> =>
  api.packages.install.mutate({
    source,
    sha256: review.sha256,
    acceptWarnings: agreed.warnings,
    acceptDowngrade: agreed.downgrade,
    acceptAuthorKey: agreed.authorKey,
    acceptLookAlike: agreed.lookAlike,
    acceptHandover: agreed.handover,
    acceptBlocked: agreed.blocked,
    acceptSource: agreed.source,
  })
