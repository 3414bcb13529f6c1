import { voteTerms } from '../search/terms.ts'
import type { IndexStore, VersionRecord } from '../core/types.ts'
import type { createDocuments } from './documents.ts'
import { listed, type Driver } from './driver.ts'
import { statePathOf } from '../../../state/index.ts'
import { toDocument, toVersion, toWaiting, VERSION_COLUMNS } from './rows.ts'

type Reading = Omit<IndexStore, 'append' | 'rollback' | 'settle' | 'keepVectors' | 'close'>

/** All queries of an index. */
export const createReading = (driver: Driver, documents: ReturnType<typeof createDocuments>): Reading => {
  const { reader: sql, terms } = driver

  const one = async (
    statement: string,
    values: readonly (string | number)[],
  ): Promise<VersionRecord | null> => {
    const [row] = await sql.all(statement, values)
    return row === undefined ? null : toVersion(row)
  }

  const position: Reading['position'] = async () => {
    const [row] = await sql.all('SELECT number, hash FROM block ORDER BY number DESC LIMIT 1')
    return row === undefined ? null : { number: Number(row['number']), hash: String(row['hash']) }
  }

  const resolve: Reading['resolve'] = async (capUri, semver) => {
    const wanted = semver ?? (await documents.latest(sql, capUri))?.semver
    if (wanted === undefined) return null
    return one(
      `SELECT ${VERSION_COLUMNS} FROM version v WHERE v.cap_uri = ? AND v.semver = ? AND v.file_state = 'good' AND v.conflict_code IS NULL`,
      [capUri, wanted],
    )
  }

  return {
    position,
    registry: async () => {
      const [row] = await sql.all('SELECT registry FROM origin')
      return row === undefined ? null : String(row['registry'])
    },
    resolve,
    match: terms.match,
    similar: terms.similar,
    blocks: async (atMost, limit) => {
      const rows = await sql.all(
        'SELECT number, hash FROM block WHERE number <= ? ORDER BY number DESC LIMIT ?',
        [atMost, limit],
      )
      return rows.map((row) => ({ number: Number(row['number']), hash: String(row['hash']) }))
    },
    due: async (now, limit, besides = []) => {
      const rows = await sql.all(
        `SELECT block, log_index, cap_uri, semver, cid, sha256, author_did, attempts FROM version
         WHERE file_state = 'waiting' AND next_try <= ? ORDER BY block, log_index LIMIT ?`,
        [now, limit + besides.length],
      )
      const away = new Set(besides.map(({ block, logIndex }) => `${String(block)}:${String(logIndex)}`))
      return rows
        .map(toWaiting)
        .filter(({ block, logIndex }) => !away.has(`${String(block)}:${String(logIndex)}`))
        .slice(0, limit)
    },
    nextDue: async () => {
      const [row] = await sql.all(`SELECT MIN(next_try) AS at FROM version WHERE file_state = 'waiting'`)
      const at = row?.['at'] ?? null
      return at === null ? null : Number(at)
    },
    versions: async (capUri) => {
      const rows = await sql.all(
        `SELECT ${VERSION_COLUMNS} FROM version v WHERE v.cap_uri = ? ORDER BY v.block, v.log_index`,
        [capUri],
      )
      return rows.map(toVersion)
    },
    withSchema: async (schemaUri, limit) => {
      const rows = await sql.all(
        `SELECT ${VERSION_COLUMNS} FROM version v
         WHERE v.state_path = ? AND v.schema_uri = ? AND v.file_state = 'good' AND v.conflict_code IS NULL
         ORDER BY v.yanked, v.block DESC, v.log_index DESC LIMIT ?`,
        [statePathOf(schemaUri), schemaUri, limit],
      )
      return rows.map(toVersion)
    },
    shown: async (ids) => {
      const { marks, values } = listed(ids)
      const rows = await sql.all(
        `SELECT d.id, ${VERSION_COLUMNS} FROM doc d JOIN version v ON v.block = d.block AND v.log_index = d.log_index
         WHERE d.id IN (${marks})`,
        values,
      )
      return new Map(rows.map((row) => [Number(row['id']), toVersion(row)]))
    },
    votes: (capUri) => documents.votes(sql, capUri),
    statistics: async () => {
      const [row = {}] = await sql.all(
        `SELECT (SELECT COUNT(*) FROM doc) AS capabilities, (SELECT COUNT(DISTINCT author_did) FROM version) AS authors,
         (SELECT COUNT(*) FROM version WHERE file_state = 'waiting') AS waiting,
         (SELECT COUNT(*) FROM version) AS published,
         (SELECT COUNT(*) FROM version WHERE file_state = 'refused' OR conflict_code IS NOT NULL) AS refused,
         (SELECT COUNT(*) FROM yank) AS yanked, (SELECT COUNT(*) FROM vector) AS vectors`,
      )
      const count = (name: string): number => Number(row[name])
      return {
        capabilities: count('capabilities'),
        versions: {
          waiting: count('waiting'),
          verified: count('published') - count('waiting') - count('refused'),
          refused: count('refused'),
        },
        yanked: count('yanked'),
        authors: count('authors'),
        vectors: count('vectors'),
        block: await position(),
      }
    },

    extent: async () => {
      const [row = {}] = await sql.all(
        `SELECT (SELECT value FROM meta WHERE key = 'docs') AS documents, (SELECT MIN(block) FROM doc) AS first, (SELECT MAX(block) FROM doc) AS last`,
      )
      return {
        documents: Number(row['documents'] ?? 0),
        firstBlock: Number(row['first'] ?? 0),
        lastBlock: Number(row['last'] ?? 0),
      }
    },
    frequencies: async (wanted) => {
      const { marks, values } = listed(wanted)
      const rows = await sql.all(
        `SELECT term, frequency FROM term WHERE frequency > 0 AND term IN (${marks})`,
        values,
      )
      return new Map(rows.map((row) => [String(row['term']), Number(row['frequency'])]))
    },
    beginning: async (prefix, limit) => {
      const rows = await sql.all(
        'SELECT term FROM term WHERE term > ? AND term < ? AND frequency > 0 ORDER BY frequency DESC, term LIMIT ?',
        [prefix, `${prefix}\u{10ffff}`, limit],
      )
      return rows.map((row) => String(row['term']))
    },
    newest: async (limit) => {
      // Those with many votes; ranking sorts them.
      const voted = await terms.match([voteTerms], limit)
      const rows = await sql.all('SELECT id FROM doc ORDER BY id DESC LIMIT ?', [limit])
      return [...new Set([...voted, ...rows.map((row) => Number(row['id']))])]
    },
    documents: async (ids) => {
      if (ids.length === 0) return []
      const { marks, values } = listed(ids)
      const rows = await sql.all(
        `SELECT id, cap_uri, fields, votes, block FROM doc WHERE id IN (${marks})`,
        values,
      )
      return rows.map(toDocument)
    },
    facetValues: async (name, limit) => {
      const rows = await sql.all(
        `SELECT f.value, t.frequency FROM facet f JOIN term t ON t.term = f.term WHERE f.name = ? AND t.frequency > 0
         ORDER BY t.frequency DESC, f.value LIMIT ?`,
        [name, limit],
      )
      return rows.map((row) => ({ value: String(row['value']), count: Number(row['frequency']) }))
    },

    withoutVector: async (model, limit) => {
      const rows = await sql.all(
        `SELECT d.id, d.text FROM doc d WHERE NOT EXISTS (SELECT 1 FROM vector x WHERE x.doc_id = d.id AND x.model = ?) ORDER BY d.id LIMIT ?`,
        [model, limit],
      )
      return rows.map((row) => ({ id: Number(row['id']), text: String(row['text']) }))
    },
    vectors: async (model, above, limit) => {
      const rows = await sql.all(
        'SELECT doc_id, body FROM vector WHERE model = ? AND doc_id > ? ORDER BY doc_id LIMIT ?',
        [model, above, limit],
      )
      return rows.map((row) => ({ id: Number(row['doc_id']), vector: vectorOf(row['body']) }))
    },
  }
}

const vectorOf = (body: unknown): Float32Array => {
  if (!(body instanceof Uint8Array)) throw new TypeError('a vector is kept as bytes')
  return new Float32Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength))
}
