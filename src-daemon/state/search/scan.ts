/** Searches every view for words, newest rows first, until the time is up. */
import type { Statements } from '../base/statements.ts'
import { isoText } from '../base/time.ts'
import type { JsonObject } from '../base/json.ts'
import type { SearchHit } from '../../contract/state-search.ts'
import { CORE_OWNER } from '../schema/uri.ts'
import { type Aging, entriesLeave, type EntryClock, visible } from '../view/expiry.ts'
import { finderOf, foldText } from '../view/words.ts'
import { formsOf, isHan } from './han.ts'
import { type Phrase, snippetOf } from './phrases.ts'
import { hasInTexts } from './quick.ts'
import { textsOf, titleOf } from '../view/texts.ts'

/** A view to search, in a form that can be sent to a worker. */
export interface SearchedView {
  readonly view: string
  readonly schema: Aging & { readonly row: number }
  readonly uri: string
  readonly owner: string
  readonly title: string | null
  /** Milliseconds since 1970, for deciding what has expired. */
  readonly now: number
}

export interface SearchJob {
  readonly views: readonly SearchedView[]
  readonly phrases: readonly Phrase[]
  readonly limit: number
  readonly milliseconds: number
}

/** When the entries of an object of a log were appended. */
export type ClockOf = (schema: SearchedView['schema'], id: string) => EntryClock

/** A hit without its scope's name: `log` is the number of its log. */
export type Found = Omit<SearchHit, 'scope'> & { readonly log: number }

export interface SearchOutcome {
  readonly hits: readonly Found[]
  readonly found: number
  readonly complete: boolean
}

/** Rows read by one statement, which can't be interrupted: some ten milliseconds. */
const ROWS_AT_ONCE = 4000

interface Candidate {
  readonly view: SearchedView
  readonly object: JsonObject
  readonly inTitle: boolean
  readonly updatedAt: number
  readonly id: string
  readonly log: number
}

export const scanViews = (
  { statement, clockOf }: { readonly statement: Statements; readonly clockOf: ClockOf },
  { views, phrases, limit, milliseconds }: SearchJob,
): SearchOutcome => {
  const deadline = performance.now() + milliseconds
  const condition = prefilter(phrases)
  const finders = phrases.map(finderOf)
  const best: Candidate[] = []
  let found = 0
  let complete = true

  const keep = (candidate: Candidate): void => {
    found += 1
    const last = best.at(-1)
    if (best.length >= limit && last !== undefined && order(last, candidate) <= 0) return
    const at = best.findIndex((one) => order(one, candidate) > 0)
    best.splice(at < 0 ? best.length : at, 0, candidate)
    if (best.length > limit) best.pop()
  }

  /** @returns whether there was enough time */
  const scan = (view: SearchedView): boolean => {
    const rows = statement(
      `SELECT id, log, updated_at, object FROM ${view.view}
       WHERE row > ? AND row <= ? AND deleted = 0 AND (expires_at IS NULL OR expires_at >= ?)
         AND ${condition.sql} ORDER BY row DESC`,
    ).raw()
    const last = statement(`SELECT max(row) FROM ${view.view}`).pluck().get()
    for (let to = Number(last ?? 0); to > 0; to -= ROWS_AT_ONCE) {
      for (const raw of rows.iterate(to - ROWS_AT_ONCE, to, view.now, ...condition.params)) {
        look(view, raw as RawRow)
        if (performance.now() > deadline) return false
      }
      if (performance.now() > deadline) return false
    }
    return true
  }

  const look = (view: SearchedView, row: RawRow): void => {
    const [, , updatedAt, json] = row
    const folded = foldText(json)
    if (!mayMatch(folded, phrases)) return
    const has = entriesLeave(view.schema) ? null : hasInTexts(json, folded, finders)
    if (has === false) return
    const last = best.at(-1)
    const isBehind = best.length >= limit && last?.inTitle === true && last.updatedAt >= updatedAt
    if (has === true && isBehind) {
      found += 1
      return
    }
    const candidate = match(view, row)
    if (candidate !== null) keep(candidate)
  }

  const match = (view: SearchedView, [id, log, updatedAt, json]: RawRow): Candidate | null => {
    const object = shown(view, { id, updatedAt, json })
    if (object === null) return null
    const missing = new Set(finders)
    for (const text of textsOf(object)) {
      const folded = foldText(text)
      for (const finder of missing) if (finder.test(folded)) missing.delete(finder)
      if (missing.size === 0) break
    }
    if (missing.size > 0) return null
    const title = foldText(titleIn(view, object))
    return { view, object, inTitle: finders.every((finder) => finder.test(title)), updatedAt, id, log }
  }

  /** Without expired data in it. */
  const shown = (
    { schema, now }: SearchedView,
    { id, updatedAt, json }: { id: string; updatedAt: number; json: string },
  ): JsonObject | null => {
    const object = JSON.parse(json) as JsonObject
    if (!entriesLeave(schema)) return object
    return visible(schema, object, {
      now,
      lastChange: updatedAt,
      appended: (entry) => clockOf(schema, id)(entry),
    })
  }

  for (const view of views) {
    complete = scan(view)
    if (!complete) break
  }
  return { hits: best.map((one) => hitOf(one, phrases)), found, complete }
}

/** Satchel's own objects have no title: there is one of each kind. */
const titleIn = ({ owner, title }: SearchedView, object: JsonObject): string =>
  owner === CORE_OWNER ? '' : titleOf(object, title)

type RawRow = readonly [id: string, log: number, updatedAt: number, json: string]

const order = (a: Candidate, b: Candidate): number =>
  Number(b.inTitle) - Number(a.inTitle) || b.updatedAt - a.updatedAt

const hitOf = ({ view, object, updatedAt, id, log }: Candidate, phrases: readonly Phrase[]): Found => {
  const title = titleIn(view, object)
  let snippet: SearchHit['snippet'] = []
  for (const text of textsOf(object)) {
    const parts = text.trim() === title ? null : snippetOf(text, phrases)
    if (parts === null) continue
    snippet = [...parts]
    break
  }
  return { schemaUri: view.uri, owner: view.owner, id, log, title, snippet, updatedAt: isoText(updatedAt) }
}

/**
 * Objects that SQLite can rule out: texts without a Chinese character or a form of it, and ASCII texts without the
 * letters of the words. Others are folded here, because SQLite knows nothing of accents and width.
 */
const prefilter = (phrases: readonly Phrase[]): { sql: string; params: readonly string[] } => {
  const words = [...new Set(phrases.flat())]
  const characters = words.filter(isHan).map(formsOf)
  const rest = words.filter((word) => !isHan(word))
  const isAscii = rest.every((word) => /^[a-z0-9]+$/.test(word))
  const beyondAscii = 'octet_length(object) <> length(object)'
  const letters = isAscii ? rest.map(() => 'object LIKE ?').join(' AND ') : ''
  const conditions = [
    ...characters.map((forms) => `(${forms.map(() => 'instr(object, ?) > 0').join(' OR ')})`),
    ...(rest.length === 0 ? [] : [letters === '' ? beyondAscii : `(${letters} OR ${beyondAscii})`]),
  ]
  return {
    sql: conditions.join(' AND '),
    params: [...characters.flat(), ...(isAscii ? rest.map((word) => `%${word}%`) : [])],
  }
}

const mayMatch = (folded: string, phrases: readonly Phrase[]): boolean =>
  phrases.every((phrase) => phrase.every((word) => folded.includes(word)))
