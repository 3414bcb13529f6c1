import type { ScopeSummary } from '../../../src-daemon/contract/state.ts'
import { t } from '../../i18n/index.ts'

/** Whose a scope is, in words: Satchel's, the owner's own, or the title of its capability. */
export const scopeTitle = ({ owner, title }: Pick<ScopeSummary, 'owner' | 'title'>): string => {
  if (owner === 'core') return t('state.scopes.core')
  return owner.startsWith('did:nuwa:') ? title : t('state.scopes.own')
}
