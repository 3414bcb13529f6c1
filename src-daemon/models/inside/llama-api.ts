/** The part of node-llama-cpp that runs here: it is fetched when a person wants it, so its own types are not. */

export interface LlamaModule {
  readonly getLlama: (options: {
    readonly gpu: false | string
    readonly build: 'never'
    readonly skipDownload: true
    readonly progressLogs: false
    readonly logger: (level: string, message: string) => void
  }) => Promise<Llama>
  readonly readGgufFileInfo: (path: string, options: { readonly logWarnings: false }) => Promise<GgufInfo>
  readonly resolveChatWrapper: (model: LlamaModel) => ChatWrapper
  readonly LlamaChat: new (options: {
    readonly contextSequence: unknown
    readonly chatWrapper: ChatWrapper
  }) => LlamaChat
}

export interface GgufInfo {
  readonly metadata: {
    readonly general?: {
      readonly architecture?: string
      readonly name?: string
      readonly size_label?: string
    }
    readonly tokenizer?: { readonly chat_template?: string }
  }
  readonly architectureMetadata: { readonly context_length?: number; readonly pooling_type?: number }
}

interface Llama {
  readonly cpuMathCores: number
  maxThreads: number
  /** In bytes; of what processor and graphics share, too. */
  getVramState(): Promise<{ readonly total: number }>
  loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>
  createGrammar(options: { readonly grammar: string }): Promise<Grammar>
}

/** Opaque. */
interface Grammar {
  readonly grammar: string
}

export interface LlamaModel {
  readonly tokenizer: unknown
  tokenize(text: string): readonly number[]
  createContext(options: { readonly contextSize: WindowSize; readonly sequences: 1 }): Promise<LlamaContext>
  createEmbeddingContext(options: { readonly contextSize: WindowSize }): Promise<EmbeddingContext>
}

interface WindowSize {
  readonly min: number
  readonly max: number
}

interface LlamaContext {
  readonly contextSize: number
  getSequence(): unknown
}

interface EmbeddingContext {
  getEmbeddingFor(input: string | readonly number[]): Promise<{ readonly vector: readonly number[] }>
}

export type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] }

interface ChatWrapper {
  generateContextState(input: { readonly chatHistory: readonly ChatItem[] }): {
    readonly contextText: { tokenize(tokenizer: unknown): readonly number[] }
  }
}

export interface LlamaChat {
  readonly chatWrapper: ChatWrapper
  generateResponse(
    history: readonly ChatItem[],
    options: {
      readonly signal: AbortSignal
      readonly stopOnAbortSignal: true
      readonly maxTokens: number
      readonly temperature: number
      readonly topP: number
      readonly topK: number
      readonly budgets?: { readonly thoughtTokens: number }
      readonly grammar?: Grammar
      readonly onResponseChunk: (chunk: {
        readonly type?: 'segment'
        readonly text: string
        readonly tokens: readonly unknown[]
      }) => void
    },
  ): Promise<{ readonly metadata: { readonly stopReason: string } }>
}
