import type { Database } from '../storage/index.ts'
import type { ModelInfo } from '../contract/models.ts'

/**
 * The addresses of servers that had a chat model, kept across restarts. If such a server does not answer,
 * anything else is a stand-in, which the user has to allow; if there never was one, nothing is missing.
 */
export const createKnownServers = (deps: { readonly db: Database; readonly now: () => Date }) => {
  const { db, now } = deps
  const insert = db.prepare('INSERT OR IGNORE INTO model_servers (url, answered_at) VALUES (?, ?)')
  const find = db.prepare('SELECT 1 FROM model_servers WHERE url = ?')
  const noted = new Set<string>()

  return {
    /** Saves a server that lists a chat model. */
    note: (url: string, models: readonly ModelInfo[]): void => {
      if (noted.has(url) || models.every(({ embedding }) => embedding)) return
      noted.add(url)
      if (!db.readonly) insert.run(url, now().toISOString())
    },
    has: (url: string): boolean => noted.has(url) || find.get(url) !== undefined,
  }
}
