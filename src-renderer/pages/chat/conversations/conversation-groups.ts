import type { Conversation } from '../../../../src-daemon/contract/chat.ts'

export type Period = 'today' | 'yesterday' | 'week' | 'older'

const DAY = 86_400_000

/** Conversations grouped by the day they were last used, in the order given; empty periods are left out. */
export const groupByPeriod = (
  conversations: readonly Conversation[],
  now: Date,
): readonly { readonly period: Period; readonly items: readonly Conversation[] }[] => {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const periodOf = ({ updatedAt }: Conversation): Period => {
    const at = Date.parse(updatedAt)
    if (at >= midnight) return 'today'
    if (at >= midnight - DAY) return 'yesterday'
    return at >= midnight - 7 * DAY ? 'week' : 'older'
  }
  const groups = Map.groupBy(conversations, periodOf)
  return [...groups].map(([period, items]) => ({ period, items }))
}
