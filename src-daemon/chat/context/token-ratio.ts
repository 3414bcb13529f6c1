import type { Message } from '../../contract/chat.ts'

/** By how much a server's count may differ from our estimate. */
const MOST = 4

/** How many tokens a model counts for one that we estimate; at least 1, since a low count may leave out what the server has cached. */
export const tokenRatio = (counted: number, estimated: number): number =>
  Math.min(MOST, Math.max(1, counted / Math.max(1, estimated)))

/** The ratio of a model's last answer in a conversation; 1 if its server hasn't counted yet. */
export const lastTokenRatio = (messages: readonly Message[], model: string): number => {
  const counted = ({ context, model: by }: Message): boolean =>
    by === model && (context?.reported?.first ?? 0) > 0
  const context = messages.findLast(counted)?.context
  if (!context?.reported) return 1
  const estimated = Object.values(context.estimated).reduce((sum, tokens) => sum + tokens, 0)
  return tokenRatio(context.reported.first, estimated)
}
