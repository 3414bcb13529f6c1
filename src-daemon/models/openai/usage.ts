import { z } from 'zod'

/** A number of tokens; some servers average. */
const count = z.number().nonnegative().nullish()

/** Servers' counts; each names its cached tokens differently. */
export const usageSchema = z.object({
  prompt_tokens: count,
  input_tokens: count,
  completion_tokens: count,
  output_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
  /** DeepSeek. */
  prompt_cache_hit_tokens: count,
  /** Anthropic, and what passes its counts on. */
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
})
export type Usage = z.infer<typeof usageSchema>

/** The tokens of a request and its answer; null = the server did not count them. */
export interface Counts {
  readonly prompt: number | null
  readonly output: number | null
  /** The maximum that can have been read, if it is uncertain whether `prompt` includes cached tokens. */
  readonly atMost: number
}

/** Counts for display: cached tokens are added if left out. */
export const countsOf = (usage: Usage | null): Counts => {
  const said = usage?.prompt_tokens ?? usage?.input_tokens ?? null
  const output = usage?.completion_tokens ?? usage?.output_tokens ?? null
  if (usage === null || said === null) return { prompt: null, output: rounded(output), atMost: 0 }
  const anthropic = (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0)
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? anthropic
  const most = Math.max(cached, anthropic)
  // If all counts add up to the total, the prompt's count excludes cached tokens.
  const isLeftOut = most > said || Math.abs((usage.total_tokens ?? 0) - (said + most + (output ?? 0))) < 1
  const prompt = isLeftOut ? said + most : said
  return { prompt: Math.round(prompt), output: rounded(output), atMost: Math.round(said + most) }
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value))
