import type { InstalledPackage } from '../../../../src-daemon/packages/types.ts'
import { api } from '../../../rpc/client.ts'
import { isWanted, type Agreement, type Reviewed, type ReviewTarget } from './review-state.ts'

/** Everything an install checks of a package, which is fetched and verified first where it is not here. Errors: those of the daemon. */
export const lookInto = async (target: ReviewTarget): Promise<Reviewed> => {
  if (!isWanted(target))
    return { review: await api.packages.review.query(target), source: target, market: null }
  const market = await api.marketplace.review.mutate(target)
  return { review: market.review, source: { kind: 'candidate', id: market.candidate }, market }
}

/** Installs exactly what was reviewed, with what the user agreed to. Errors: those of the daemon. */
export const installReviewed = ({ review, source }: Reviewed, agreed: Agreement): Promise<InstalledPackage> =>
  api.packages.install.mutate({
    source,
    sha256: review.sha256,
    acceptWarnings: agreed.warnings,
    acceptDowngrade: agreed.downgrade,
    acceptAuthorKey: agreed.authorKey,
    acceptSource: agreed.source,
  })
