import { TaskState, type Artifact, type Part, type StreamResponse, type Task } from '@a2a-js/sdk'
import { nestsTooDeep } from '../../../platform/nesting.ts'

/** How a call ended: with a result, or with something the agent waits for. */
export type AnswerState = 'completed' | 'input-required' | 'auth-required'

/** Why there is no result. */
export type FailedState = 'failed' | 'canceled' | 'rejected'

const ENDS: ReadonlyMap<TaskState, AnswerState | FailedState> = new Map([
  [TaskState.TASK_STATE_COMPLETED, 'completed'],
  [TaskState.TASK_STATE_INPUT_REQUIRED, 'input-required'],
  [TaskState.TASK_STATE_AUTH_REQUIRED, 'auth-required'],
  [TaskState.TASK_STATE_FAILED, 'failed'],
  [TaskState.TASK_STATE_CANCELED, 'canceled'],
  [TaskState.TASK_STATE_REJECTED, 'rejected'],
])

/** An answer as it comes, in one message or as a task. */
export interface Answer {
  take(event: StreamResponse['payload']): void
  /** The task that the agent made; null for a message, or before it said. */
  task(): string | null
  /** Null while it isn't known. */
  end(): AnswerState | FailedState | null
  text(): string
  /** The result for the caller; of a task that goes on, what there is so far. */
  result(): Record<string, unknown>
}

const MAX_PARTS = 1000

/**
 * Collects an answer; `onText` gets its texts as they come. `before`: the task as it was, if it goes on. Agents tell it so again, and
 * what it waited for then is no end.
 */
export const createAnswer = (onText: (text: string) => void, before: Task | null = null): Answer => {
  /** By their ids, in the order they came. */
  const artifacts = new Map<string, readonly Part[]>()
  let said: readonly Part[] = []
  let about: Record<string, unknown> = {}
  let task: string | null = null
  let end: AnswerState | FailedState | null = null

  const tell = (parts: readonly Part[]): void => {
    for (const text of textsOf(parts)) if (text !== '') onText(text)
  }

  const takeArtifact = ({ artifactId, parts }: Artifact, append: boolean): void => {
    const before = artifacts.get(artifactId)
    if (before === undefined && artifacts.size >= MAX_PARTS) return
    if (append || before === undefined) tell(parts)
    artifacts.set(artifactId, (append ? joined(before ?? [], parts) : parts).slice(0, MAX_PARTS))
  }

  const takeStatus = (status: Task['status']): void => {
    if (isSame(status, before?.status)) return
    end = ENDS.get(status?.state ?? TaskState.TASK_STATE_UNSPECIFIED) ?? null
    if (end === null) return
    said = status?.message?.parts.slice(0, MAX_PARTS) ?? []
    about = routingOf(status?.message?.metadata)
    tell(said)
  }

  /** Whether something is about the task of this answer. */
  const isOurs = (id: string): boolean => id !== '' && (task ??= id) === id

  const made = (): readonly Part[] => [...artifacts.values()].flat()
  const parts = (): readonly Part[] => [...made(), ...said]
  /** Agents often repeat what they made in the last status. */
  const text = (): string => {
    const texts = [textOf(made()), textOf(said)].filter((one) => one !== '')
    return [...new Set(texts)].join('\n')
  }

  return {
    take: (payload) => {
      if (payload?.$case === 'message') {
        said = payload.value.parts.slice(0, MAX_PARTS)
        about = routingOf(payload.value.metadata)
        end = 'completed'
        tell(said)
      } else if (payload?.$case === 'task') {
        if (!isOurs(payload.value.id)) return
        for (const artifact of payload.value.artifacts) takeArtifact(artifact, false)
        takeStatus(payload.value.status)
      } else if (payload?.$case === 'statusUpdate') {
        if (isOurs(payload.value.taskId)) takeStatus(payload.value.status)
      } else if (payload?.$case === 'artifactUpdate') {
        const { taskId, artifact, append } = payload.value
        if (isOurs(taskId) && artifact !== undefined) takeArtifact(artifact, append)
      }
    },
    task: () => task,
    end: () => end,
    text,
    result: () => {
      const data = parts().flatMap(({ content }) =>
        content?.$case === 'data' && !nestsTooDeep(content.value) ? [content.value as unknown] : [],
      )
      const files = parts().flatMap(fileOf)
      return {
        state: end ?? 'working',
        text: text(),
        ...(data.length === 0 ? {} : { data }),
        ...(files.length === 0 ? {} : { files }),
        ...(end === 'completed' ? {} : { task }),
        ...(Object.keys(about).length === 0 ? {} : { metadata: about }),
      }
    },
  }
}

/** Whether two statuses are one, as far as they say when or in which message. */
const isSame = (one: Task['status'], other: Task['status']): boolean =>
  one !== undefined &&
  (one.timestamp ?? one.message?.messageId) !== undefined &&
  one.state === other?.state &&
  one.timestamp === other.timestamp &&
  one.message?.messageId === other.message?.messageId

/** How a structured message was passed on (AITP), which is said beside it. */
const routingOf = (metadata: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(metadata ?? {}).filter(
      ([name, value]) =>
        name.startsWith('aitp_') &&
        (typeof value === 'number' || (typeof value === 'string' && value.length <= 1000)),
    ),
  )

const textsOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value.toWellFormed()] : []))

const textOf = (parts: readonly Part[]): string => textsOf(parts).join('\n')

/** A text that is appended to a text goes on where that ended. */
const joined = (before: readonly Part[], after: readonly Part[]): readonly Part[] => {
  const [last, first] = [before.at(-1), after[0]]
  if (last?.content?.$case !== 'text' || first?.content?.$case !== 'text') return [...before, ...after]
  const content = { $case: 'text' as const, value: last.content.value + first.content.value }
  return [...before.slice(0, -1), { ...last, content }, ...after.slice(1)]
}

const fileOf = ({ content, filename, mediaType }: Part): Record<string, string>[] => {
  const about = {
    ...(filename === '' ? {} : { name: filename.toWellFormed() }),
    mediaType: mediaType === '' ? 'application/octet-stream' : mediaType.toWellFormed(),
  }
  if (content?.$case === 'raw') return [{ ...about, base64: content.value.toString('base64') }]
  return content?.$case === 'url' && /^https?:\/\//i.test(content.value) && URL.canParse(content.value)
    ? [{ ...about, url: content.value }]
    : []
}
