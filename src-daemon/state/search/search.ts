import { type Beside, createBeside } from '../../platform/beside.ts'
import { keyOf } from '../../storage/index.ts'
import type { SearchResult } from '../../contract/state-search.ts'
import type { Engine } from '../objects/engine.ts'
import type { Schema } from '../schema/schema.ts'
import { entryClockOf } from '../view/expiry.ts'
import { createScopeNames } from '../view/rows.ts'
import { createLinks, type Links } from './links.ts'
import { phrasesOf } from './phrases.ts'
import { scanViews, type SearchedView, type SearchJob, type SearchOutcome } from './scan.ts'
import type { SearchWorkerData } from './search-worker.ts'

/** A search reads at most this long; its findings until then are the answer. */
const MILLISECONDS = 2000
const MAX_MEMORY_MB = 512

/** Full-text search over everything kept, for the owner. */
export interface Search {
  /**
   * The objects of every schema and scope that have all words of `words`, each of which may continue ("mil" finds
   * "milk"). Ignores case, width, and the accents of Latin and Greek letters. Doesn't need `x-search`: it reads the
   * objects, in a worker, newest first.
   */
  search(input: { words: string; limit: number }): Promise<SearchResult>
  readonly links: Links
  /** Ends the worker. */
  close(): Promise<void>
}

export const createSearch = (engine: Engine): Search => {
  const { db, statement, schemas, visibility, log } = engine
  const scopeOf = createScopeNames(statement)
  let beside: Beside<SearchJob, SearchOutcome> | null = null

  const search: Search['search'] = async ({ words, limit }) => {
    const phrases = phrasesOf(words)
    if (phrases.length === 0) return { hits: [], found: 0, complete: true }
    const views = schemas.all().map(viewOf)
    const { hits, ...outcome } = await run({ views, phrases, limit, milliseconds: MILLISECONDS })
    return { ...outcome, hits: hits.map(({ log: number, ...hit }) => ({ ...hit, scope: scopeOf(number) })) }
  }

  const viewOf = (schema: Schema): SearchedView => {
    const { view, row, annotations, members, uri, owner, presentation } = schema
    const now = visibility.nowFor(schema)
    return { view, schema: { row, annotations, members }, uri, owner, title: presentation.title, now }
  }

  const run = async (job: SearchJob): Promise<SearchOutcome> => {
    // Another connection can't see a database in memory.
    if (db.memory) {
      const clockOf = (schema: SearchedView['schema'], id: string) => entryClockOf(log, schema, id)
      return scanViews({ statement, clockOf }, job)
    }
    beside ??= createBeside<SearchJob, SearchOutcome>({
      worker: 'search-worker',
      data: { path: db.name, key: keyOf(db) } satisfies SearchWorkerData,
      maxMemoryMb: MAX_MEMORY_MB,
      budgetMs: ({ milliseconds }) => milliseconds,
      memoryCodes: ['SQLITE_NOMEM'],
    })
    const outcome = await beside.run(job)
    // A single object may take longer, or more memory, than a search may.
    return typeof outcome === 'string' ? { hits: [], found: 0, complete: false } : outcome
  }

  return { search, links: createLinks(engine), close: async () => beside?.close() }
}
