import type { SamplingAnswer, SamplingRequest, ServerQuestion, ServerReply } from '../../contract/servers.ts'

/** A call of one tool of a server, on behalf of a binding. */
export interface ServerCall {
  readonly serverUri: string
  readonly action: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** Told what the server says of its progress. */
  readonly onProgress?: ((progress: ServerProgress) => void) | undefined
  /** Puts what the server asks to the person. Without it every question counts as cancelled. */
  readonly onQuestion?: ((question: ServerQuestion, options?: AskOptions) => Promise<ServerReply>) | undefined
  /** Has the person's model answer, with their consent; null where they declined or nobody is there. */
  readonly onSampling?:
    ((request: SamplingRequest, options?: AskOptions) => Promise<SamplingAnswer | null>) | undefined
}

/** `withdrawn` fires when the server does not wait for the answer any more: it took its question back, or is gone. */
export interface AskOptions {
  readonly withdrawn?: AbortSignal | undefined
}

/** As the server counts; it need not say of how much. */
export interface ServerProgress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** What a tool answered, as the server wrote it. */
export interface ServerAnswer {
  /** Undefined where it sent none. */
  readonly structured: unknown
  readonly content: readonly unknown[]
}
