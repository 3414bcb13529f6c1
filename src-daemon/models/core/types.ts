import type {
  EndpointTest,
  EndpointView,
  ModelAlternative,
  ModelFit,
  ModelInUse,
  ModelInfo,
  ModelProviderStatus,
  ModelPull,
} from '../../contract/models.ts'
import type { ModelEndpoint } from '../../contract/settings.ts'

/** What a capability asks of a model (`llm_requirements`, acp.md 2). */
export interface ModelRequirements {
  readonly minContextWindow: number | null
  readonly modelFamily?: readonly string[]
  readonly requiredFeatures?: readonly string[]
}

export interface ModelTool {
  /** Name on the wire: dots already mapped to `__` (acp.md 7.1). */
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ModelToolCall {
  readonly id: string
  /** Empty where what was written names no tool; `unreadable` says what it was then. */
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** What the model wrote in place of a JSON object, cut to a bound: such a call is never run, its model is told. */
  readonly unreadable?: string
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
   * The model to use: `preferred` if given, else the one in the settings. `auto` is what meets the needs best of what stays here, and
   * the planner where there is no model. Errors: `model_unavailable` when a named model is not there, `model_none_answers` when the
   * servers that had models are silent and the planner may not stand in for them unasked.
   */
  resolve(preferred?: string, needs?: ModelRequirements): Promise<LanguageModel>
  /** What `resolve` comes to now, for whoever shows it. Never throws. */
  inUse(preferred?: string): Promise<ModelInUse>
  /** The embedding model of the settings; null where none is set or its server does not have it now. Never throws. */
  embedding(): Promise<Embedder | null>
  /** How each model there is meets what capabilities require, best first for each. Never throws for an unreachable provider. */
  match(requirements: readonly ModelRequirements[]): Promise<readonly (readonly ModelFit[])[]>
  /** What could answer instead of `failed`: what stays on this machine first. Nothing is ever chosen for the user. */
  alternatives(failed: string): Promise<readonly ModelAlternative[]>
  readonly pulls: ModelPulls
  /** Deletes a model of the Ollama server for good. Errors: `model_not_of_ollama`, `model_not_found`, those of the server. */
  remove(model: string): Promise<void>
  /** Drops a model of the Ollama server from memory. Errors: as for `remove`. */
  unload(model: string): Promise<void>
  readonly endpoints: ModelEndpoints
  /** Told when providers, endpoints or pulls have changed. */
  onChange(listener: () => void): () => void
  /** Breaks off what is being fetched; the next start says so. */
  close(): void
}

/** Models the Ollama server fetches, one request per model, going on without a window. */
export interface ModelPulls {
  list(): readonly ModelPull[]
  /** Begins, or goes on where the server stopped. Does nothing for one that runs. Errors: `invalid_request` for what is no name. */
  start(model: string): ModelPull
  /** Errors: `model_pull_unknown`. */
  stop(model: string): void
  /** Takes one that does not run off the list. Errors: `model_pull_unknown`. */
  dismiss(model: string): void
}

/** OpenAI-compatible servers and their keys. A key goes in and is never given out. */
export interface ModelEndpoints {
  list(): readonly EndpointView[]
  /** Errors: `invalid_request`, `model_endpoint_exists`. */
  add(endpoint: ModelEndpoint): EndpointView
  /** A key that is kept is forgotten when the address leads to another server. Errors: `invalid_request`, `model_endpoint_unknown`. */
  change(endpoint: ModelEndpoint): EndpointView
  /** With its key. Errors: `model_endpoint_unknown`. */
  remove(id: string): void
  /** Errors: `model_endpoint_unknown`, `model_key_not_over_http`, those of `NamedSecrets.set`. */
  setKey(id: string, key: string): Promise<void>
  /** Errors: `model_endpoint_unknown`. */
  forgetKey(id: string): void
  /** Asks it for its models now. Errors: `model_endpoint_unknown`. */
  test(id: string): Promise<EndpointTest>
}
