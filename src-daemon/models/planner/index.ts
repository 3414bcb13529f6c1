import type { ChatRequest, LanguageModel, ModelChunk } from '../core/types.ts'
import type { ModelInfo } from '../../contract/models.ts'
import type { Understood } from './plan.ts'
import { planFirst } from './plan-first.ts'

export type { Suggestion } from './acts/call-tool.ts'

const info: ModelInfo = {
  id: 'planner',
  name: 'Built-in planner',
  provider: 'planner',
  contextWindow: null,
  tools: true,
  vision: false,
  thinking: false,
  embedding: false,
  leavesMachine: false,
  sizeBytes: null,
}

/** The planner, which reads messages for weak models too. */
export interface Planner extends LanguageModel {
  /** What it does for the last message of the user, or why it leaves the answer to a model. */
  understand(request: ChatRequest): Promise<Understood>
  readonly isBeyond: NonNullable<LanguageModel['isBeyond']>
}

/**
 * The model that is always available: no network, no weights, deterministic. It chooses a tool, fills its
 * arguments from the message, and asks with a form for the rest. It never invents a value. Its data is loaded
 * with its first message.
 */
export const createPlanner = (deps: { now?: () => Date } = {}): Planner => {
  const now = deps.now ?? (() => new Date())

  async function* chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const { plan, refused } = await import('./plan.ts')
    const planned = planFirst(request)
    const chunks = planned.isRefused ? refused(request) : planned.shown(plan(planned.request, now()))
    for (const chunk of chunks) {
      // Gives a stop request a chance to arrive, as between the tokens of a model.
      await new Promise((resolve) => setImmediate(resolve))
      if (request.signal.aborted) return
      yield chunk
    }
  }

  const understand = async (request: ChatRequest): Promise<Understood> => {
    const planning = await import('./plan.ts')
    return planning.understand(request, now())
  }

  const isBeyond: Planner['isBeyond'] = async (message, offered, language) => {
    const plans = await import('./plan.ts')
    return plans.isBeyond(message, offered, language, now())
  }

  return { info, chat, understand, isBeyond }
}
