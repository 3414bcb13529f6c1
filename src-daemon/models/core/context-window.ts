import type { ModelInfo } from '../../contract/models.ts'

/** The window of a model whose server doesn't say how much it reads, in tokens: nearly every model reads that much. */
export const ASSUMED_WINDOW = 8192

/**
 * The context window to work with, in tokens: the model's own, or less if the user allows no more, unless the
 * capability needs more. `own` is null if the server does not say.
 */
export const windowOf = (input: {
  readonly own: number | null
  /** The setting; null for the model's own. */
  readonly limit: number | null
  readonly needed: number | null
}): number => {
  const { own, limit, needed } = input
  return Math.min(Math.max(limit ?? own ?? ASSUMED_WINDOW, needed ?? 0), own ?? Infinity)
}

/** What decides on the window: what the server says of the model, the user's limit, or an assumption for want of both. */
export const windowSource = (
  { provider, contextWindow: own }: Pick<ModelInfo, 'provider' | 'contextWindow'>,
  limit: number | null,
): 'model' | 'setting' | 'assumed' => {
  if (limit !== null && limit < (own ?? Infinity)) return 'setting'
  return own === null && provider !== 'planner' ? 'assumed' : 'model'
}
