import type { KeyStoreStatus } from '../../../../src-daemon/contract/identity.ts'
import { t } from '../../../i18n/index.ts'

/** Where secrets are stored and whether they can be used, in one sentence. */
export const storeSentence = (status: KeyStoreStatus): string => {
  const name = status.keychainName ?? t('identity.store.keychainName')
  if (status.state === 'missing') return t('identity.store.missing')
  if (status.state === 'damaged') return t('identity.store.damaged')
  if (status.state === 'locked') {
    if (status.backend === 'vault') return t('identity.store.vaultLocked')
    return status.keychainProblem === 'changed'
      ? t('identity.store.keychainChanged', { name })
      : t('identity.store.keychainLocked', { name })
  }
  return status.backend === 'vault' ? t('identity.store.vault') : t('identity.store.keychain', { name })
}

/** Why the system keychain is not in use; null when it is. */
export const storeReason = (status: KeyStoreStatus): string | null =>
  status.keychainProblem === null ? null : t(`identity.store.reason.${status.keychainProblem}`)
