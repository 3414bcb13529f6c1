import { randomBytes } from 'node:crypto'
import type { Client } from '@a2a-js/sdk/client'
import type { Signer } from '../../../identity/types.ts'
import type { NetworkGuard } from '../../../network/index.ts'
import type { Database } from '../../../storage/index.ts'
import { pause } from '../../../platform/abortable.ts'
import { SatchelError, toSatchelError } from '../../../platform/errors.ts'
import { sha256Hex } from '../../../platform/sha256.ts'
import type { ReasonCode } from '../../../text/index.ts'
import type { Face } from '../../called/faces.ts'
import type { DidAuth } from '../../requests/service.ts'
import { CALL_LIMITS, type CallLimits } from '../client/limits.ts'
import { errorOf, resultOf, timedOut } from '../client/outcome.ts'
import type { TaskWatch } from '../client/task-watch.ts'
import { createAtAgent } from './at-agent.ts'
import { callbackFace } from './face.ts'
import { createKeptCallbacks, type KeptCallback } from './kept.ts'
import { PAUSE_MS, watchTask, type WatchDeps, type WatchedCall } from './watch.ts'

/** What became of a task that no call waited for any more. */
export interface TaskOutcome {
  readonly agent: string
  readonly operation: string
  readonly task: string
  readonly host: string
  /** As the call would have returned it; null if it failed. */
  readonly output: Readonly<Record<string, unknown>> | null
  readonly error: SatchelError | null
  /** Since it got its callback. */
  readonly ms: number
}

export interface CallbacksDeps {
  readonly db: Database
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly didAuth: Pick<DidAuth, 'verifyRequest'>
  /** Where an agent at a host reaches us: an origin; null if it can't. */
  readonly originFor: (host: string) => string | null
  /** An approved agent that may be called now. */
  readonly agentOf: (id: string) => { readonly did: string | null } | null
  readonly signer: (did: string, host: string) => Signer
  readonly now: () => Date
  readonly log: { warn(data: object, message: string): void }
  readonly limits?: CallLimits | undefined
}

/** Callbacks: other agents tell us when tasks of ours have changed, also those of calls that are over. */
export interface Callbacks {
  readonly face: Face
  /** Null if the agent makes no callbacks, or can't reach us. */
  watch(call: WatchedCall): ((client: Client) => TaskWatch) | null
  /** The owner has forgotten an agent: its callbacks are deleted there. */
  forget(agent: string): void
  /** An agent may be another by now: its callbacks lead nowhere any more, and nothing is sent to it. Their tasks are told of as failed. */
  stop(agent: string, reason: ReasonCode): void
  /** Takes up what was left when the program ended. `tell` hears of each task that changed after its call. */
  start(tell: (outcome: TaskOutcome) => void): void
  /** The daemon is about to end: the tasks of calls that end now go on. */
  prepareEnd(): void
  close(): Promise<void>
}

/** Between two questions about a task whose agent doesn't call: a callback can be lost. */
const SWEEP_MS = 10 * 60_000
/** No agent works on a task for longer. */
const KEPT_MS = 7 * 24 * 60 * 60_000
export const createCallbacks = (deps: CallbacksDeps): Callbacks => {
  const { db, guard, signer, didAuth, originFor, agentOf, now, log, limits = CALL_LIMITS } = deps
  const kept = createKeptCallbacks(db)
  const closing = new AbortController()
  const isClosed = (): boolean => closing.signal.aborted
  const atAgent = createAtAgent({ guard, signer, now, closing: closing.signal })
  /** Calls that wait, by their callbacks. */
  const waiting = new Map<string, () => void>()
  /** Tasks that are asked about; true: again after that. */
  const asking = new Map<string, boolean>()
  const running = new Set<Promise<void>>()
  let tell: ((outcome: TaskOutcome) => void) | null = null
  let isEnding = false
  let sweeping: NodeJS.Timeout | undefined

  /** Never fails: what can't be done now is done with the next sweep. */
  const inBackground = (one: Pick<KeptCallback, 'agent' | 'task'>, work: () => Promise<void>): void => {
    if (isClosed()) return
    const run = work()
      .catch((thrown: unknown) => {
        if (isClosed()) return
        const { agent, task } = one
        log.warn({ err: thrown, code: toSatchelError(thrown).code, agent, task }, 'a task of another agent')
      })
      .finally(() => running.delete(run))
    running.add(run)
  }

  /** `called` hears of the agent's calls from the first one on, which may come before its answer. */
  const register = async (
    call: WatchedCall,
    client: Client,
    task: string,
    called: () => void,
  ): Promise<KeptCallback | null> => {
    const before = kept.ofTask(call.agent, task)
    const origin = originFor(new URL(call.target.url).hostname)
    if (before !== null) waiting.set(before.id, called)
    if (before !== null || origin === null || isClosed()) return before
    const token = randomBytes(32).toString('base64url')
    const id = randomBytes(16).toString('base64url')
    const at = now().getTime()
    const one = { ...call, id, task, token: sha256Hex(token), state: 'working', ended: false, at }
    // Before the agent knows it: it may call at once.
    if (!kept.put(one)) return null
    waiting.set(id, called)
    try {
      await atAgent.set(one, { origin, token }, client)
      return one
    } catch (thrown) {
      if (isClosed()) return one
      waiting.delete(id)
      kept.remove(id)
      // It is asked about the task then, as one that can't call.
      const { code, message } = errorOf(thrown, call.agent, { status: () => null })
      log.warn({ code, message, agent: call.agent, task }, 'an agent took no callback')
      return null
    }
  }

  const removeAtAgent = async (one: KeptCallback): Promise<void> => {
    await atAgent.remove(one)
    if (!isClosed()) kept.remove(one.id)
  }

  const end = (one: KeptCallback): boolean => {
    if (!kept.end(one.id)) return false
    inBackground(one, () => removeAtAgent(one))
    return true
  }

  const say = (one: KeptCallback, outcome: Pick<TaskOutcome, 'output' | 'error'>): void => {
    const { agent, operation, task, target, at } = one
    const ms = Math.max(0, now().getTime() - at)
    tell?.({ agent, operation, task, host: new URL(target.url).host, ms, ...outcome })
  }

  const finish = (one: KeptCallback, outcome: Pick<TaskOutcome, 'output' | 'error'>): void => {
    if (end(one)) say(one, outcome)
  }

  /** Asks the agent what has become of a task. */
  const look = async (id: string): Promise<void> => {
    const one = kept.get(id)
    if (one === null || one.ended || waiting.has(id) || agentOf(one.agent) === null) return
    const answer = await atAgent.task(one)
    if ('forgotten' in answer) {
      if (!isClosed()) finish(one, { output: null, error: answer.forgotten })
      return
    }
    if (isClosed() || waiting.has(id) || kept.get(id) === null) return
    const state = answer.end()
    if (state === 'input-required' || state === 'auth-required') {
      if (state === one.state) return
      kept.setState(id, state)
      say(one, { output: answer.result(), error: null })
    } else if (state !== null)
      finish(
        one,
        outcomeOf(() => resultOf(answer, one.agent)),
      )
  }

  const ask = (one: KeptCallback): void => {
    if (tell === null) return
    if (asking.has(one.id)) {
      asking.set(one.id, true)
      return
    }
    inBackground(one, async () => {
      try {
        for (;;) {
          asking.set(one.id, false)
          await look(one.id)
          if (asking.get(one.id) === false || isClosed()) return
          await pause(PAUSE_MS, closing.signal)
        }
      } finally {
        asking.delete(one.id)
      }
    })
  }

  const sweep = (): void => {
    for (const one of kept.all()) {
      const isOld = now().getTime() - one.at > KEPT_MS
      if (one.ended && isOld) kept.remove(one.id)
      else if (one.ended) inBackground(one, () => removeAtAgent(one))
      else if (isOld && agentOf(one.agent) === null) kept.remove(one.id)
      else if (isOld) finish(one, { output: null, error: timedOut(new URL(one.target.url).host, KEPT_MS) })
      else ask(one)
    }
  }

  const watch: WatchDeps = {
    delayMs: limits.callbackMs,
    register,
    unwatch: (id) => waiting.delete(id),
    end,
    setState: kept.setState,
    isEnding: () => isEnding,
    inBackground,
  }

  return {
    face: callbackFace({
      kept,
      didAuth,
      didOf: (agent) => agentOf(agent)?.did,
      called: (one) => {
        const call = waiting.get(one.id)
        if (call === undefined) ask(one)
        else call()
      },
    }),
    watch: (call) => {
      const { push = false, url } = call.target
      return !push || originFor(new URL(url).hostname) === null
        ? null
        : (client) => watchTask(watch, call, client)
    },
    forget: (agent) => {
      for (const one of kept.ofAgent(agent)) end(one)
    },
    stop: (agent, reason) => {
      for (const one of kept.ofAgent(agent)) {
        kept.remove(one.id)
        const params = { id: agent, reason }
        // A call that still waits has an end of its own.
        if (!one.ended && !waiting.has(one.id))
          say(one, { output: null, error: new SatchelError('agent_stopped', { params, details: params }) })
      }
    },
    start: (listener) => {
      tell = listener
      sweep()
      sweeping = setInterval(sweep, SWEEP_MS).unref()
    },
    prepareEnd: () => {
      isEnding = true
    },
    close: async () => {
      isEnding = true
      clearInterval(sweeping)
      closing.abort()
      await Promise.all(running)
    },
  }
}

const outcomeOf = (result: () => Record<string, unknown>): Pick<TaskOutcome, 'output' | 'error'> => {
  try {
    return { output: result(), error: null }
  } catch (thrown) {
    return { output: null, error: toSatchelError(thrown) }
  }
}
