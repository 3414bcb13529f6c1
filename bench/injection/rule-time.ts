import { judgeFlow } from '../../src-daemon/capabilities/flow/judge.ts'
import { judgeLeaving } from '../../src-daemon/capabilities/flow/leaving.ts'
import { flowOf } from '../../src-daemon/chat/core/turn-flow.ts'
import { createReadLog } from '../../src-daemon/chat/open/read-log.ts'
import type { Message, ToolPart } from '../../src-daemon/contract/chat.ts'

/**
 * Milliseconds that labels and rules take for each call of a turn, whose conversation holds all their results already: more than any of them
 * met. The first of them reads the conversation.
 */
export const ruleTimes = (
  words: string,
  history: () => readonly Message[],
  calls: readonly ToolPart[],
): readonly number[] => {
  const log = createReadLog(history, { titleOf: (id) => id, isForeign: () => true })
  const flow = flowOf(words, log)
  return calls.map((part) => {
    const started = performance.now()
    const { ref, tool, arguments: args } = part
    const capabilityId = ref.capability_id
    const call = { capabilityId, tool, inputSchema: {}, arguments: args, effect: 'process' } as const
    judgeFlow(call, flow)
    judgeLeaving(call, flow)
    log.note(part)
    return performance.now() - started
  })
}
