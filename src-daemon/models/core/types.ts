import type {
  EndpointTest,
  EndpointView,
  InsideStatus,
  LocalServer,
  ModelAlternative,
  ModelFit,
  ModelInUse,
  ModelInfo,
  ModelProviderStatus,
  ModelPull,
} from '../../contract/models.ts'
import type { ModelPrice, MonthUse } from '../../contract/spending.ts'
import type { ModelEndpoint } from '../../contract/settings.ts'

/** What a capability requires of a model (`llm_requirements`, acp.md 2). */
export interface ModelRequirements {
  readonly minContextWindow: number | null
  readonly modelFamily?: readonly string[]
  readonly requiredFeatures?: readonly string[]
}

export interface ModelTool {
  /** Wire name: dots already mapped to `__` (acp.md 7.1). */
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** It is known to change nothing. */
  readonly reads?: boolean
}

export interface ModelToolCall {
  readonly id: string
  /** Empty if the model's text names no tool; then `unreadable` holds that text. */
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  /**
   * What the model wrote instead of a JSON object, cut to size: such a call is never run, and the model is
   * told so.
   */
  readonly unreadable?: string
}

/** A picture shown to a model with `vision`. */
export interface ModelImage {
  /** `image/png`, `image/jpeg`, `image/webp` or `image/gif`. */
  readonly mediaType: string
  readonly base64: string
}

/** A sound played to a model with `audio`. */
export interface ModelSound {
  /** `audio/wav` or `audio/mpeg`. */
  readonly mediaType: string
  readonly base64: string
}

/** The images and sounds of a message. */
interface ModelMedia {
  readonly images?: readonly ModelImage[]
  readonly sounds?: readonly ModelSound[]
}

export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | ({
      readonly role: 'user'
      readonly content: string
      /** The user's own words, where `content` has data beside them. */
      readonly said?: string
    } & ModelMedia)
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls: readonly ModelToolCall[] }
  | ({
      readonly role: 'tool'
      readonly callId: string
      readonly name: string
      readonly content: string
    } & ModelMedia)

/**
 * The router's findings, for models that use them: the planner fills arguments from them. Plain data, never
 * instructions.
 */
export interface RoutingHint {
  readonly remainder: string
  readonly captures: readonly string[]
}

export interface ChatRequest {
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly hint: RoutingHint | null
  /** JSON Schema that the text of the answer is held to, for a request without tools. */
  readonly format?: Readonly<Record<string, unknown>>
  /** The tools are those of several capabilities, and nothing says that the message needs one of them. */
  readonly open?: true
  readonly language: 'en' | 'zh' | 'ja' | 'es'
  /** Tokens of context the capability needs (`min_context_window`); null for none. */
  readonly minContextWindow: number | null
  readonly signal: AbortSignal
}

/** A piece of a model's answer. `form` is how the planner asks for values it must not invent. */
export type ModelChunk =
  | { readonly type: 'text'; readonly delta: string }
  /** The model's thinking before it answers: shown separately, never part of the answer, never sent back. */
  | { readonly type: 'thinking'; readonly delta: string }
  /** All text of this answer so far was thinking: the model marked only where it ended. */
  | { readonly type: 'was_thinking' }
  /** A part of the answer that isn't text, and is left out. `kind`: the server's name for it, such as `image_url`. */
  | { readonly type: 'left_out'; readonly kind: string }
  | { readonly type: 'tool_call'; readonly call: ModelToolCall }
  | {
      readonly type: 'form'
      readonly tool: string
      /**
       * JSON Schema of the whole argument object; `values` are the known ones; `missing` are JSON pointers
       * still to fill.
       */
      readonly schema: Readonly<Record<string, unknown>>
      readonly values: Readonly<Record<string, unknown>>
      readonly missing: readonly string[]
    }
  | {
      readonly type: 'usage'
      /** Whether the server reported usage; if not, both numbers are 0 and mean nothing. */
      readonly reported: boolean
      readonly promptTokens: number
      readonly outputTokens: number
      /** The model did not read the whole prompt. */
      readonly truncated: boolean
      /** What ended the answer before it was complete: the server's limit of its length, or its content filter. */
      readonly endedBy?: 'length' | 'filter'
    }

/** One model, ready to use. Every adapter passes the same acceptance suite. */
export interface LanguageModel {
  readonly info: ModelInfo
  /** Streams one answer. Throws `SatchelError` when the server fails; ends early, without an error, when `signal` fires. */
  chat(request: ChatRequest): AsyncIterable<ModelChunk>
  /**
   * Whether a message asks for what `tools`, those of the capability that was chosen for it, can't do alone but those of all
   * can, or for what any of them may keep. Only of a model that reads orders without tools: the built-in planner.
   */
  isBeyond?(
    message: string,
    offered: { readonly tools: readonly ModelTool[]; readonly all: readonly ModelTool[] },
    language: ChatRequest['language'],
  ): Promise<boolean>
}

/** Embeds texts with one model. */
export interface Embedder {
  /** Id of the model: vectors of different models cannot be compared. */
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
  /** Queries every provider; an unreachable one is reported, not thrown. */
  providers(): Promise<readonly ModelProviderStatus[]>
  /**
   * The model to use: `preferred` if given, else the one in the settings. `auto` is the best match among the
   * models on this machine, or the planner if there is no model. Errors: `model_unavailable` if a named model
   * is not there, `model_none_answers` if the servers that had models do not answer and the planner may not
   * stand in for them without consent.
   */
  resolve(preferred?: string, needs?: ModelRequirements): Promise<LanguageModel>
  /** What `resolve` would return now, for display. Never throws. */
  inUse(preferred?: string): Promise<ModelInUse>
  /**
   * The embedding model of the settings; null if none is set or its server does not have it now. Never
   * throws.
   */
  embedding(): Promise<Embedder | null>
  /**
   * How well each available model meets each of the requirements, best first. Never throws for an unreachable
   * provider.
   */
  match(requirements: readonly ModelRequirements[]): Promise<readonly (readonly ModelFit[])[]>
  /**
   * What could answer instead of `failed`: models on this machine first. It only lists them; the user
   * chooses.
   */
  alternatives(failed: string): Promise<readonly ModelAlternative[]>
  readonly pulls: ModelPulls
  /** Whether models run inside Satchel, and which are recommended. */
  inside(): InsideStatus
  /** Deletes a model of the Ollama server, or one inside Satchel, for good. Errors: `model_not_of_ollama`, `model_not_found`, those of the server. */
  remove(model: string): Promise<void>
  /** Drops such a model from memory. Errors: as for `remove`. */
  unload(model: string): Promise<void>
  readonly endpoints: ModelEndpoints
  readonly spending: SpendingService
  /** Well-known model servers that run on this computer and aren't set up yet. Never throws for what doesn't answer. */
  localServers(): Promise<readonly LocalServer[]>
  /** Guides a model or not; null: by its size. Errors: `invalid_request` for too many. */
  guide(model: string, guided: boolean | null): void
  /** Calls the listener when providers, endpoints or pulls have changed. */
  onChange(listener: () => void): () => void
  /** Aborts running pulls; the next start reports them as interrupted. */
  close(): void
}

/** What models use and cost. */
export interface SpendingService {
  /** The owner's own price of a model; null forgets it. */
  setPrice(model: string, price: ModelPrice | null): void
  /** The use of a month (`2026-11`); of this one by default. */
  month(month?: string): MonthUse
  onChange(listener: () => void): () => void
}

/** Models that are being downloaded, by the Ollama server or by Satchel, independent of any window. */
export interface ModelPulls {
  list(): readonly ModelPull[]
  /**
   * Starts a pull, or resumes it where the server stopped. Does nothing if it is running. Errors:
   * `invalid_request` for an invalid name; of models inside Satchel also `model_unavailable`, `model_file_unreadable`, `model_here`.
   */
  start(model: string): ModelPull
  /** Errors: `model_pull_unknown`. */
  stop(model: string): void
  /** Removes one that is not running from the list. Errors: `model_pull_unknown`. */
  dismiss(model: string): void
}

/** OpenAI-compatible servers and their keys. A key can be set but not read back. */
export interface ModelEndpoints {
  list(): readonly EndpointView[]
  /** Errors: `invalid_request`, `model_endpoint_exists`. */
  add(endpoint: ModelEndpoint): EndpointView
  /**
   * A stored key is deleted if the address changes to another server. Errors: `invalid_request`,
   * `model_endpoint_unknown`.
   */
  change(endpoint: ModelEndpoint): EndpointView
  /** Also deletes its key. Errors: `model_endpoint_unknown`. */
  remove(id: string): void
  /** Errors: `model_endpoint_unknown`, `model_key_not_over_http`, those of `NamedSecrets.set`. */
  setKey(id: string, key: string): Promise<void>
  /** Errors: `model_endpoint_unknown`. */
  forgetKey(id: string): void
  /** Requests its list of models now. Errors: `model_endpoint_unknown`. */
  test(id: string): Promise<EndpointTest>
}
