import type { MarketDetail } from '../../../../src-daemon/contract/marketplace.ts'
import { t } from '../../../i18n/index.ts'

/**
 * What a capability's button does; null where there is none: the file couldn't be verified (`refused`: a step failed),
 * sources differ and none was chosen, or this very file is installed.
 */
export const installAction = (
  detail: MarketDetail,
  source: string,
): { readonly action: string | null; readonly refused: boolean } => {
  const { card, file, verification } = detail
  if (!verification.holds) return { action: null, refused: true }
  if (file === null || (card.conflict && source === '')) return { action: null, refused: false }
  const { installed } = card
  if (installed === null) return { action: t('capabilities.install'), refused: false }
  if (installed.sha256 === file.review.sha256) return { action: null, refused: false }
  const { version } = file.review
  return {
    action: t(
      file.review.difference?.direction === 'downgrade' ? 'marketplace.detail.older' : 'capabilities.update',
      { version },
    ),
    refused: false,
  }
}
