import type {
  CompletionTarget,
  PromptReading,
  ResourceReading,
  ServerCompletion,
  ServerNotice,
  ServerPrompts,
  ServerResources,
} from '../../contract/server-offers.ts'

interface OfferOptions {
  readonly signal?: AbortSignal | undefined
}

/**
 * What connected servers offer besides tools: resources to read and prompts to use. Only for their owner;
 * models have no direct access.
 * Everything is the server's data. Errors of all: `server_unknown` and those of reaching a server; if the
 * server does not offer a list, it is empty.
 */
export interface ServerOffers {
  resources(uri: string, options?: OfferOptions): Promise<ServerResources>
  /**
   * Reads one. With `variables`, `resource` is a template to fill in. Errors: `server_refused` if the server
   * does not have it, `server_result_too_large`.
   */
  readResource(
    input: {
      uri: string
      resource: string
      variables?: Readonly<Record<string, string>> | undefined
    },
    options?: OfferOptions,
  ): Promise<ResourceReading>
  prompts(uri: string, options?: OfferOptions): Promise<ServerPrompts>
  /** A prompt rendered by the server with these arguments. Errors: those of `readResource`. */
  prompt(
    input: { uri: string; name: string; arguments: Readonly<Record<string, string>> },
    options?: OfferOptions,
  ): Promise<PromptReading>
  /**
   * Values the server suggests for `argument`, of which `value` is typed so far; `others` are those already
   * given.
   */
  complete(
    input: {
      uri: string
      target: CompletionTarget
      argument: string
      value: string
      others?: Readonly<Record<string, string>> | undefined
    },
    options?: OfferOptions,
  ): Promise<ServerCompletion>
  /**
   * Yields once the resource is watched, and each time it has changed, until `signal` fires or the server is
   * gone; it counts as a call of the server. Errors: `server_refused` if the server does not support it.
   */
  watchResource(
    input: { uri: string; resource: string },
    signal: AbortSignal,
  ): AsyncIterable<'watching' | 'changed'>
  /** Calls the listener when a server reports a change. */
  onNotice(listener: (notice: ServerNotice) => void): () => void
}
