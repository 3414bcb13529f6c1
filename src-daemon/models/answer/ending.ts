/**
 * The meaning of a server's finish reason; servers pass on the reasons of the models behind them. `broken`: the
 * answer was aborted.
 */
export type Ending = 'complete' | 'length' | 'filter' | 'broken'

/** @param reason the server's reason; '' = it ended without one */
export const endingOf = (reason: string): Ending => {
  const word = reason.toLowerCase().replace(/[\s-]+/g, '_')
  if (LENGTH.test(word)) return 'length'
  if (FILTER.test(word)) return 'filter'
  return BROKEN.test(word) ? 'broken' : 'complete'
}

/** `length`; Mistral's `model_length`; those of Anthropic, Gemini and Cohere. */
const LENGTH =
  /^(?:length|model_length|max_length|context_length|max_(?:output_|new_)?tokens|max_tokens_reached|model_context_window_exceeded)$/

/** `content_filter`; Gemini's; Bedrock's; Zhipu's `sensitive`; Anthropic's `refusal`. */
const FILTER =
  /filter|^(?:image_)?safety$|^recitation$|^blocklist$|^prohibited_content$|^spii$|guardrail|^sensitive$|^refusal$|moderation/

/** OpenRouter's `error`; DeepSeek's; Zhipu's; vLLM's `abort` and `repetition`. */
const BROKEN =
  /^(?:error|insufficient_system_resource|network_error|engine_error|server_error|abort(?:ed)?|cancell?ed|timeout|repetition|malformed_function_call|unexpected_tool_call)$/

/** The finish reason in its member's value; null if it doesn't mean that the answer ended. */
export const endingWordIn = (value: unknown): string | null => {
  if (value === null || value === undefined || value === false || value === '') return null
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(endingWordIn).find((word) => word !== null) ?? null
  if (typeof value !== 'object') return ''
  const { type, reason, finish_reason: finish } = value as Readonly<Record<string, unknown>>
  return endingWordIn(reason) ?? endingWordIn(finish) ?? endingWordIn(type) ?? ''
}
