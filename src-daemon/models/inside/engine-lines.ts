/**
 * What the daemon and the process of one model say to each other: a JSON object a line, over the process's standard input and
 * output. The first line in is the opening; the first line out says how that ended.
 */

/** What the process is for: `inspect` reads the file's facts, `measure` the computer's graphics memory, and both end. */
export interface EngineOpening {
  readonly purpose: 'inspect' | 'measure' | 'chat' | 'embed'
  /** Address of the module of node-llama-cpp. */
  readonly module: string
  readonly file: string
  /** False: the processor alone. */
  readonly gpu: false | 'metal' | 'vulkan' | 'cuda'
  /** Tokens it reads at once: fewer if the memory doesn't hold that many. */
  readonly window: number
}

export interface EngineMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export type EngineRequest =
  | {
      readonly type: 'chat'
      readonly id: number
      readonly messages: readonly EngineMessage[]
      /** GBNF that the answer is held to; null for words. */
      readonly grammar: string | null
      readonly think: boolean
      /** How wild the words are: 0 takes the likeliest. */
      readonly temperature: number
    }
  | { readonly type: 'embed'; readonly id: number; readonly texts: readonly string[] }
  | { readonly type: 'stop'; readonly id: number }

/** What a file says of itself, as far as it does. */
export interface EngineFacts {
  readonly architecture: string
  readonly name: string | null
  /** Such as `135M`. */
  readonly size: string | null
  readonly window: number | null
  readonly embeds: boolean
  readonly thinks: boolean
}

export type EngineLine =
  | { readonly type: 'facts'; readonly facts: EngineFacts }
  | { readonly type: 'graphics'; readonly bytes: number }
  | { readonly type: 'ready'; readonly window: number }
  | { readonly type: 'unready'; readonly problem: string }
  | { readonly type: 'text' | 'thinking'; readonly id: number; readonly delta: string }
  | {
      readonly type: 'end'
      readonly id: number
      readonly promptTokens: number
      readonly outputTokens: number
      /** It ended at its longest length. */
      readonly isCut: boolean
    }
  | { readonly type: 'vectors'; readonly id: number; readonly vectors: readonly (readonly number[])[] }
  | { readonly type: 'failed'; readonly id: number; readonly problem: string }
