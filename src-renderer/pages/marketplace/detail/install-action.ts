import type { MarketDetail } from '../../../../src-daemon/contract/marketplace.ts'
import { t } from '../../../i18n/index.ts'

/** `discouraged`: its author took this version back, or a list warns of it, so it isn't offered like others. */
interface InstallAction {
  readonly action: string | null
  readonly refused: boolean
  readonly discouraged: boolean
}

const NONE: InstallAction = { action: null, refused: false, discouraged: false }

/**
 * What a capability's button does; null where there is none: the file couldn't be verified (`refused`: a step failed),
 * sources differ and none was chosen, or this very file is installed.
 */
export const installAction = (detail: MarketDetail, source: string): InstallAction => {
  const { card, file, verification, versions } = detail
  if (!verification.holds) return { ...NONE, refused: true }
  if (file === null || (card.conflict && source === '')) return NONE
  const { installed } = card
  if (installed?.sha256 === file.review.sha256) return NONE
  const { version, sha256, difference, advisories } = file.review
  if (advisories.length > 0)
    return { ...NONE, action: t('marketplace.detail.blocked', { version }), discouraged: true }
  if (versions.some((one) => one.sha256 === sha256 && one.yanked !== null))
    return { ...NONE, action: t('marketplace.detail.withdrawn', { version }), discouraged: true }
  if (installed === null) return { ...NONE, action: t('capabilities.install') }
  const isOlder = difference?.direction === 'downgrade'
  return { ...NONE, action: t(isOlder ? 'marketplace.detail.older' : 'capabilities.update', { version }) }
}
