import type { MessagePort } from '../../platform/worker-threads.ts'

/** The data the worker thread is started with. */
export interface WasmStart {
  readonly port: MessagePort
  /** Counts the answers to requests; the worker sleeps on it. */
  readonly signal: Int32Array
  /** The module, with its limits written into it. */
  readonly module: Uint8Array
  readonly entry: string
  /** JSON. */
  readonly input: string
  /** How many bytes the module may request from the host for input, output and answers in total. */
  readonly hostBytes: number
  readonly maxOutputBytes: number
}

/** A request of the module; `body` is null if there is none. */
export interface WasmRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

/** What the module wants read by the owner's model: a text, into fields. */
export interface WasmExtract {
  readonly text: string
  /** JSON Schema, as text. */
  readonly schema: string
}

/** A message of the worker. */
export type WasmMessage =
  | { readonly kind: 'request'; readonly request: WasmRequest }
  | { readonly kind: 'extract'; readonly extract: WasmExtract }
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly problem: string }

/** The answer to a request; null if the request wasn't made, which ends the call. Fields that were read are JSON with status 200. */
export type WasmAnswer = { readonly status: number; readonly body: Uint8Array } | null
