import { Role, TaskState, type Message, type Part } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  type ExecutionEventBus,
  type RequestContext,
  type ServerCallContext,
} from '@a2a-js/sdk/server'
import { newId } from '../../../platform/ids.ts'
import { isRecord } from '../../../platform/is-record.ts'
import type { AdmittedCaller, Outcome, Reception, Refusal } from '../../called/reception.ts'
import { ASK } from '../own-card/compose-card.ts'

export interface ExecutorDeps {
  readonly reception: Pick<Reception, 'ask' | 'call'>
  /** Who sent the request of a context. */
  readonly callerOf: (context: ServerCallContext) => AdmittedCaller
  readonly log: { warn(data: object, message: string): void }
}

type Wanted =
  | {
      readonly kind: 'operation'
      readonly method: string
      readonly params: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'question'; readonly question: string }

/**
 * Runs messages of other agents as tasks: an operation of ours, or a question in words. It goes on when the sender has
 * disconnected, who can ask for the task later, and never throws: the SDK would send the caller what was thrown.
 */
export const createExecutor = ({
  reception,
  callerOf,
  log,
}: ExecutorDeps): AgentExecutor & { close(): void } => {
  const running = new Map<string, { readonly stop: AbortController; readonly events: Events }>()

  const execute = async (context: RequestContext, bus: ExecutionEventBus): Promise<void> => {
    const { taskId, contextId, userMessage, task } = context
    if (task !== undefined) {
      // What it is running for can't be changed; its sender hears of its end.
      bus.publish(AgentEvent.task(task))
      return
    }
    const events = createEvents(bus, { taskId, contextId })
    events.begin(userMessage)
    const wanted = wantedBy(userMessage)
    if (wanted === null) {
      events.end(
        TaskState.TASK_STATE_REJECTED,
        'name a skill, with its input as data: {"skill": …, "input": …}',
      )
      return
    }
    const stop = new AbortController()
    running.set(taskId, { stop, events })
    try {
      const outcome = await run(wanted, callerOf(context.context), events, stop.signal)
      if (stop.signal.aborted) return
      if (!outcome.ok) events.end(stateOf(outcome), outcome.message)
      else {
        events.give(outcome.output, wanted.kind)
        events.end(TaskState.TASK_STATE_COMPLETED)
      }
    } catch (err) {
      // The caller hears nothing of our inside.
      log.warn({ err, task: taskId }, 'a task of another agent failed')
      if (!stop.signal.aborted) events.end(TaskState.TASK_STATE_FAILED, 'it failed here')
    } finally {
      running.delete(taskId)
    }
  }

  const run = (
    wanted: Wanted,
    caller: AdmittedCaller,
    events: Events,
    signal: AbortSignal,
  ): Promise<Outcome> =>
    wanted.kind === 'question'
      ? reception.ask(caller, { question: wanted.question, onText: events.textSoFar, signal })
      : reception.call(caller, { method: wanted.method, params: wanted.params, signal })

  return {
    execute,
    cancelTask: (taskId, bus) => {
      const one = running.get(taskId)
      one?.stop.abort()
      const events = one?.events ?? createEvents(bus, { taskId, contextId: '' })
      events.end(TaskState.TASK_STATE_CANCELED)
      return Promise.resolve()
    },
    close: () => {
      for (const { stop } of running.values()) stop.abort()
    },
  }
}

const REJECTED = new Set<Refusal['code']>(['NOT_PROVEN', 'NOT_ALLOWED', 'NOT_FOUND', 'PERMISSION_DENIED'])

const stateOf = ({ code }: Refusal): TaskState =>
  REJECTED.has(code) ? TaskState.TASK_STATE_REJECTED : TaskState.TASK_STATE_FAILED

/** By the id of a skill in the metadata or in the data; words without one are a question. */
const wantedBy = ({ metadata, parts }: Message): Wanted | null => {
  const [data] = parts.flatMap(({ content }) =>
    content?.$case === 'data' && isRecord(content.value) ? [content.value] : [],
  )
  const text = parts
    .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
    .join('\n')
    .trim()
  const named: unknown = metadata?.['skillId'] ?? undefined
  if (named === ASK || (named === undefined && data === undefined))
    return text === '' ? null : { kind: 'question', question: text }
  if (typeof named === 'string') return { kind: 'operation', method: named, params: data ?? {} }
  const { skill, input } = data ?? {}
  if (typeof skill !== 'string') return null
  return { kind: 'operation', method: skill, params: isRecord(input) ? input : {} }
}

type Events = ReturnType<typeof createEvents>

/** What a task tells, in the words of the protocol. */
const createEvents = (
  bus: ExecutionEventBus,
  { taskId, contextId }: { readonly taskId: string; readonly contextId: string },
) => {
  let said = ''
  const now = (): string => new Date().toISOString()
  const artifact = (one: Part, { append = false, lastChunk = false } = {}): void => {
    const made = {
      artifactId: 'answer',
      name: '',
      description: '',
      parts: [one],
      metadata: undefined,
      extensions: [],
    }
    bus.publish(
      AgentEvent.artifactUpdate({
        taskId,
        contextId,
        artifact: made,
        append,
        lastChunk,
        metadata: undefined,
      }),
    )
  }
  const message = (text: string): Message => ({
    messageId: newId(),
    taskId,
    contextId,
    role: Role.ROLE_AGENT,
    parts: [textOf(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  })
  return {
    begin: (sent: Message): void => {
      const status = { state: TaskState.TASK_STATE_WORKING, message: undefined, timestamp: now() }
      const task = { id: taskId, contextId, status, artifacts: [], history: [sent], metadata: undefined }
      bus.publish(AgentEvent.task(task))
    },
    /** What of an answer is there so far; a model may take back what it said. */
    textSoFar: (text: string): void => {
      if (text === said) return
      const append = said !== '' && text.startsWith(said)
      artifact(textOf(append ? text.slice(said.length) : text), { append })
      said = text
    },
    /** The whole output, unless it was told already. */
    give: (output: Readonly<Record<string, unknown>>, kind: Wanted['kind']): void => {
      const { answer } = output
      if (kind === 'operation' || typeof answer !== 'string')
        artifact(part({ $case: 'data', value: output }, 'application/json'), { lastChunk: true })
      else if (answer !== said) artifact(textOf(answer), { lastChunk: true })
    },
    end: (state: TaskState, text?: string): void => {
      const said = text === undefined ? undefined : message(text)
      const status = { state, message: said, timestamp: now() }
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }))
    },
  }
}

const part = (content: NonNullable<Part['content']>, mediaType: string): Part => ({
  content,
  mediaType,
  filename: '',
  metadata: undefined,
})

const textOf = (text: string): Part => part({ $case: 'text', value: text }, 'text/plain')
