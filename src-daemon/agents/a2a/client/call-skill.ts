import { Role, type Part, type SendMessageRequest } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import { z } from 'zod'
import type { NetworkGuard } from '../../../network/index.ts'
import { pause } from '../../../platform/abortable.ts'
import { SatchelError } from '../../../platform/errors.ts'
import { cutText } from '../../../platform/cut-text.ts'
import type { AccessTokens } from '../../calling/access-tokens.ts'
import type { OperationCall } from '../../contacts/protocol.ts'
import type { CallLimits } from './limits.ts'
import type { SkillTarget } from '../card/operations.ts'
import { createAnswer, type Answer } from './answer.ts'
import { createAgentFetch, type AgentFetch } from './guarded-fetch.ts'
import { openClient } from './sdk-client.ts'

export interface CallSkillDeps {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly now: () => Date
  readonly tokens: AccessTokens | null
  readonly limits: CallLimits
}

/** How often a lost stream is taken up again. */
const MAX_RESUMED = 5
/** Milliseconds for telling an agent that nobody waits any more. */
const CANCEL_MS = 5000

/**
 * Calls a skill and waits for its end: a message, or a task that is completed, has failed, or waits for something. A lost stream is
 * taken up again; without one, the agent is asked about the task. A task that nobody waits for any more is canceled.
 * Errors: `agent_refused`, `agent_answer_unusable`, those of the network guard and of the signer.
 */
export const callSkill = async (
  { guard, now, tokens, limits }: CallSkillDeps,
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
  const answer = createAnswer(call.onText ?? (() => undefined))
  const running = { client, answer, target, limits, signal }
  try {
    await send(running, requestOf(target, input, call.idempotencyKey))
    await follow(running)
  } catch (thrown) {
    void cancel(running)
    if (call.signal?.aborted === true) throw call.signal.reason
    if (deadline.aborted) throw timedOut(host, limits)
    throw errorOf(thrown, name, through)
  }
  const end = answer.end()
  if (end === 'failed' || end === 'rejected' || end === 'canceled')
    throw refused(name, { code: end, message: answer.text(), status: null })
  return answer.result()
}

interface Running {
  readonly client: Client
  readonly answer: Answer
  readonly target: SkillTarget
  readonly limits: CallLimits
  readonly signal: AbortSignal
}

const send = async (
  { client, answer, target, signal }: Running,
  request: SendMessageRequest,
): Promise<void> => {
  if (target.streaming) {
    // A task that goes on is first told as it was, waiting.
    const isGoingOn = request.message?.taskId !== ''
    await takeAll(answer, client.sendMessageStream(request, { signal }), isGoingOn)
    return
  }
  const result = await client.sendMessage(request, { signal })
  answer.take('messageId' in result ? { $case: 'message', value: result } : { $case: 'task', value: result })
}

/** Until the task has ended. */
const follow = async ({ client, answer, target, limits, signal }: Running): Promise<void> => {
  const [first, longest] = limits.pollMs
  let wait = first
  let resumable = target.streaming ? MAX_RESUMED : 0
  let lost = 0
  while (answer.end() === null) {
    const id = answer.task()
    if (id === null) throw new Error('neither a message nor a task')
    if (resumable > 0) {
      const taken = await takeAll(answer, client.resubscribeTask({ tenant: '', id }, { signal })).catch(
        refusal,
      )
      resumable = taken === 'refused' ? 0 : resumable - 1
      if (answer.end() !== null) return
    }
    await pause(wait, signal)
    signal.throwIfAborted()
    try {
      const value = await client.getTask({ tenant: '', id, historyLength: 0 }, { signal })
      answer.take({ $case: 'task', value })
    } catch (thrown) {
      lost += 1
      if (!isLostConnection(thrown) || lost > MAX_RESUMED) throw thrown
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
  answer: Answer,
  events: ReturnType<Client['sendMessageStream']>,
  isGoingOn = false,
): Promise<void> => {
  try {
    for await (const { payload } of events) {
      answer.take(payload)
      if (answer.end() !== null && !(isGoingOn && payload?.$case === 'task')) return
    }
  } catch (thrown) {
    if (answer.task() === null || !isLostConnection(thrown)) throw thrown
  }
}

const isLostConnection = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && ['network_interrupted', 'network_unreachable'].includes(thrown.code)

const cancel = async ({ client, answer }: Running): Promise<void> => {
  const id = answer.task()
  if (id === null || answer.end() !== null) return
  const request = { tenant: '', id, metadata: undefined }
  // The agent may have ended it meanwhile, or be away: nobody waits for the outcome.
  await client.cancelTask(request, { signal: AbortSignal.timeout(CANCEL_MS) }).catch(() => undefined)
}

const inputSchema = z.object({
  question: z.string().optional(),
  data: z.unknown().optional(),
  files: z
    .array(z.object({ name: z.string().default(''), mediaType: z.string(), base64: z.string() }))
    .default([]),
  task: z.string().default(''),
})

/** No callback is ever registered: the answer comes on the connection that asked. */
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
      // Without a stream, a task that goes on would be told as it was.
      returnImmediately: !streaming && task === '',
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

const refused = (
  did: string,
  { code, message, status }: { code: string | number; message: string; status: number | null },
): SatchelError => {
  const words = { did, code, message: cutText(message.toWellFormed(), 500) }
  return new SatchelError('agent_refused', { params: words, details: { ...words, status } })
}

const timedOut = (host: string, { totalMs }: CallLimits): SatchelError =>
  new SatchelError('network_timeout', {
    params: { host, seconds: Math.round(totalMs / 1000) },
    details: { host, timeoutMs: totalMs },
  })

/** What the agent said in an error, as the SDK passes it on. */
const saidSchema = z.object({ message: z.string(), envelopeCode: z.int() })

const errorOf = (thrown: unknown, did: string, { status }: AgentFetch): unknown => {
  if (thrown instanceof SatchelError) return thrown
  for (const one of [thrown, thrown instanceof Error ? thrown.cause : null]) {
    if (one instanceof SatchelError) return one
    const said = saidSchema.safeParse(one).data
    if (said !== undefined)
      return refused(did, { code: said.envelopeCode, message: said.message, status: status() })
  }
  const code = status() ?? 0
  if (code === 401 || code === 403) return refused(did, { code, message: '', status: code })
  return new SatchelError('agent_answer_unusable', {
    params: { did, status: code },
    details: { did, status: code },
    cause: thrown,
  })
}
