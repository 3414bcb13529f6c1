/** What the model of a turn is told: the messages so far, kept within its window. */
import type { ModelMessage } from '../models/types.ts'
import { newMark } from './core/data-block.ts'
import { tokensOf } from './core/transcript.ts'
import { fitted, toSend, type Gathered } from './context/fit-window.ts'
import { tokenRatio } from './context/token-ratio.ts'

/** The share of the window that a request may take; the rest is for the answer, and for what estimates miss. */
const FULL = 0.8
/** What it is shortened to: not at every step, so that servers find the beginning in their cache. */
const SHORTENED = 0.5
export interface WorkingMemory {
  /** The messages of the next request. */
  messages(): ModelMessage[]
  add(messages: readonly ModelMessage[]): void
  /** Learns from the server's count of the last request what its tokens are worth. */
  counted(promptTokens: number): void
  /** Shortens what doesn't fit. True if it did. */
  fit(): boolean
  /** Shortens it by half, as its server says that it is too long. False if there is nothing left to shorten. */
  halve(): boolean
}

export const createWorkingMemory = (input: {
  readonly messages: readonly ModelMessage[]
  /** The context window of the requests, in tokens. */
  readonly window: number
  /** Tokens of the tools, which each request names. */
  readonly tools: number
  /** What the model's tokens were worth in its last answer. */
  readonly ratio: number
}): WorkingMemory => {
  const { window, tools } = input
  const mark = newMark()
  let gathered: Gathered = {
    messages: input.messages,
    task: input.messages.findLastIndex(({ role }) => role === 'user'),
    done: [],
  }
  let { ratio } = input

  const size = (): number => tokensOf(toSend(gathered, mark))
  const room = (share: number): number => Math.max(0, (window * share) / ratio - tools)
  const shortenTo = (tokens: number): boolean => {
    const before = size()
    gathered = fitted(gathered, tokens)
    return size() < before
  }

  return {
    messages: () => toSend(gathered, mark),
    add: (messages) => {
      gathered = { ...gathered, messages: [...gathered.messages, ...messages] }
    },
    counted: (promptTokens) => {
      ratio = tokenRatio(promptTokens, size() + tools)
    },
    fit: () => size() > room(FULL) && shortenTo(room(SHORTENED)),
    halve: () => shortenTo(size() / 2),
  }
}
