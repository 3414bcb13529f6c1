import type { AnswerState } from './answer.ts'

/** The callback of one call: the agent calls an address of ours when the task changes. */
export interface TaskWatch {
  /** The agent has named the task, which goes on: it gets a callback soon. */
  named(task: string): void
  /** Whether the agent took the callback. */
  isSet(): boolean
  /** Waits until the agent has called or taken the callback, at most `ms` milliseconds or until `signal` fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** The call is over and its task has ended, or isn't wanted any more. */
  end(): void
  /** The call is over and its task is not. */
  leave(task: string, state: AnswerState | 'working'): Promise<void>
  /** Whether only the daemon ends: a task with a callback goes on, and is heard of when the daemon is back. */
  staysOpen(): boolean
}
