import type {
  ApprovalChoice,
  ApprovalDecision,
  ApprovalRequest,
  BoundPattern,
} from '../../../src-daemon/contract/approvals.ts'
import { t } from '../../i18n/index.ts'

/** `city` of `/city`. */
const fieldOf = ({ pointer }: BoundPattern): string =>
  pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')

const textOf = ({ value }: BoundPattern): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const valueOf = (pattern: BoundPattern): string => `“${textOf(pattern)}”`

/** What an approval covers, in words. */
export const coverLabel = (
  { scope, pattern }: Pick<ApprovalChoice, 'scope' | 'pattern'>,
  { title, tool }: Pick<ApprovalRequest, 'title' | 'tool'>,
): string => {
  if (pattern !== null)
    return pattern.match === 'host'
      ? t('approvals.scope.host', { field: fieldOf(pattern), host: textOf(pattern) })
      : t('approvals.scope.pattern', { field: fieldOf(pattern), value: valueOf(pattern) })
  if (scope === 'tool') return t('approvals.scope.tool', { tool })
  return scope === 'capability' ? t('approvals.scope.capability', { title }) : t('approvals.scope.call')
}

/** Why a call was allowed or refused, in words. */
export const decisionLabel = (decision: ApprovalDecision): string => {
  if (decision.kind === 'refused') return t(`activity.refused.${decision.reason}`)
  const words = t(`activity.decision.${decision.kind}`)
  return 'by' in decision && decision.by === 'cli_yes' ? `${words} (${t('activity.yes')})` : words
}

/** The same as a line in the conversation, if the user was asked. */
export const settledLabel = (decision: ApprovalDecision): string => {
  if (decision.kind === 'asked' && decision.until !== 'once')
    return t('approvals.settled.asked', {
      scope: t(`approvals.short.${decision.scope}`),
      until: t(`approvals.shortTimes.${decision.until}`),
    })
  if (decision.kind === 'asked') return t('approvals.settled.once')
  if (decision.kind === 'approval') return t('approvals.settled.approval')
  return decision.kind === 'denied' ? t('approvals.settled.denied') : decisionLabel(decision)
}
