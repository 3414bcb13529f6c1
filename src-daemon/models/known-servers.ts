import type { Database } from '../storage/index.ts'
import type { ModelInfo } from '../contract/models.ts'

/**
 * The servers that had a model to answer with, by their addresses; kept over restarts. What answers while such a server is silent
 * stands in for it, which is the user's to allow; where there never was one, nothing is missing.
 */
export const createKnownServers = (deps: { readonly db: Database; readonly now: () => Date }) => {
  const { db, now } = deps
  const insert = db.prepare('INSERT OR IGNORE INTO model_servers (url, answered_at) VALUES (?, ?)')
  const find = db.prepare('SELECT 1 FROM model_servers WHERE url = ?')
  const noted = new Set<string>()

  return {
    /** Takes note of a server that lists what can chat. */
    note: (url: string, models: readonly ModelInfo[]): void => {
      if (noted.has(url) || models.every(({ embedding }) => embedding)) return
      noted.add(url)
      if (!db.readonly) insert.run(url, now().toISOString())
    },
    has: (url: string): boolean => noted.has(url) || find.get(url) !== undefined,
  }
}
