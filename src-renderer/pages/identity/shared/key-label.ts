import type { KeyInfo } from '../../../../src-daemon/contract/identity.ts'
import { t } from '../../../i18n/index.ts'

/** A key's name. The first key has the daemon's default name until its owner changes it. */
export const keyLabel = (key: Pick<KeyInfo, 'label' | 'isOwner'>): string =>
  key.isOwner && key.label === 'Owner' ? t('identity.keys.ownerLabel') : key.label
