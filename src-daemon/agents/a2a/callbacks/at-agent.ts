import type { Client } from '@a2a-js/sdk/client'
import type { Signer } from '../../../identity/types.ts'
import type { NetworkGuard } from '../../../network/index.ts'
import type { SatchelError } from '../../../platform/errors.ts'
import { createAgentFetch, type AgentFetch } from '../client/agent-fetch.ts'
import type { Answer } from '../client/answer.ts'
import { CALL_LIMITS, type CallLimits } from '../client/limits.ts'
import { errorOf } from '../client/outcome.ts'
import { CALLBACKS_PATH } from './face.ts'
import type { KeptCallback } from './kept.ts'

interface AtAgentDeps {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly signer: (did: string, host: string) => Signer
  readonly now: () => Date
  /** Fires when the daemon ends. */
  readonly closing: AbortSignal
}

/** What a callback and its task are at their agent. */
export interface AtAgent {
  /** Gives the agent a callback to `origin`, by the client of the call that it is for. */
  set(one: KeptCallback, to: { origin: string; token: string }, client: Client): Promise<void>
  /** Deletes a callback; one that the agent has forgotten is deleted, too. */
  remove(one: KeptCallback): Promise<void>
  /** What the agent says of a task now. Errors: `forgotten`, with the agent's, where it doesn't know the task any more. */
  task(one: KeptCallback): Promise<Answer | { readonly forgotten: SatchelError }>
}

/** For one question about a task. */
const LIMITS: CallLimits = { ...CALL_LIMITS, totalMs: 30_000, silentMs: 10_000 }
/** A2A: the agent doesn't know the task any more. */
const TASK_NOT_FOUND = -32001

/** Speaks A2A about callbacks and their tasks, each time as the identity that made the call. */
export const createAtAgent = ({ guard, signer, now, closing }: AtAgentDeps): AtAgent => {
  // The SDK is loaded with the first task that is asked about.
  const clientFor = async (one: KeptCallback): Promise<{ client: Client; through: AgentFetch }> => {
    const { openClient } = await import('../client/sdk-client.ts')
    const { host } = new URL(one.target.url)
    const signs = one.asDid === null ? null : signer(one.asDid, host)
    const through = createAgentFetch({ guard, now, tokens: null, host, signer: signs, limits: LIMITS })
    return { client: await openClient(one.target, through.fetch), through }
  }

  const once = (): { signal: AbortSignal } => ({
    signal: AbortSignal.any([closing, AbortSignal.timeout(LIMITS.totalMs)]),
  })

  return {
    set: async ({ id, task: taskId }, { origin, token }, client) => {
      const authentication = { scheme: 'Bearer', credentials: token }
      const url = `${origin}${CALLBACKS_PATH}/${id}`
      await client.createTaskPushNotificationConfig(
        { tenant: '', id, taskId, url, token, authentication },
        once(),
      )
    },
    remove: async (one) => {
      const { client, through } = await clientFor(one)
      const { id, task: taskId } = one
      try {
        await client.deleteTaskPushNotificationConfig({ tenant: '', taskId, id }, once())
      } catch (thrown) {
        const error = errorOf(thrown, one.agent, through)
        // With the task, most agents have forgotten its configs.
        if (error.code !== 'agent_refused' && error.code !== 'agent_answer_unusable') throw error
      }
    },
    task: async (one) => {
      const { client, through } = await clientFor(one)
      const { createAnswer } = await import('../client/answer.ts')
      const answer = createAnswer(() => undefined)
      try {
        const value = await client.getTask({ tenant: '', id: one.task, historyLength: 0 }, once())
        answer.take({ $case: 'task', value })
        return answer
      } catch (thrown) {
        const error = errorOf(thrown, one.agent, through)
        if (!isForgotten(error)) throw error
        return { forgotten: error }
      }
    },
  }
}

const isForgotten = ({ code, details }: SatchelError): boolean =>
  code === 'agent_refused' && (details as { code?: unknown }).code === TASK_NOT_FOUND
