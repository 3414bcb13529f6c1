import { z } from 'zod'
import type { Message } from '../../contract/chat.ts'
import { partsOf } from '../chat.ts'
import type { openEverydayApp, Snapshot } from './app.ts'
import { TODAY, type Kept } from './household.ts'
import type { Ending, Fields, Kind, Sentence } from './sentences.ts'

/**
 * How a sentence ended: as it must; with a change that nobody asked for; or without a change, by a question, with
 * another answer than the right one, or with none.
 */
export type Verdict = 'right' | 'wrong' | 'asked' | 'other' | 'refused'

export interface Judged {
  readonly sentence: Sentence
  readonly verdict: Verdict
  /** What happened, for a person who reads the list. */
  readonly happened: string
}

type App = Awaited<ReturnType<typeof openEverydayApp>>

/** Says a sentence in a conversation of its own, after what comes before it, and judges what it did. */
export const judge = async (app: App, sentence: Sentence): Promise<Judged> => {
  await app.tidy()
  let conversationId: string | undefined
  for (const said of sentence.before) ({ conversationId } = await app.say(said, conversationId))
  const before = await app.snapshot()
  const { answer } = await app.say(sentence.said, conversationId)
  const changes = changesOf(before, await app.snapshot())
  const verdict = verdictOf(sentence.ending, changes, answer)
  const tools = partsOf(answer, 'tool').map(
    (part) =>
      `${part.ref.capability_id} ${JSON.stringify(part.arguments)}${part.status === 'ok' ? '' : ` ${part.status}`}`,
  )
  return { sentence, verdict, happened: [...tools, JSON.stringify(wordsOf(answer))].join(' → ') }
}

interface Change {
  readonly as: 'made' | 'changed' | 'deleted'
  readonly before: Kept | null
  readonly after: Kept | null
}

const changesOf = (before: Snapshot, after: Snapshot): Change[] => [
  ...[...after].flatMap(([id, now]): Change[] => {
    const was = before.get(id) ?? null
    if (was === null) return [{ as: 'made', before: null, after: now }]
    return JSON.stringify(fieldsOf(was)) === JSON.stringify(fieldsOf(now))
      ? []
      : [{ as: 'changed', before: was, after: now }]
  }),
  ...[...before].flatMap(([id, was]): Change[] =>
    after.has(id) ? [] : [{ as: 'deleted', before: was, after: null }],
  ),
]

const verdictOf = (ending: Ending, changes: readonly Change[], answer: Message): Verdict => {
  if (changes.length > 0) return endedAs(ending, changes) ? 'right' : 'wrong'
  const asked = partsOf(answer, 'form').length > 0 || /[?？]/u.test(wordsOf(answer))
  switch (ending.as) {
    case 'nothing':
      return 'right'
    case 'asked':
      return asked ? 'right' : 'refused'
    case 'said':
      return ending.any.some((word) => wordsOf(answer).includes(word)) ? 'right' : asked ? 'asked' : 'refused'
    case 'found': {
      const found = foundIn(answer)
      if (found !== null) return sameWords(found, ending.titles) ? 'right' : 'other'
      return asked ? 'asked' : 'refused'
    }
    case 'converted': {
      const call = partsOf(answer, 'tool').find(({ tool, status }) => tool === 'convert' && status === 'ok')
      if (call !== undefined) {
        const { value, from, to } = call.arguments
        return value === ending.value && isUnit(from, ending.from) && isUnit(to, ending.to)
          ? 'right'
          : 'other'
      }
      return asked ? 'asked' : 'refused'
    }
    default:
      return asked ? 'asked' : 'refused'
  }
}

/** Whether these are exactly the changes that were asked for. */
const endedAs = (ending: Ending, changes: readonly Change[]): boolean => {
  const [only] = changes
  switch (ending.as) {
    case 'each':
      return (
        changes.length === ending.endings.length &&
        ending.endings.every((one) => changes.some((change) => endedAs(one, [change])))
      )
    case 'made':
      return (
        changes.length === ending.objects.length &&
        ending.objects.every(({ kind, fields }) =>
          changes.some(
            ({ as, after }) =>
              as === 'made' && after !== null && isLike(after, kind, { ...UNSAID[kind], ...fields }),
          ),
        )
      )
    case 'changed': {
      if (changes.length !== 1 || only?.as !== 'changed' || only.before === null || only.after === null)
        return false
      const was = fieldsOf(only.before)
      return (
        normal(was['title'] ?? '') === normal(ending.title) &&
        isLike(only.after, ending.kind, { ...was, ...ending.fields })
      )
    }
    case 'deleted':
      return (
        changes.length === 1 &&
        only?.as === 'deleted' &&
        only.before?.kind === ending.kind &&
        normal(fieldsOf(only.before)['title'] ?? '') === normal(ending.title)
      )
    default:
      return false
  }
}

/** What an object has when nobody said anything about it. A note's text is judged only where the ending names it. */
const UNSAID: Readonly<Record<Kind, Fields>> = {
  note: {},
  task: { due: '', priority: 'normal', status: 'open' },
}

const isLike = ({ kind, object }: Kept, wanted: Kind, fields: Fields): boolean => {
  const has = fieldsOf({ kind, object })
  return (
    kind === wanted &&
    Object.entries(fields).every(([name, value]) => normal(has[name] ?? '') === normal(dayOf(value)))
  )
}

const fieldsOf = ({ kind, object }: Kept): Fields => {
  const words = ([, value]: [string, unknown]): boolean => value !== undefined && value !== null
  const said = Object.entries(object).filter((entry) => words(entry) && !BOOKKEEPING.has(entry[0]))
  const fields = said.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)])
  const usual = kind === 'task' ? { status: 'open', priority: 'normal' } : {}
  return { ...usual, ...(Object.fromEntries(fields) as Fields) }
}
const BOOKKEEPING = new Set(['id', 'createdAt', 'updatedAt'])

/** `+1` as the day after today. */
const dayOf = (value: string): string => {
  const [, days] = /^\+(\d+)$/.exec(value) ?? []
  if (days === undefined) return value
  const day = new Date(Date.UTC(TODAY.getFullYear(), TODAY.getMonth(), TODAY.getDate() + Number(days)))
  return day.toISOString().slice(0, 10)
}

/** The same words, whatever their case, their quotes, and the marks between and behind them. */
const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/["“”«»「」『』'’]/gu, '')
    .replaceAll(/[\s,;、，；。.!！]+/gu, ' ')
    .trim()

const sameWords = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify(some.map(normal).toSorted()) === JSON.stringify(others.map(normal).toSorted())

const outputSchema = z.looseObject({
  items: z.array(z.looseObject({ object: z.looseObject({ title: z.string() }) })),
})

/** The titles that the answer's searches found, each once; null if nothing was searched. */
const foundIn = (answer: Message): string[] | null => {
  const found = partsOf(answer, 'tool').flatMap(({ tool, output }) => {
    const read = outputSchema.safeParse(output)
    return tool === 'state.query' && read.success ? [read.data.items.map(({ object }) => object.title)] : []
  })
  return found.length === 0 ? null : [...new Set(found.flat())]
}

const wordsOf = (answer: Message): string =>
  partsOf(answer, 'text')
    .map(({ text }) => text)
    .join('\n')

const isUnit = (said: unknown, wanted: string): boolean => said === wanted || said === `US ${wanted}`
