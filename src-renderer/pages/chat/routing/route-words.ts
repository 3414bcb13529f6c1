import type { RouteDecision } from '../../../../src-daemon/contract/router.ts'
import { language, t } from '../../../i18n/index.ts'
import { matchedLabel } from './matched-labels.ts'

/** Why a message went where it went, in one line. `titleOf`: the title of an installed capability. */
export const routeWords = (
  { capability, reason, open, saidNone, several, candidates }: RouteDecision,
  { title, titleOf }: { title: string; titleOf: (name: string) => string },
): string => {
  if (saidNone === true) return t('routing.saidNone')
  if (isOpenOnly(reason) || (open === true && isUndecided(reason))) {
    const titles = several?.map(titleOf) ?? candidates.map((one) => one.title)
    const names = new Intl.ListFormat(language(), { type: 'conjunction' }).format(titles)
    return t(`chat.route.open.${reason}`, { names })
  }
  const matched = candidates.find(({ name }) => name === capability)?.matched ?? ''
  return t(`chat.route.${reason}`, { title, matched: matchedLabel(matched) })
}

const isOpenOnly = (reason: RouteDecision['reason']): reason is 'several' | 'follow_up' | 'beyond' =>
  reason === 'several' || reason === 'follow_up' || reason === 'beyond'
const isUndecided = (reason: RouteDecision['reason']): reason is 'none' | 'ambiguous' =>
  reason === 'none' || reason === 'ambiguous'
