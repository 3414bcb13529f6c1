import { z } from 'zod'

export const modelInfoSchema = z.object({
  /** `planner`, `ollama:<name>` or `openai:<endpoint id>:<model>`. */
  id: z.string(),
  name: z.string(),
  /** `planner`, `ollama` or `openai:<endpoint id>`. */
  provider: z.string(),
  contextWindow: z.int().positive().nullable(),
  /** Whether the model takes tools natively. */
  tools: z.boolean(),
  /** Whether it sees images. */
  vision: z.boolean(),
  /** Whether it can think before it answers. */
  thinking: z.boolean(),
  /** It makes vectors of texts, and does not chat. */
  embedding: z.boolean(),
  /** What is said to it goes to another machine. */
  leavesMachine: z.boolean(),
  sizeBytes: z.int().nullable(),
})
export type ModelInfo = z.infer<typeof modelInfoSchema>

export const modelProviderStatusSchema = z.object({
  /** As `provider` of its models. */
  id: z.string(),
  name: z.string(),
  reachable: z.boolean(),
  url: z.string().nullable(),
  /** Why it is not reachable, in words; null when it is. */
  problem: z.string().nullable(),
  models: z.array(modelInfoSchema),
})
export type ModelProviderStatus = z.infer<typeof modelProviderStatusSchema>

export interface ModelTool {
  /** Name on the wire: dots already mapped to `__` (acp.md 7.1). */
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ModelToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** A picture shown to a model with `vision`. */
export interface ModelImage {
  /** `image/png`, `image/jpeg`, `image/webp` or `image/gif`. */
  readonly mediaType: string
  readonly base64: string
}

export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly images?: readonly ModelImage[] }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly content: string }

/** What the router knew, for models that use it: the planner fills arguments from it. Plain data, never instructions. */
export interface RoutingHint {
  readonly remainder: string
  readonly captures: readonly string[]
}

export interface ChatRequest {
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly hint: RoutingHint | null
  readonly language: 'en' | 'zh' | 'ja' | 'es'
  /** Tokens of context the capability needs (`min_context_window`); null for none. */
  readonly minContextWindow: number | null
  readonly signal: AbortSignal
}

/** What a model says, piece by piece. `form` is the planner's way to ask for what it may not invent. */
export type ModelChunk =
  | { readonly type: 'text'; readonly delta: string }
  /** What the model says to itself before it answers: shown apart, never part of the answer, never sent back. */
  | { readonly type: 'thinking'; readonly delta: string }
  | { readonly type: 'tool_call'; readonly call: ModelToolCall }
  | {
      readonly type: 'form'
      readonly tool: string
      /** JSON Schema of the whole argument object; `values` what is known; `missing` JSON pointers still to fill. */
      readonly schema: Readonly<Record<string, unknown>>
      readonly values: Readonly<Record<string, unknown>>
      readonly missing: readonly string[]
    }
  | {
      readonly type: 'usage'
      /** Whether the server counted; else both numbers are 0 and mean nothing. */
      readonly reported: boolean
      readonly promptTokens: number
      readonly outputTokens: number
      readonly truncated: boolean
    }

/** One model, ready to talk. Every adapter passes the same acceptance suite. */
export interface LanguageModel {
  readonly info: ModelInfo
  /** Streams one answer. Throws `SatchelError` when the server fails; ends early, without an error, when `signal` fires. */
  chat(request: ChatRequest): AsyncIterable<ModelChunk>
}

/** Turns texts into vectors of one model. */
export interface Embedder {
  /** Id of the model: vectors of different ids cannot be compared. */
  readonly id: string
  /**
   * One vector of length 1 for each text, in their order. Throws `SatchelError` when the server fails, and the signal's reason
   * when it fires.
   */
  embed(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>
}

export interface ModelsService {
  /** Asks every provider what it has; never throws for an unreachable one. */
  providers(): Promise<readonly ModelProviderStatus[]>
  /**
   * The model to use: `preferred` if given, else the one in the settings, else the first reachable one that knows tools and has the
   * window that is needed, else the planner. Errors: `model_unavailable` when a named model is not there.
   */
  resolve(preferred?: string, needs?: { readonly minContextWindow: number | null }): Promise<LanguageModel>
  /** The embedding model of the settings; null where none is set or its server does not have it now. Never throws. */
  embedding(): Promise<Embedder | null>
}
