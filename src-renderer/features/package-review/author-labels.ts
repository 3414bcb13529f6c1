import type { PermissionReview } from '../../../src-daemon/contract/packages.ts'
import { exactDay } from '../../components/relative-time.ts'
import { language, t } from '../../i18n/index.ts'

/** How this user knows an author, in a sentence, with the date of the first package installed from them, if any. */
export const authorLabel = ({
  trust,
  firstSeenAt,
}: Pick<PermissionReview['author'], 'trust' | 'firstSeenAt'>): string => {
  const words = t(`capabilities.author.trust.${trust}`)
  if (firstSeenAt === null || trust === 'built_in' || trust === 'own') return words
  return `${words} ${t('capabilities.author.firstSeen', { date: exactDay(firstSeenAt, language()) })}`
}
