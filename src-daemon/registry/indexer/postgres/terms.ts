import { distanceOf, typosAllowed } from '../search/typos.ts'
import type { Sql, TermTable } from '../store/driver.ts'

/** Compared letter by letter; the nearest by their trigrams. */
const MOST_COMPARED = 64
const MOST_FOUND = 12

/** A term as a lexeme of a query: quoted, so that nothing in it is syntax. */
const lexeme = (term: string): string => `'${term.replaceAll('\\', '').replaceAll("'", "''")}'`

/** The inverted index in `tsvector`, and misspelled words by `pg_trgm`: nothing is held in the processes that ask. */
export const createPostgresTerms = (reader: Sql): TermTable => ({
  index: (sql, id, terms) =>
    sql.run(`INSERT INTO doc_terms (id, terms) VALUES (?, array_to_tsvector(string_to_array(?, ' ')))`, [
      id,
      terms.join(' '),
    ]),
  unindex: (sql, id) => sql.run('DELETE FROM doc_terms WHERE id = ?', [id]),
  count: (sql, changes) =>
    sql.run(
      `INSERT INTO term (term, frequency) SELECT key, value::integer FROM json_each_text(?::json) ORDER BY key COLLATE "C"
       ON CONFLICT (term) DO UPDATE SET frequency = term.frequency + excluded.frequency`,
      [JSON.stringify(Object.fromEntries(changes))],
    ),
  match: async (groups, limit) => {
    if (groups.length === 0) return []
    const wanted = groups.map((terms) => `(${terms.map(lexeme).join(' | ')})`).join(' & ')
    const rows = await reader.all(
      'SELECT id FROM doc_terms WHERE terms @@ ?::tsquery ORDER BY id DESC LIMIT ?',
      [wanted, limit],
    )
    return rows.map((row) => Number(row['id']))
  },
  similar: async (term, most) => {
    const allowed = Math.min(most, typosAllowed(term.length))
    if (allowed === 0) return []
    const rows = await reader.all(
      `SELECT term FROM term WHERE term % ? AND frequency > 0 AND term NOT LIKE '\u00a7%' AND length(term) BETWEEN ? AND ?
       ORDER BY similarity(term, ?) DESC, term LIMIT ?`,
      [term, term.length - allowed, term.length + allowed, term, MOST_COMPARED],
    )
    const found = rows
      .map((row) => String(row['term']))
      .map((one) => ({ term: one, distance: distanceOf(term, one, allowed) }))
      .filter(({ distance }) => distance > 0 && distance <= allowed)
    const nearest = Math.min(...found.map(({ distance }) => distance))
    return found
      .filter(({ distance }) => distance === nearest)
      .sort((a, b) => (a.term < b.term ? -1 : 1))
      .slice(0, MOST_FOUND)
  },
})
