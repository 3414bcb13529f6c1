import type { Database } from '../../../storage/index.ts'
import { createTypoIndex } from '../search/typos.ts'
import type { TermTable } from '../store/driver.ts'

/** Terms are words already: letters, digits and signs beyond ASCII. Quoted, none of them can be syntax. */
const quoted = (term: string): string => `"${term.replaceAll('"', '')}"`

/** The inverted index in FTS5. Misspelled words are looked for in memory, where a list of all words follows the table of terms. */
export const createSqliteTerms = (reader: Database): TermTable => {
  const typos = createTypoIndex()
  let lastTerm = 0
  const newTerms = reader.prepare<[number], { id: number; term: string }>(
    'SELECT id, term FROM term WHERE id > ? ORDER BY id',
  )
  const matching = reader
    .prepare<[string, number], number>(
      'SELECT rowid FROM doc_terms WHERE doc_terms MATCH ? ORDER BY rowid DESC LIMIT ?',
    )
    .pluck()

  return {
    index: (sql, id, terms) =>
      sql.run('INSERT INTO doc_terms (rowid, terms) VALUES (?, ?)', [id, terms.join(' ')]),
    unindex: (sql, id) => sql.run('DELETE FROM doc_terms WHERE rowid = ?', [id]),
    count: async (sql, changes) => {
      for (const [term, change] of changes)
        await sql.run(
          'INSERT INTO term (term, frequency) VALUES (?, ?) ON CONFLICT (term) DO UPDATE SET frequency = frequency + excluded.frequency',
          [term, change],
        )
    },
    match: (groups, limit) => {
      const wanted = groups.map((terms) => `(${terms.map(quoted).join(' OR ')})`).join(' AND ')
      return Promise.resolve(wanted === '' ? [] : matching.all(wanted, limit))
    },
    similar: (term, most) => {
      for (const row of newTerms.iterate(lastTerm)) {
        typos.add(row.term)
        lastTerm = row.id
      }
      return Promise.resolve(typos.near(term, most))
    },
  }
}
