/** Which earlier messages a model reads, and which a summary stands for. */
import type { Message, SummaryPart } from '../../contract/chat.ts'
import type { Spoken } from '../core/transcript.ts'

/** Share of the context window for earlier messages; the rest is for prompt, tools, results and the answer. */
const HISTORY_SHARE = 0.4
/** What stays word for word when the rest becomes a summary, and how long that may be; shares of the budget. */
const KEPT_SHARE = 0.5
const SUMMARY_SHARE = 0.25
/** No summary needs to be longer, in tokens: writing it holds up the answer. */
const LONGEST_SUMMARY = 6000

/** The part of the conversation a turn reads. */
export interface HistoryPlan {
  /** Word for word, oldest first. */
  readonly kept: readonly Spoken[]
  /** Covers everything before `kept` and `older`; null if there is nothing before. */
  readonly summary: SummaryPart | null
  /** What no longer fits and needs a summary; empty if everything fits. */
  readonly older: readonly Spoken[]
  /** Tokens a new summary may have. */
  readonly summaryBudget: number
}

/** Tokens of the context window for earlier messages. */
export const historyBudget = (window: number): number => Math.floor(window * HISTORY_SHARE)

/**
 * Chooses which part of a branch the model reads: everything since the last summary if it fits, else the newest half of the
 * budget, with the rest to be summarised. The newest message is the one to answer, so it is never left out.
 */
export const planHistory = (input: {
  messages: readonly Message[]
  /** The context window of the request, in tokens. */
  window: number
  spoken: (messages: readonly Message[]) => Spoken[]
}): HistoryPlan => {
  const { messages, window, spoken } = input
  const budget = historyBudget(window)
  const { summary, since } = sinceSummary(messages)
  const all = spoken(since)
  const used = (summary?.tokens ?? 0) + sum(all)
  const summaryBudget = Math.min(LONGEST_SUMMARY, Math.floor(budget * SUMMARY_SHARE))
  if (used <= budget) return { kept: all, summary, older: [], summaryBudget }
  let first = all.length - 1
  for (let kept = all[first]?.tokens ?? 0; first > 0; first -= 1) {
    kept += all[first - 1]?.tokens ?? 0
    if (kept > budget * KEPT_SHARE) break
  }
  return {
    kept: all.slice(Math.max(0, first)),
    summary,
    older: all.slice(0, Math.max(0, first)),
    summaryBudget,
  }
}

/** The last summary of the branch, and the messages it doesn't cover. */
const sinceSummary = (
  messages: readonly Message[],
): { summary: SummaryPart | null; since: readonly Message[] } => {
  for (const { parts } of messages.toReversed()) {
    const summary = parts.findLast((part) => part.type === 'summary')
    if (summary === undefined) continue
    const through = messages.findIndex(({ id }) => id === summary.replaced.through)
    return { summary, since: messages.slice(through + 1) }
  }
  return { summary: null, since: messages }
}

export const sum = (spoken: readonly Spoken[]): number =>
  spoken.reduce((total, { tokens }) => total + tokens, 0)
