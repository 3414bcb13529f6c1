import { z } from 'zod'
import type { Message, ToolPart } from '../../contract/chat.ts'
import sentences from './sentences.json' with { type: 'json' }

/** What a sentence asks for: the call that does it and what its arguments hold; null for none. */
const sentenceSchema = z.object({
  say: z.string(),
  tool: z.string().nullable(),
  has: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Sentence = z.infer<typeof sentenceSchema>

/** 100 everyday sentences for the built-in Tasks, Notes and Units, of which the kinds alternate. */
export const SENTENCES: readonly Sentence[] = sentenceSchema.array().parse(sentences)

/** How a sentence ended: in what was asked for, in nothing, or in something else that was done. */
export type Outcome = 'right' | 'nothing' | 'wrong'

export const outcomeOf = ({ tool, has }: Sentence, { parts }: Message): Outcome => {
  const done = parts.filter((part) => part.type === 'tool').filter(({ status }) => status === 'ok')
  const changing = done.filter(({ changes }) => changes.length > 0)
  if (tool === null) return changing.length === 0 ? 'right' : 'wrong'
  const meant = done.filter((part) => part.tool === tool && holds(part, has))
  const isRight = meant.length > 0 && changing.every((part) => meant.includes(part)) && changing.length <= 1
  if (isRight) return 'right'
  return changing.length === 0 ? 'nothing' : 'wrong'
}

/** Whether the named arguments, at any depth, are these numbers, or hold these words. */
const holds = ({ arguments: args }: ToolPart, has: Sentence['has']): boolean =>
  Object.entries(has).every(([name, wanted]) =>
    valuesOf(args, name).some((value) =>
      typeof wanted === 'number'
        ? value === wanted
        : typeof value === 'string' && value.toLowerCase().includes(wanted.toLowerCase()),
    ),
  )

const valuesOf = (value: unknown, name: string): unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  const members: readonly (readonly [string, unknown])[] = Object.entries(value)
  return members.flatMap(([key, inner]) => [...(key === name ? [inner] : []), ...valuesOf(inner, name)])
}
