import type { SamplingAnswer, SamplingRequest, ServerQuestion, ServerReply } from '../../contract/servers.ts'

/** A call of one tool of a server, on behalf of a binding. */
export interface ServerCall {
  readonly serverUri: string
  readonly action: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** Called with the progress that the server reports. */
  readonly onProgress?: ((progress: ServerProgress) => void) | undefined
  /** Shows the server's question to the person. Without it every question counts as cancelled. */
  readonly onQuestion?: ((question: ServerQuestion, options?: AskOptions) => Promise<ServerReply>) | undefined
  /** Has the person's model answer, with their consent; null if they declined or are not present. */
  readonly onSampling?:
    | ((request: SamplingRequest, options?: AskOptions) => Promise<SamplingAnswer | null>)
    | undefined
}

/** `withdrawn` fires when the server no longer waits for the answer: it withdrew the question, or is gone. */
export interface AskOptions {
  readonly withdrawn?: AbortSignal | undefined
}

/** In the server's own units; the total may be unknown. */
export interface ServerProgress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** A tool's answer, as the server wrote it. */
export interface ServerAnswer {
  /** Undefined if it sent none. */
  readonly structured: unknown
  readonly content: readonly unknown[]
}
