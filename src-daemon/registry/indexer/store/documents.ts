import { readDocument } from '../search/document.ts'
import { filterTerm, termsOf } from '../search/terms.ts'
import { FILTERS } from '../core/types.ts'
import type { Sql, TermTable } from './driver.ts'
import { fieldsText } from './rows.ts'

/** Derives the search documents from the versions: updates those of some capabilities. */
export const createDocuments = (terms: TermTable) => {
  /** The highest version that is neither a pre-release nor yanked (acp.md 5.3); null if there is none. */
  const latest = async (
    sql: Sql,
    capUri: string,
  ): Promise<{ semver: string; block: number; logIndex: number } | null> => {
    const [found] = await sql.all(
      `SELECT semver, block, log_index FROM version WHERE cap_uri = ? AND place IS NOT NULL AND conflict_code IS NULL AND yanked = 0
       ORDER BY place DESC, block DESC, log_index DESC LIMIT 1`,
      [capUri],
    )
    if (found === undefined) return null
    return {
      semver: String(found['semver']),
      block: Number(found['block']),
      logIndex: Number(found['log_index']),
    }
  }

  /** The sum of votes, the last one of each address. */
  const votes = async (sql: Sql, capUri: string): Promise<number> => {
    const [row] = await sql.all(
      `SELECT COALESCE(SUM(v.vote), 0) AS total FROM vote v WHERE v.cap_uri = ? AND NOT EXISTS (SELECT 1 FROM vote w
       WHERE w.cap_uri = v.cap_uri AND w.voter = v.voter AND (w.block > v.block OR (w.block = v.block AND w.log_index > v.log_index)))`,
      [capUri],
    )
    return Number(row?.['total'] ?? 0)
  }

  const refresh = async (sql: Sql, capUris: Iterable<string>): Promise<void> => {
    const counts = new Map<string, number>()
    const count = (words: readonly string[], by: number): void => {
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + by)
    }
    for (const capUri of capUris) await refreshOne(sql, capUri, count)
    for (const [term, change] of counts) if (change === 0) counts.delete(term)
    await terms.count(sql, counts)
  }

  const refreshOne = async (
    sql: Sql,
    capUri: string,
    count: (words: readonly string[], by: number) => void,
  ): Promise<void> => {
    const [before] = await sql.all(
      'SELECT id, fields, terms, block, log_index, votes FROM doc WHERE cap_uri = ?',
      [capUri],
    )
    const remove = async (): Promise<void> => {
      if (before === undefined) return
      const id = Number(before['id'])
      const words = String(before['terms']).split(' ')
      await terms.unindex(sql, id, words)
      await sql.run('DELETE FROM doc WHERE id = ?', [id])
      count(words, -1)
    }
    const shown = await latest(sql, capUri)
    if (shown === null) {
      if (before === undefined) return
      await remove()
      await sql.run('DELETE FROM vector WHERE doc_id = ?', [Number(before['id'])])
      await addTo(sql, 'docs', -1)
      return
    }
    const tally = await votes(sql, capUri)
    const { block, logIndex } = shown
    const isSameVersion = before?.['block'] === block && before['log_index'] === logIndex
    if (isSameVersion && before['votes'] === tally) return

    const [row] = await sql.all('SELECT metadata, words FROM version WHERE block = ? AND log_index = ?', [
      block,
      logIndex,
    ])
    const { facets, text, ...words } = readDocument(String(row?.['metadata']), String(row?.['words']))
    const fields = fieldsText(words)
    const all = termsOf({ ...words, capUri, votes: tally }, facets)
    const joined = all.join(' ')
    if (isSameVersion && before['terms'] === joined) {
      await sql.run('UPDATE doc SET votes = ? WHERE id = ?', [tally, Number(before['id'])])
      return
    }
    await remove()
    // Ids are never reused, even if the newest document was removed.
    const id = await addTo(sql, 'last_doc', 1)
    if (before === undefined) await addTo(sql, 'docs', 1)
    await sql.run(
      'INSERT INTO doc (id, cap_uri, block, log_index, votes, fields, terms, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      [id, capUri, block, logIndex, tally, fields, joined, text],
    )
    await terms.index(sql, id, all)
    count(all, 1)
    for (const name of FILTERS)
      for (const value of facets[name] ?? [])
        await sql.run('INSERT INTO facet (term, name, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [
          filterTerm(name, value),
          name,
          value,
        ])
    if (before === undefined) return
    // An unchanged text keeps its vector; another one needs a new vector.
    const keeps = before['fields'] === fields
    const old = Number(before['id'])
    if (keeps) await sql.run('UPDATE vector SET doc_id = ? WHERE doc_id = ?', [id, old])
    else await sql.run('DELETE FROM vector WHERE doc_id = ?', [old])
  }

  /** @returns the new number */
  const addTo = async (sql: Sql, key: string, change: number): Promise<number> => {
    await sql.run(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = meta.value + excluded.value',
      [key, change],
    )
    const [row] = await sql.all('SELECT value FROM meta WHERE key = ?', [key])
    return Number(row?.['value'])
  }

  return { refresh, latest, votes }
}
