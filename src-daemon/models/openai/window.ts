import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'

/** A number of tokens, which some servers write as text. */
const countSchema = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().transform(Math.floor).pipe(z.int().positive()))

/** Where servers write how much a model reads: what it was loaded with before what it could read at most. */
const PLACES = [
  'loaded_context_length', // LM Studio
  'context_length', // OpenRouter, Together, Fireworks
  'max_model_len', // vLLM
  'context_window', // Groq
  'max_context_length', // Mistral, LM Studio
  'max_input_tokens', // Anthropic
  'inputTokenLimit', // Gemini
  'context_size', // Novita
  'meta.n_ctx', // llama.cpp
  'parameters.max_seq_len', // TabbyAPI
  'metadata.context_length', // DeepInfra
  'limits.max_context_length', // Cerebras
  'limits.max_input_tokens', // GitHub
  'model_info.max_input_tokens', // LiteLLM
  'meta.n_ctx_train', // llama.cpp, before it has loaded the model
] as const

/** The context window in an entry of a list of models, in tokens; null if it isn't there. */
export const windowIn = (entry: unknown): number | null => {
  for (const place of PLACES) {
    const value = place.split('.').reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), entry)
    const { data } = countSchema.safeParse(value)
    if (data !== undefined) return data
  }
  return null
}
