import { judgeFlow } from '../../src-daemon/capabilities/flow/judge.ts'
import { createReadLog } from '../../src-daemon/chat/open/read-log.ts'
import { flowOf } from '../../src-daemon/chat/core/turn-flow.ts'
import type { Message, ToolPart } from '../../src-daemon/contract/chat.ts'

/** Milliseconds that labels and rules take for each call of a turn, if it were the first: nothing of the conversation is known yet. */
export const ruleTimes = (
  words: string,
  history: () => readonly Message[],
  calls: readonly ToolPart[],
): readonly number[] =>
  calls.map(({ ref, tool, arguments: args }) => {
    const started = performance.now()
    const log = createReadLog(history, { titleOf: (id) => id, isForeign: () => true })
    judgeFlow(
      {
        ...{ capabilityId: ref.capability_id, tool, inputSchema: {}, arguments: args },
        effect: { effect: 'process' },
      },
      flowOf(words, log),
    )
    return performance.now() - started
  })
