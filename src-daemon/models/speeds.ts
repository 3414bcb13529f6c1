import type { ChatRequest, LanguageModel, ModelChunk } from './core/types.ts'

/** Tokens below which an answer says nothing about the speed. */
const FEWEST = 16

/** How fast each model answered last, until the daemon ends: tokens a second from its first word on. */
export const createSpeeds = (now: () => number = () => performance.now()) => {
  const speeds = new Map<string, number>()

  return {
    /** Wraps a model so that its answers are timed. */
    watch: (model: LanguageModel): LanguageModel => ({
      info: model.info,
      async *chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
        let begun: number | null = null
        for await (const chunk of model.chat(request)) {
          if (chunk.type === 'text' || chunk.type === 'thinking') begun ??= now()
          if (chunk.type === 'usage' && begun !== null && chunk.outputTokens >= FEWEST)
            speeds.set(model.info.id, chunk.outputTokens / Math.max(0.001, (now() - begun) / 1000))
          yield chunk
        }
      },
    }),
    /** Null: not known yet. */
    of: (model: string): number | null => speeds.get(model) ?? null,
  }
}
