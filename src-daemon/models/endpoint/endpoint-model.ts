import type { IdleTimeout } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { LeftOutLog } from '../answer/left-out.ts'
import type { ChatRequest, LanguageModel, ModelChunk } from '../core/types.ts'
import type { ModelInfo } from '../../contract/models.ts'
import type { EndpointAccess } from './access.ts'
import { explainEndpoint } from './errors.ts'

export interface EndpointModelDeps extends EndpointAccess {
  readonly info: ModelInfo
  readonly log: LeftOutLog
  readonly idleTimeout?: IdleTimeout | undefined
}

/**
 * A model of an endpoint, whose failures are explained and whose stop is no failure. Errors of `chat`: `model_not_found`,
 * `model_refused`, `model_server_failed`, `model_out_of_memory`, `model_failed`, `model_interrupted`, `model_silent`, `model_key_refused`,
 * `model_rate_limited`, `model_busy`, `model_quota_used`, `model_context_exceeded`, and those of the network guard and of the key
 * store.
 */
export const endpointModel = (
  { info, endpoint, key }: Pick<EndpointModelDeps, 'info' | 'endpoint' | 'key'>,
  answer: (request: ChatRequest) => AsyncIterable<ModelChunk>,
): LanguageModel => ({
  info,
  async *chat(request) {
    if (request.signal.aborted) return
    try {
      yield* answer(request)
    } catch (thrown) {
      if (isStopped(request)) return
      throw await explainEndpoint(thrown, { endpoint, key }, { id: info.id, model: info.name })
    }
  },
})

/** A function, so that TypeScript does not narrow it: the signal changes during an await. */
export const isStopped = ({ signal }: Pick<ChatRequest, 'signal'>): boolean => signal.aborted

/** The stream ended before the answer did. */
export const interrupted = ({ info, endpoint }: Pick<EndpointModelDeps, 'info' | 'endpoint'>): SatchelError =>
  new SatchelError('model_interrupted', {
    params: { model: info.name },
    details: { model: info.id, name: info.name, server: endpoint.name },
  })
