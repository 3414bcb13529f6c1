import type { ChatRequest, LanguageModel, ModelChunk } from '../core/types.ts'
import type { ModelInfo } from '../../contract/models.ts'

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

/**
 * The model that is always available: no network, no weights, deterministic. It chooses a tool, fills its
 * arguments from the message, and asks with a form for the rest. It never invents a value. Its data is loaded
 * with its first message.
 */
export const createPlanner = (deps: { now?: () => Date } = {}): LanguageModel => {
  const now = deps.now ?? (() => new Date())

  async function* chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const { plan } = await import('./plan.ts')
    for (const chunk of plan(request, now())) {
      // Gives a stop request a chance to arrive, as between the tokens of a model.
      await new Promise((resolve) => setImmediate(resolve))
      if (request.signal.aborted) return
      yield chunk
    }
  }

  const isBeyond: LanguageModel['isBeyond'] = async (message, offered, language) => {
    const plans = await import('./plan.ts')
    return plans.isBeyond(message, offered, language, now())
  }

  return { info, chat, isBeyond }
}
