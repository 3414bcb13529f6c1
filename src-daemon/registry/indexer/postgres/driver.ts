import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SatchelError } from '../../../platform/errors.ts'
import type { Driver, Sql, SqlRow, SqlValue, TermTable } from '../store/driver.ts'
import type { Election } from '../core/types.ts'
import { postgresFormat } from './format.ts'
import { distanceOfTerm, typosAllowed } from '../search/typos.ts'
import { stem } from '../search/words.ts'

/** Ids of advisory locks, in this database only: creating the format or writing, and the elected writer. */
const WRITING = 0x53746368
const ELECTED = 0x53746369
const BIGINT = 20
const NUMERIC = 1700
const CONNECTIONS = 8
const ASK_AGAIN_MS = 500

export interface PostgresDriver extends Driver {
  /**
   * Waits to become the writer. Writes then use the elected connection, so they fail once the election is
   * lost.
   */
  elect(signal: AbortSignal): Promise<Election>
}

/**
 * An index in a PostgreSQL database; an empty database gets its tables. Any number of processes may read.
 *
 * @throws SatchelError `index_unreachable`
 */
export const openPostgres = async ({ url }: { readonly url: string }): Promise<PostgresDriver> => {
  const config: pg.PoolConfig = {
    connectionString: url,
    types: { getTypeParser: parserOf },
    connectionTimeoutMillis: 10_000,
    // By default, a word with two letters swapped shares too few trigrams with the right one.
    options: '-c pg_trgm.similarity_threshold=0.2',
  }
  const pool = new pg.Pool({ ...config, max: CONNECTIONS })
  // An idle connection that breaks is replaced; a query on a broken one gets its own error.
  pool.on('error', () => undefined)
  let writer: pg.Client | null = null
  /** The elected connection has ended: another process may write now. */
  let isLost = false
  let queue: Promise<unknown> = Promise.resolve()

  const connected = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect()
    } catch (thrown) {
      throw unreachable(thrown)
    }
  }

  const within = async <T>(client: pg.ClientBase, work: (sql: Sql) => Promise<T>): Promise<T> => {
    await client.query('BEGIN')
    try {
      await client.query('SELECT pg_advisory_xact_lock($1)', [WRITING])
      const result = await work(sqlOf(client))
      await client.query('COMMIT')
      return result
    } catch (thrown) {
      // Without the connection there is nothing to undo.
      await client.query('ROLLBACK').catch(() => undefined)
      throw thrown
    }
  }

  const transaction: Driver['transaction'] = (work) => {
    const next = queue.then(async () => {
      if (isLost) throw new SatchelError('index_other_writer')
      if (writer !== null) return within(writer, work)
      const client = await connected()
      try {
        return await within(client, work)
      } finally {
        client.release()
      }
    })
    queue = next.catch(() => undefined) // the caller gets the error from `next`
    return next
  }

  const elect = async (signal: AbortSignal): Promise<Election> => {
    const client = new pg.Client(config)
    const lost = new AbortController()
    const end = (): void => {
      if (writer === client) isLost = true
      lost.abort()
    }
    client.on('error', end)
    client.on('end', end)
    try {
      await client.connect()
      for (;;) {
        signal.throwIfAborted()
        const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
          ELECTED,
        ])
        if (rows[0]?.held === true) break
        await pause(ASK_AGAIN_MS)
      }
    } catch (thrown) {
      await client.end().catch(() => undefined) // it may be gone already
      signal.throwIfAborted()
      throw unreachable(thrown)
    }
    writer = client
    isLost = false
    return {
      lost: lost.signal,
      release: async () => {
        await queue
        if (writer === client) writer = null
        await client.end()
      },
    }
  }

  try {
    await transaction(makeFormat)
  } catch (thrown) {
    await pool.end()
    throw thrown instanceof SatchelError ? thrown : unreachable(thrown)
  }
  const reader = sqlOf(pool)
  return {
    reader,
    transaction,
    terms: createPostgresTerms(reader),
    elect,
    close: async () => {
      await queue
      await writer?.end()
      await pool.end()
    },
  }
}

const makeFormat = async (sql: Sql): Promise<void> => {
  await sql.run('CREATE TABLE IF NOT EXISTS index_format (step INTEGER PRIMARY KEY)')
  const [row] = await sql.all('SELECT COALESCE(MAX(step), 0) AS step FROM index_format')
  const done = Number(row?.['step'] ?? 0)
  for (const [at, step] of postgresFormat.entries()) {
    if (at < done) continue
    await sql.run(step)
    await sql.run('INSERT INTO index_format (step) VALUES (?)', [at + 1])
  }
}

/** Counts and times in milliseconds fit a number. The library has an overload for each format; this is both in one. */
const parserOf: typeof pg.types.getTypeParser = (oid: number, format?: string): ((text: string) => unknown) =>
  oid === BIGINT || oid === NUMERIC
    ? Number
    : (pg.types.getTypeParser as (oid: number, format?: string) => (text: string) => unknown)(oid, format)

const numbered = new Map<string, string>()
/** `?` as PostgreSQL writes it. No statement has one in quotes. */
const numberedOf = (statement: string): string => {
  const known = numbered.get(statement)
  if (known !== undefined) return known
  let count = 0
  const made = statement.replaceAll('?', () => `$${String((count += 1))}`)
  numbered.set(statement, made)
  return made
}

const sqlOf = (client: { query: pg.Pool['query'] | pg.ClientBase['query'] }): Sql => {
  // Of its many overloads, the one without a callback.
  const query = client.query.bind(client) as (
    text: string,
    values?: unknown[],
  ) => Promise<pg.QueryResult<SqlRow>>
  const ask = (statement: string, values: readonly SqlValue[] = []): Promise<pg.QueryResult<SqlRow>> =>
    values.length === 0 ? query(statement) : query(numberedOf(statement), values.map(valueOf))
  return {
    all: async (statement, values) => (await ask(statement, values)).rows,
    run: async (statement, values) => {
      await ask(statement, values)
    },
  }
}

/** Other people's texts may contain characters that PostgreSQL cannot store. */
const valueOf = (value: SqlValue): unknown =>
  typeof value === 'string'
    ? value.replaceAll('\0', '\ufffd')
    : value instanceof Uint8Array
      ? Buffer.from(value)
      : value

const unreachable = (thrown: unknown): SatchelError =>
  new SatchelError('index_unreachable', {
    params: { problem: thrown instanceof Error ? thrown.message : String(thrown) },
    cause: thrown,
  })

/** How many terms are compared letter by letter, the nearest by trigrams. */
const MAX_COMPARED = 64
const MAX_FOUND = 12

/** A term as a lexeme of a query: quoted, so that nothing in it is syntax. */
const lexeme = (term: string): string => `'${term.replaceAll('\\', '').replaceAll("'", "''")}'`

/**
 * The inverted index in `tsvector`, and typos by `pg_trgm`: the querying processes hold nothing in memory.
 */
const createPostgresTerms = (reader: Sql): TermTable => ({
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
  similar: async (written, most) => {
    const allowed = Math.min(most, typosAllowed(written.length))
    if (allowed === 0) return []
    const own = stem(written)
    const rows = await reader.all(
      `SELECT term FROM term WHERE (term % ? OR term % ?) AND frequency > 0 AND term NOT LIKE '\u00a7%' AND length(term) BETWEEN ? AND ?
       ORDER BY greatest(similarity(term, ?), similarity(term, ?)) DESC, term LIMIT ?`,
      [
        ...[written, own],
        // A plural is up to two letters longer than its term.
        ...[written.length - allowed - 2, written.length + allowed],
        ...[written, own, MAX_COMPARED],
      ],
    )
    const found = rows
      .map((row) => String(row['term']))
      .filter((term) => term !== own)
      .map((term) => ({ term, distance: distanceOfTerm(written, term, allowed) }))
      .filter(({ distance }) => distance > 0 && distance <= allowed)
    const nearest = Math.min(...found.map(({ distance }) => distance))
    return found
      .filter(({ distance }) => distance === nearest)
      .sort((a, b) => (a.term < b.term ? -1 : 1))
      .slice(0, MAX_FOUND)
  },
})
