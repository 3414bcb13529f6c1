import { onlyAnswer } from '../models/index.ts'
import { LAST_ANSWER_MS } from './limits.ts'
import { readReply } from './reply.ts'
import type { TurnState } from './turn-state.ts'
import type { WorkingMemory } from './working-memory.ts'

const ASKED = `This turn ends here: it has reached a limit, and you have no tools any more. Answer the user now, in a few sentences, from
what you have: what you found, what was done, and what is left to do. Claim nothing that no tool did.`

/**
 * The last answer of a turn that ends at a limit: one more request, without tools, so that what was found isn't lost. The limit was
 * already told, so it may fail. Not of the planner, which has nothing to say without tools.
 */
export const concludeAtLimit = async (
  { turn, model, language }: TurnState,
  memory: WorkingMemory,
): Promise<void> => {
  if (model.info.provider === 'planner' || turn.signal.aborted) return
  const signal = AbortSignal.any([turn.signal, AbortSignal.timeout(LAST_ANSWER_MS)])
  memory.fit()
  const messages = onlyAnswer([...memory.messages(), { role: 'user', content: ASKED }])
  const request = { messages, tools: [], hint: null, language, minContextWindow: null, signal }
  try {
    await readReply(model, request, turn.draft)
  } catch {
    // The server fails now, too: the next turn says so, if it still does.
  }
}
