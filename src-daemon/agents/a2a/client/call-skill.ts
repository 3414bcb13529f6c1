import { Role, type Part, type SendMessageRequest, type Task } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import { z } from 'zod'
import type { NetworkGuard } from '../../../network/index.ts'
import { pause } from '../../../platform/abortable.ts'
import { SatchelError } from '../../../platform/errors.ts'
import type { AccessTokens } from '../../calling/access-tokens.ts'
import type { OperationCall } from '../../contacts/protocol.ts'
import type { CallLimits } from './limits.ts'
import type { SkillTarget } from '../card/operations.ts'
import { createAnswer, type Answer } from './answer.ts'
import { createAgentFetch, type AgentFetch } from './agent-fetch.ts'
import { errorOf, resultOf, timedOut } from './outcome.ts'
import { openClient } from './sdk-client.ts'
import type { TaskWatch } from './task-watch.ts'

export interface CallSkillDeps {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly now: () => Date
  readonly tokens: AccessTokens | null
  readonly limits: CallLimits
  /** Null: the agent can't call us. */
  readonly watch: ((client: Client) => TaskWatch) | null
  readonly log: { warn(data: object, message: string): void }
}

/** How often a lost stream is taken up again. */
const MAX_RESUMED = 5
/** Milliseconds for telling an agent that its caller has left. */
const CANCEL_MS = 5000

/**
 * Calls a skill and waits for its end: a message, or a task that is completed, has failed, or waits for something. A lost stream is
 * taken up again; without one, the agent is asked about the task, or calls us when it changed. A task that takes long is left to the
 * callback it has, else a task whose caller has left is canceled.
 * Errors: `agent_refused`, `agent_answer_unusable`, those of the network guard and of the signer.
 */
export const callSkill = async (
  { guard, now, tokens, limits, watch: watchOf, log }: CallSkillDeps,
  {
    target,
    name,
    input,
    call,
  }: {
    readonly target: SkillTarget
    /** The agent's, for errors. */
    readonly name: string
    readonly input: Readonly<Record<string, unknown>>
    readonly call: OperationCall
  },
): Promise<Record<string, unknown>> => {
  const { host } = new URL(target.url)
  const deadline = AbortSignal.timeout(limits.totalMs)
  const signal = AbortSignal.any([deadline, ...(call.signal === undefined ? [] : [call.signal])])
  const through = createAgentFetch({ guard, now, tokens, host, signer: call.signer, limits })
  const client = await openClient(target, through.fetch)
  const watch = watchOf?.(client) ?? null
  let answer = createAnswer(() => undefined)
  const runningOf = (): Running => ({
    ...{ client, answer, target, limits, signal, watch },
    ...{ name, through, log },
  })
  try {
    const request = requestOf(target, input, call.idempotencyKey)
    answer = createAnswer(call.onText ?? (() => undefined), await taskBefore(client, request, signal))
    await send(runningOf(), request)
    await follow(runningOf())
  } catch (thrown) {
    void giveUp(runningOf())
    if (call.signal?.aborted === true) throw call.signal.reason
    if (deadline.aborted) throw timedOut(host, limits.totalMs)
    throw errorOf(thrown, name, through)
  }
  await leave(runningOf())
  return resultOf(answer, name)
}

interface Running {
  readonly client: Client
  readonly answer: Answer
  readonly target: SkillTarget
  readonly limits: CallLimits
  readonly signal: AbortSignal
  readonly watch: TaskWatch | null
  readonly name: string
  readonly through: AgentFetch
  readonly log: CallSkillDeps['log']
}

/** The task that a message is for, as it is before; null for a new one. */
const taskBefore = async (
  client: Client,
  { message }: SendMessageRequest,
  signal: AbortSignal,
): Promise<Task | null> => {
  const id = message?.taskId ?? ''
  return id === '' ? null : client.getTask({ tenant: '', id, historyLength: 0 }, { signal })
}

const send = async (
  { client, answer, target, signal, watch }: Running,
  request: SendMessageRequest,
): Promise<void> => {
  if (target.streaming) {
    await takeAll({ answer, watch }, client.sendMessageStream(request, { signal }))
    return
  }
  const result = await client.sendMessage(request, { signal })
  answer.take('messageId' in result ? { $case: 'message', value: result } : { $case: 'task', value: result })
}

/** Until the task has ended, or has taken so long that its callback has to do. */
const follow = async ({ client, answer, target, limits, signal, watch }: Running): Promise<void> => {
  const start = performance.now()
  const [first, longest] = limits.pollMs
  let wait = first
  let resumable = target.streaming ? MAX_RESUMED : 0
  let lost = 0
  while (answer.end() === null) {
    const id = answer.task()
    if (id === null) throw new Error('neither a message nor a task')
    watch?.named(id)
    if (resumable > 0) {
      const taken = await takeAll(
        { answer, watch },
        client.resubscribeTask({ tenant: '', id }, { signal }),
      ).catch(refusal)
      resumable = taken === 'refused' ? 0 : resumable - 1
      if (answer.end() !== null) return
    }
    if (watch?.isSet() === true && performance.now() - start > limits.handOverMs) return
    await (watch?.wait(watch.isSet() ? limits.calledMs : wait, signal) ?? pause(wait, signal))
    signal.throwIfAborted()
    try {
      const value = await client.getTask({ tenant: '', id, historyLength: 0 }, { signal })
      answer.take({ $case: 'task', value })
    } catch (thrown) {
      lost += 1
      // Who calls us when the task has changed may be away meanwhile.
      if (!isLostConnection(thrown) || (lost > MAX_RESUMED && watch?.isSet() !== true)) throw thrown
    }
    wait = Math.min(wait * 1.5, longest)
  }
}

/** An agent that can't take up a stream may still answer questions about the task. */
const refusal = (thrown: unknown): 'refused' => {
  if (thrown instanceof SatchelError || (thrown instanceof Error && thrown.name === 'AbortError'))
    throw thrown
  return 'refused'
}

/** A stream that breaks off after the agent has named its task is taken up elsewhere. */
const takeAll = async (
  { answer, watch }: Pick<Running, 'answer' | 'watch'>,
  events: ReturnType<Client['sendMessageStream']>,
): Promise<void> => {
  try {
    for await (const { payload } of events) {
      answer.take(payload)
      if (answer.end() !== null) return
      const task = answer.task()
      if (task !== null) watch?.named(task)
    }
  } catch (thrown) {
    if (answer.task() === null || !isLostConnection(thrown)) throw thrown
  }
}

const isLostConnection = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && ['network_interrupted', 'network_unreachable'].includes(thrown.code)

/** A task that is not over is left to its callback. */
const leave = async ({ answer, watch }: Running): Promise<void> => {
  const [task, end] = [answer.task(), answer.end()]
  const isOpen = end === null || end === 'input-required' || end === 'auth-required'
  if (isOpen && task !== null) await watch?.leave(task, end ?? 'working')
  else watch?.end()
}

/** The caller has left: the agent need not go on, unless only the daemon ends, which hears of the task when it is back. */
const giveUp = async ({ client, answer, watch, target, name, through, log }: Running): Promise<void> => {
  const id = answer.task()
  if (watch?.staysOpen() === true) return
  watch?.end()
  if (id === null || answer.end() !== null) return
  const request = { tenant: '', id, metadata: undefined }
  try {
    await client.cancelTask(request, { signal: AbortSignal.timeout(CANCEL_MS) })
  } catch (thrown) {
    // The caller has left. The task may have ended meanwhile; otherwise the agent goes on.
    const { code, message } = errorOf(thrown, name, through)
    log.warn({ code, message, task: id, host: new URL(target.url).host }, 'an agent did not cancel a task')
  }
}

const inputSchema = z.object({
  question: z.string().optional(),
  data: z.unknown().optional(),
  files: z
    .array(z.object({ name: z.string().default(''), mediaType: z.string(), base64: z.string() }))
    .default([]),
  task: z.string().default(''),
})

/** Without a callback, which an agent could refuse with the whole message: it is set once a task takes long. */
const requestOf = (
  { skill, outputModes, streaming }: SkillTarget,
  input: Readonly<Record<string, unknown>>,
  messageId: string,
): SendMessageRequest => {
  const { question, data, files, task } = inputSchema.parse(input)
  const part = (content: NonNullable<Part['content']>, mediaType: string, filename = ''): Part => ({
    content,
    mediaType,
    filename,
    metadata: undefined,
  })
  return {
    tenant: '',
    metadata: undefined,
    configuration: {
      acceptedOutputModes: outputModes,
      taskPushNotificationConfig: undefined,
      historyLength: 0,
      returnImmediately: !streaming,
    },
    message: {
      messageId,
      contextId: '',
      taskId: task,
      role: Role.ROLE_USER,
      parts: [
        ...(question === undefined ? [] : [part({ $case: 'text', value: question }, 'text/plain')]),
        ...(data === undefined ? [] : [part({ $case: 'data', value: data }, 'application/json')]),
        ...files.map(({ name, mediaType, base64 }) =>
          part({ $case: 'raw', value: Buffer.from(base64, 'base64') }, mediaType, name),
        ),
      ],
      // The protocol has no member for the skill that is meant.
      metadata: skill === null ? undefined : { skillId: skill },
      extensions: [],
      referenceTaskIds: [],
    },
  }
}
