import type { SamplingAnswer, SamplingRequest, ServerQuestion, ServerReply } from '../../contract/servers.ts'

/** A call of one tool of a server, on behalf of a binding. */
export interface ServerCall {
  readonly serverUri: string
  readonly action: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** Its own interface calls it, which may call what no model may, and the other way round. */
  readonly fromApp?: boolean | undefined
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

export interface AskOptions {
  /** Fires when the answer isn't wanted any more: the server withdrew the question, or is gone. */
  readonly withdrawn?: AbortSignal | undefined
  /** The JSON Schema that the form is of: what was filled in has to fit it. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
  /** Throws what is wrong with an answer beside what the form says; the person is asked again. */
  readonly check?: ((reply: Extract<ServerReply, { action: 'accept' }>) => void) | undefined
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
  /** What it says to its interface alone; undefined if nothing, or too much. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}
