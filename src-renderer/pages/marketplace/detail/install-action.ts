import type { MarketDetail } from '../../../../src-daemon/contract/marketplace.ts'
import { t } from '../../../i18n/index.ts'

/** `withdrawn`: its author took this version back, so it isn't offered like others. */
interface InstallAction {
  readonly action: string | null
  readonly refused: boolean
  readonly withdrawn: boolean
}

const NONE: InstallAction = { action: null, refused: false, withdrawn: false }

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
  const { version, sha256, difference } = file.review
  if (versions.some((one) => one.sha256 === sha256 && one.yanked !== null))
    return { ...NONE, action: t('marketplace.detail.withdrawn', { version }), withdrawn: true }
  if (installed === null) return { ...NONE, action: t('capabilities.install') }
  const isOlder = difference?.direction === 'downgrade'
  return { ...NONE, action: t(isOlder ? 'marketplace.detail.older' : 'capabilities.update', { version }) }
}
