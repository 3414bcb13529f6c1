/** The content of an object with expiring entries, as conditions see it. */
import { type JsonObject, toJcs, valueAt } from '../base/json.ts'
import { type EntryClock, timestampOf, visible } from '../view/expiry.ts'
import type { Schema } from '../schema/schema.ts'
import { searchText } from '../view/words.ts'

/** The schema of a log whose entries expire, in a form that can be sent to a worker, and the time of the query. */
export interface Leaving {
  readonly schema: Pick<Schema, 'row' | 'annotations' | 'members'>
  readonly now: number
}

/** The log knows when an entry was appended, but can't be read here while a statement runs. */
export class LogNeeded extends Error {}

/** When an object's entries without a `timestamp` were appended. */
export type ClockOf = (schema: Leaving['schema'], id: string) => EntryClock

export interface Shown {
  /** Called before a query: null if no entries expire. */
  start(leaving: Leaving | null): void
  /** SQL: the object without expired entries (asm.md 7.1), as JSON. `updatedAt`: ms of its last change. */
  text(id: string, updatedAt: number, json: string): string
  /** SQL: 1 if the fields at `paths` (JSON) of the object match `matchOf`'s expression. */
  hasWords(match: string, json: string, paths: string): 0 | 1
}

export const createShown = (clockOf: ClockOf | null): Shown => {
  let leaving: Leaving | null = null
  /** Each condition reads the row's object again. */
  let last = { id: '', json: '', text: '' }

  const start: Shown['start'] = (next) => {
    leaving = next
    last = { id: '', json: '', text: '' }
  }

  const text: Shown['text'] = (id, updatedAt, json) => {
    if (leaving === null) return json
    if (last.id === id && last.json === json) return last.text
    const { schema, now } = leaving
    let clock: EntryClock | undefined
    const appended: EntryClock = (entry) => {
      if (timestampOf(entry) !== null) return null
      if (clockOf === null) throw new LogNeeded()
      return (clock ??= clockOf(schema, id))(entry)
    }
    const object = JSON.parse(json) as JsonObject
    const seen = visible(schema, object, { now, lastChange: updatedAt, appended }) ?? {}
    last = { id, json, text: seen === object ? json : toJcs(seen) }
    return last.text
  }

  const hasWords: Shown['hasWords'] = (match, json, paths) => {
    const object = JSON.parse(json) as JsonObject
    const texts = (JSON.parse(paths) as string[][]).map((path) =>
      searchText(valueAt(object, path)).split(' '),
    )
    return phrasesOf(match).every((phrase) => texts.some((words) => hasPhrase(words, phrase))) ? 1 : 0
  }

  return { start, text, hasWords }
}

interface Phrase {
  readonly words: readonly string[]
  /** The last word is a prefix. */
  readonly isBegin: boolean
}

const phrasesOf = (match: string): Phrase[] =>
  [...match.matchAll(/"([^"]*)"( \*)?/g)].map(([, words = '', begin]) => ({
    words: words.split(' '),
    isBegin: begin !== undefined,
  }))

const hasPhrase = (text: readonly string[], { words, isBegin }: Phrase): boolean =>
  text.some((_, at) =>
    words.every((word, n) => {
      const found = text[at + n]
      return isBegin && n === words.length - 1 ? found?.startsWith(word) === true : found === word
    }),
  )
