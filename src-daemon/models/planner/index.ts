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
 * The model that is always there: no network, no weights, the same answer to the same message. It chooses a tool, fills its
 * arguments with what the message holds, and asks with a form for what it does not. It never invents a value. What it plans
 * with is loaded with its first message.
 */
export const createPlanner = (deps: { now?: () => Date } = {}): LanguageModel => {
  const now = deps.now ?? (() => new Date())

  async function* chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const { plan } = await import('./plan.ts')
    for (const chunk of plan(request, now())) {
      // Lets a stop that came meanwhile be seen, as it would be between the tokens of a model.
      await new Promise((resolve) => setImmediate(resolve))
      if (request.signal.aborted) return
      yield chunk
    }
  }

  return { info, chat }
}
