import { TaskState, type Task } from '@a2a-js/sdk'
import { V03PushNotificationSerializer } from '@a2a-js/sdk/compat/v0_3/server'
import {
  ServerCallContext,
  V1PushNotificationSerializer,
  type PushNotificationSender,
  type TaskStore,
} from '@a2a-js/sdk/server'
import type { Signer } from '../../../../identity/types.ts'
import type { NetworkGuard } from '../../../../network/index.ts'
import { pause } from '../../../../platform/abortable.ts'
import { SatchelError, toSatchelError } from '../../../../platform/errors.ts'
import { hostOfDid } from '../../../core/host-of-did.ts'
import { signRequest } from '../../../requests/sign-request.ts'
import { createSlots, type Slots } from '../../../called/slots.ts'
import type { KeptConfig, PushConfigs } from './configs.ts'

/** One attempt to tell an agent of the end of its task. */
export interface Delivery {
  readonly did: string
  readonly task: string
  readonly host: string
  /** Null: it was taken. */
  readonly error: SatchelError | null
  /** Whether it is tried again. */
  readonly again: boolean
  readonly ms: number
}

export interface DeliveriesDeps {
  readonly configs: PushConfigs
  readonly tasks: Pick<TaskStore, 'load'>
  readonly guard: Pick<NetworkGuard, 'fetch'>
  /** Whether the owner lets this agent use anything. */
  readonly isOpenTo: (did: string) => boolean
  readonly delivered: (delivery: Delivery) => void
  /** Who says so: the agent that others see us as; null while there is none. Errors: those of the identities. */
  readonly pushSigner: (host: string) => Signer | null
  readonly now: () => Date
  readonly log: { warn(data: object, message: string): void }
  /** Milliseconds before each further attempt. */
  readonly waits?: readonly number[] | undefined
}

export interface Deliveries {
  /** For the SDK: takes what became of a task, and never waits for anybody. */
  readonly sender: PushNotificationSender
  /** Tells of a task if it has ended. */
  tell(owner: string, task: string): void
  /** What wasn't told when the program ended. */
  resume(): void
  close(): void
}

const WAITS = [1000, 5000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000] as const
const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024
/** Of one agent: one that answers slowly doesn't keep the others waiting. */
const AT_ONCE = { running: 2, each: Infinity, waiting: Infinity }
const GONE = 410

/**
 * Tells agents of the end of their tasks: the task itself, to each callback, until it is taken or there were enough attempts. Pieces of
 * an answer are for those that are connected. A callback is removed with its last attempt, and when its agent may use nothing any more.
 */
export const createDeliveries = (deps: DeliveriesDeps): Deliveries => {
  const { configs, tasks, guard, isOpenTo, delivered, pushSigner, now, log, waits = WAITS } = deps
  const closing = new AbortController()
  const isClosed = (): boolean => closing.signal.aborted
  const slots = new Map<string, Slots>()
  const underWay = new Set<string>()

  const deliver = async ({ owner, task: id, config, version }: KeptConfig): Promise<void> => {
    for (let attempt = 0; !isClosed(); attempt += 1) {
      const isWanted = configs.of(owner, id).some((one) => one.config.id === config.id)
      const task = await tasks.load(id, contextOf(owner))
      if (isClosed()) return
      if (!isWanted || task === undefined || !isOpenTo(owner)) break
      const wait = waits[attempt]
      const outcome = await attemptAt(owner, config, bodyOf(task, version))
      if (isClosed()) return
      const again = outcome.error !== null && !outcome.isFinal && wait !== undefined
      const { host } = new URL(config.url)
      delivered({ did: owner, task: id, host, error: outcome.error, again, ms: outcome.ms })
      if (!again) break
      await pause(wait, closing.signal)
    }
    if (!isClosed()) configs.remove(owner, id, config.id)
  }

  const slotsOf = (owner: string): Slots => {
    const own = slots.get(owner) ?? createSlots(AT_ONCE)
    slots.set(owner, own)
    return own
  }

  const attemptAt = async (owner: string, config: KeptConfig['config'], body: Body): Promise<Attempt> => {
    const slot = await slotsOf(owner).take(owner, closing.signal)
    const start = performance.now()
    const outcome = await post(owner, config, body).then(
      (status) => ({ error: refusalOf(owner, status), isFinal: status === GONE }),
      (thrown: unknown) => {
        const error = toSatchelError(thrown)
        return { error, isFinal: error.code === 'network_refused' }
      },
    )
    slot?.release()
    return { ...outcome, ms: Math.max(0, Math.round(performance.now() - start)) }
  }

  /**
   * A signature goes only to where the agent's own DID is from: at another host, which trusts ours, it could be a request that the agent
   * had us make.
   */
  const post = async (
    owner: string,
    { url, token, authentication }: KeptConfig['config'],
    { body, contentType }: Body,
  ): Promise<number> => {
    const { host } = new URL(url)
    const signer = hostOfDid(owner) === host ? pushSigner(host) : null
    const request = { method: 'POST', url, body: Buffer.from(body) }
    const headers = {
      ...(signer === null ? {} : await signRequest(request, { signer, form: 'http-signature', now: now() })),
      'content-type': contentType,
      ...(token === '' ? {} : { 'x-a2a-notification-token': token }),
      ...(authentication === undefined || authentication.credentials === ''
        ? {}
        : { authorization: `${authentication.scheme} ${authentication.credentials}` }),
    }
    const policy = {
      kind: 'package_host',
      hosts: [host],
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    } as const
    const response = await guard.fetch(url, { method: 'POST', headers, body, signal: closing.signal }, policy)
    await response.body?.cancel()
    return response.status
  }

  const begin = (one: KeptConfig): void => {
    const key = `${one.owner} ${one.task} ${one.config.id}`
    if (underWay.has(key) || isClosed()) return
    underWay.add(key)
    void deliver(one)
      .catch(failed(one.task))
      .finally(() => underWay.delete(key))
  }

  /** What the disk refuses is taken up with the next start. */
  const failed =
    (task: string) =>
    (thrown: unknown): void => {
      if (isClosed()) return
      const { code } = toSatchelError(thrown)
      log.warn({ err: thrown, code, task }, 'an agent was not told of the end of its task')
    }

  const tell = async (owner: string, id: string): Promise<void> => {
    if (isClosed()) return
    const own = configs.of(owner, id)
    if (own.length === 0 || !isEnded(await tasks.load(id, contextOf(owner)))) return
    for (const one of own) begin(one)
  }

  const tellLater = (owner: string, id: string): void => {
    tell(owner, id).catch(failed(id))
  }

  return {
    sender: {
      send: (_, { user }, task) => {
        if (isEnded(task)) tellLater(user?.userName ?? '', task?.id ?? '')
        return Promise.resolve()
      },
    },
    tell: tellLater,
    resume: () => {
      for (const { owner, task } of configs.all()) tellLater(owner, task)
    },
    close: () => {
      closing.abort()
    },
  }
}

interface Body {
  readonly body: string
  readonly contentType: string
}

interface Attempt {
  readonly error: SatchelError | null
  /** Whether there is no use in trying again. */
  readonly isFinal: boolean
  readonly ms: number
}

const ENDED = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_REJECTED,
])

const isEnded = (task: Task | undefined): boolean =>
  task?.status !== undefined && ENDED.has(task.status.state)

const contextOf = (owner: string): ServerCallContext =>
  new ServerCallContext({ user: { isAuthenticated: true, userName: owner } })

/** Without the history: its sender has it. */
const bodyOf = (task: Task, version: string): Body => {
  const value = { ...task, history: [] }
  const serializer =
    version === '0.3' ? new V03PushNotificationSerializer() : new V1PushNotificationSerializer()
  return serializer.serialize({ payload: { $case: 'task', value } }, value)
}

/** Null for an answer that takes it. */
const refusalOf = (did: string, status: number): SatchelError | null =>
  status >= 200 && status < 300
    ? null
    : new SatchelError('agent_refused', {
        params: { did, code: status, message: '' },
        details: { did, status },
      })
