import type { MessagePort } from '../../platform/worker-threads.ts'

/** What the worker thread is started with. */
export interface WasmStart {
  readonly port: MessagePort
  /** Counts the answers to requests; the worker sleeps on it. */
  readonly signal: Int32Array
  /** The module, its limits written into it. */
  readonly module: Uint8Array
  readonly entry: string
  /** JSON. */
  readonly input: string
  /** What the module may ask of the host for input, output and answers altogether. */
  readonly hostBytes: number
  readonly maxOutputBytes: number
}

/** A request the module wants made; `body` null for none. */
export interface WasmRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

/** What the worker says. */
export type WasmMessage =
  | { readonly kind: 'request'; readonly request: WasmRequest }
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly problem: string }

/** The answer to a request; null when it was not made, and the call ends. */
export type WasmAnswer = { readonly status: number; readonly body: Uint8Array } | null
