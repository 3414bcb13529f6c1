import { z } from 'zod'
import { readLenient, type LeftOut } from '../../platform/lenient.ts'
import { fragmentsIn } from '../answer/call-fragments.ts'
import { contentIn } from '../answer/content.ts'
import { endingWordIn } from '../answer/ending.ts'
import type { SaidCall } from '../answer/reader.ts'

/** The content of a line of `/api/chat`. */
export interface AnswerLine {
  readonly text: string
  readonly thinking: string
  /** Kinds of parts that aren't text. */
  readonly others: readonly string[]
  readonly calls: readonly SaidCall[]
  /** Why the answer ended; null while it goes on. */
  readonly ended: string | null
  /** Tokens, if the server counted them. */
  readonly prompt: number | null
  readonly output: number | null
  readonly leftOut: readonly LeftOut[]
}

const count = z.number().nonnegative().nullish()

const lineSchema = z.object({
  message: z
    .object({
      content: z.unknown().optional(),
      thinking: z.unknown().optional(),
      tool_calls: z.unknown().optional(),
    })
    .nullish(),
  done: z.unknown().optional(),
  done_reason: z.unknown().optional(),
  prompt_eval_count: count,
  eval_count: count,
})

/** Reads a line of an answer. Servers that speak Ollama's protocol differ in what they omit. */
export const readAnswerLine = (value: unknown): AnswerLine => {
  const read = readLenient(lineSchema, value)
  const line = read.ok ? read.value : null
  const { text, thinking, others } = contentIn(line?.message?.content, 'text')
  const reason = endingWordIn(line?.done_reason)
  const isDone = line?.done === true || line?.done === 'true' || reason !== null
  return {
    text,
    thinking: thinking + contentIn(line?.message?.thinking, 'thinking').thinking,
    others,
    calls: fragmentsIn(line?.message?.tool_calls).map(({ id, name, arguments: args }) => ({
      id,
      name,
      arguments: args,
    })),
    ended: isDone ? (reason ?? '') : null,
    prompt: rounded(line?.prompt_eval_count),
    output: rounded(line?.eval_count),
    leftOut: read.leftOut,
  }
}

const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value)
