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
 * What connected servers offer beside tools: resources to read and prompts to use. It is for their owner; no model gets here by itself.
 * Everything is data of the server. Errors of all: `server_unknown` and those of reaching a server; what the server does not offer is
 * an empty list.
 */
export interface ServerOffers {
  resources(uri: string, options?: OfferOptions): Promise<ServerResources>
  /**
   * Reads one. With `variables`, `resource` is a template they are put into. Errors: `server_refused` for one the server does not
   * have, `server_result_too_large`.
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
  /** A prompt as the server writes it with these arguments. Errors: those of `readResource`. */
  prompt(
    input: { uri: string; name: string; arguments: Readonly<Record<string, string>> },
    options?: OfferOptions,
  ): Promise<PromptReading>
  /** Values the server proposes for `argument`, of which `value` is typed; `others` are those given already. */
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
   * Says each time a resource has changed, once it is watched first, until `signal` fires or the server is gone; it counts as a call
   * of the server. Errors: `server_refused` where the server does not tell.
   */
  watchResource(
    input: { uri: string; resource: string },
    signal: AbortSignal,
  ): AsyncIterable<'watching' | 'changed'>
  /** Told what servers say has changed. */
  onNotice(listener: (notice: ServerNotice) => void): () => void
}
