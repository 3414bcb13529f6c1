import type { ModelInfo } from '../../contract/models.ts'

/**
 * The context window to request, in tokens: the setting, or more if the capability needs it, but never more
 * than the model supports, which would only cost memory. `own` is null if the model does not say.
 */
export const contextWindowFor = (input: {
  readonly own: number | null
  readonly wanted: number
  readonly needed: number | null
}): number => Math.min(Math.max(input.wanted, input.needed ?? 0), input.own ?? Infinity)

/**
 * The context window a model answers with, in tokens: what Ollama is asked for, since it loads a model with that; any
 * other server has its own, whatever the setting says.
 */
export const windowOf = (
  { provider, contextWindow: own }: Pick<ModelInfo, 'provider' | 'contextWindow'>,
  asked: { readonly wanted: number; readonly needed: number | null },
): number => (provider !== 'ollama' && own !== null ? own : contextWindowFor({ own, ...asked }))
