import type { AuthorizationInfo } from '../../../../src-daemon/contract/authorizations.ts'
import { t } from '../../../i18n/index.ts'
import { placeOf } from './share-choices.ts'

/** Which stored data an authorization is about, where its holder doesn't say it already; null where it does. */
export const placeWords = ({
  capUri,
  target,
}: Pick<AuthorizationInfo, 'capUri' | 'target'>): string | null => {
  const { capUri: keeper, scope } = placeOf(target)
  // A capability keeps its data under its own name, unless its file says otherwise.
  if (scope !== `sc:${keeper.split(':').at(-1) ?? ''}`) return t('identity.authorizations.on', { scope })
  return capUri === keeper ? t('identity.authorizations.ownData') : null
}
