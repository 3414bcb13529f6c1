import type { ActivityFilter } from '../../contract/activity.ts'
import { matchOf } from './words.ts'

/** A filter as SQL over `activity`, with its parameters bound by name. */
export interface FilterSql {
  readonly where: readonly string[]
  readonly params: Readonly<Record<string, string>>
}

const CLAUSES = {
  capability: 'capability = @capability',
  tool: 'capability_id = @tool',
  outcome: 'outcome = @outcome',
  kind: 'kind = @kind',
  client: 'client = @client',
  conversationId: 'conversation_id = @conversationId',
  turnId: 'turn_id = @turnId',
  from: 'at >= @from',
  to: 'at < @to',
} as const satisfies Record<Exclude<keyof ActivityFilter, 'text'>, string>

const NAMES = Object.keys(CLAUSES) as (keyof typeof CLAUSES)[]

/** Null when nothing can match: a question without a word. */
export const filterSql = (filter: ActivityFilter): FilterSql | null => {
  const where: string[] = []
  const params: Record<string, string> = {}
  for (const name of NAMES) {
    const value = filter[name]
    if (value === undefined) continue
    where.push(CLAUSES[name])
    // The index of what went wrong is of no use to SQLite unless the question says that it asks for such.
    if (name === 'outcome' && value !== 'ok') where.push("outcome <> 'ok'")
    // One form of instants, so that their order as text is that of time.
    params[name] = name === 'from' || name === 'to' ? new Date(value).toISOString() : value
  }
  if (filter.text !== undefined && filter.text.trim() !== '') {
    const match = matchOf(filter.text)
    if (match === null) return null
    where.push('position IN (SELECT rowid FROM activity_words WHERE activity_words MATCH @match)')
    params['match'] = match
  }
  return { where, params }
}
