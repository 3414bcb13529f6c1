import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import { secretsIn } from '../../text/index.ts'
import { elicitResultOf, questionOf } from './elicitation.ts'
import { samplingRequestOf, samplingResultOf, type SamplingParams, type SamplingResult } from './sampling.ts'
import type { ServerLog } from '../transports/server-log.ts'
import type { ServerCall } from './types.ts'

/** A caller that waits for a request to the server, and can be asked questions meanwhile. */
export interface Caller {
  readonly onQuestion: NonNullable<ServerCall['onQuestion']>
  readonly onSampling: NonNullable<ServerCall['onSampling']>
  /** Fires when the request is over. */
  readonly over: AbortSignal
}

/** The callers of one server. The one that started last is asked, because a server needn't say which request its question belongs to. */
export interface Callers {
  /** Adds one; returns a function that removes it. */
  readonly add: (caller: Caller) => () => void
  readonly isAny: () => boolean
  /** Fires when the request of the one that would be asked is over; null if there is none. */
  readonly over: () => AbortSignal | null
  /** `withdrawn` fires when the server does not wait for the answer any more. */
  readonly elicit: (params: ElicitRequestParams, withdrawn: AbortSignal) => Promise<ElicitResult>
  readonly sample: (params: SamplingParams, withdrawn: AbortSignal) => Promise<SamplingResult>
}

/** The error a server gets if the user didn't agree (MCP, sampling). */
const SAMPLING_DECLINED = -1

export const createCallers = (
  library: Pick<typeof ClientLibrary, 'ProtocolError'>,
  log: Pick<ServerLog, 'line' | 'hide'>,
): Callers => {
  /** The last begun last. */
  const callers = new Set<Caller>()
  const last = (): Caller | undefined => [...callers].at(-1)
  return {
    add: (caller) => {
      callers.add(caller)
      return () => {
        callers.delete(caller)
      }
    },
    isAny: () => callers.size > 0,
    over: () => last()?.over ?? null,
    elicit: async (params, withdrawn) => {
      const elicited = questionOf(params)
      if (elicited === null) log.line('asked for something in a way that cannot be shown')
      const ask = last()?.onQuestion
      if (elicited === null || ask === undefined) return { action: 'cancel' }
      const { question, schema } = elicited
      const reply = await ask(question, { withdrawn, ...(schema === null ? {} : { schema }) })
      // Whatever it says from now on.
      if (question.kind === 'form') secretsIn(question.form, reply).forEach(log.hide)
      return elicitResultOf(reply, schema)
    },
    sample: async (params, withdrawn) => {
      const request = samplingRequestOf(params)
      if (request === null) log.line('asked for a model in a way that cannot be shown')
      const answer = request === null ? null : await last()?.onSampling(request, { withdrawn })
      if (answer === null || answer === undefined)
        throw new library.ProtocolError(SAMPLING_DECLINED, 'the person did not let a model be asked')
      return samplingResultOf(answer)
    },
  }
}
