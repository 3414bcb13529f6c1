import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'
import { t } from '../../../i18n/index.ts'

/** What a key is called. The first key carries the daemon's own name for it until its owner gives it another. */
export const keyLabel = (key: Pick<KeyInfo, 'label' | 'isOwner'>): string =>
  key.isOwner && key.label === 'Owner' ? t('identity.keys.ownerLabel') : key.label
