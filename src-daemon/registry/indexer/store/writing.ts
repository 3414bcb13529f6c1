import { SatchelError } from '../../../platform/errors.ts'
import type { BlockRef, ChainEvent, IndexStore, Outcome } from '../core/types.ts'
import type { createDocuments } from './documents.ts'
import type { Driver, Sql } from './driver.ts'
import { judgeAdded, judgeStatePath } from './state-paths.ts'
import { placeOf } from './version-place.ts'

/**
 * All changes of an index. Derived data (documents, owners of state paths) changes in the same transaction.
 */
export const createWriting = (
  driver: Driver,
  documents: ReturnType<typeof createDocuments>,
): Pick<IndexStore, 'append' | 'rollback' | 'settle' | 'keepVectors'> => {
  const { refresh } = documents

  /** @returns the capability, if its shown version may have changed */
  const take = async (sql: Sql, event: ChainEvent): Promise<string | null> => {
    const { block, logIndex, capUri } = event
    if (event.kind === 'published') {
      const { tx, semver, cid, sha256, publisher, authorDid } = event
      await sql.run(
        `INSERT INTO version (block, log_index, tx, cap_uri, semver, cid, sha256, publisher, author_did, file_state, attempts, next_try)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, 0) ON CONFLICT DO NOTHING`,
        [block, logIndex, tx, capUri, semver, cid, sha256.toLowerCase(), publisher, authorDid],
      )
      return null
    }
    if (event.kind === 'yanked') {
      await sql.run(
        'INSERT INTO yank (block, log_index, cap_uri, semver, reason) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        [block, logIndex, capUri, event.semver, event.reason],
      )
      await noteYank(sql, capUri, event.semver)
    } else
      await sql.run(
        'INSERT INTO vote (block, log_index, cap_uri, voter, vote) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        [block, logIndex, capUri, event.voter, Math.sign(event.vote)],
      )
    return capUri
  }

  /** Stored with the version as well, so that the latest one that is not yanked can be found by the index. */
  const noteYank = (sql: Sql, capUri: string, semver: string): Promise<void> =>
    sql.run(
      `UPDATE version SET yanked = (SELECT COUNT(*) FROM (SELECT 1 FROM yank WHERE cap_uri = ? AND semver = ? LIMIT 1) AS one)
       WHERE cap_uri = ? AND semver = ?`,
      [capUri, semver, capUri, semver],
    )

  const keepBlock = (sql: Sql, { number, hash }: BlockRef): Promise<void> =>
    sql.run(
      'INSERT INTO block (number, hash) VALUES (?, ?) ON CONFLICT (number) DO UPDATE SET hash = excluded.hash',
      [number, hash],
    )

  const append: IndexStore['append'] = ({ from, to, events }) =>
    driver.transaction(async (sql) => {
      const [last] = await sql.all('SELECT MAX(number) AS number FROM block')
      const number = last?.['number'] ?? null
      if (number !== null && from > Number(number) + 1)
        throw new SatchelError('index_gap', { params: { from, last: Number(number) } })
      const touched = new Set<string>()
      for (const event of events) {
        const capUri = await take(sql, event)
        if (capUri !== null) touched.add(capUri)
        await keepBlock(sql, { number: event.block, hash: event.blockHash })
      }
      // A page that is read again must not move the position back behind later blocks.
      if (number === null || to.number >= Number(number)) await keepBlock(sql, to)
      await refresh(sql, touched)
    })

  const rollback: IndexStore['rollback'] = (block) =>
    driver.transaction(async (sql) => {
      const after = block?.number ?? -1
      const rows = await sql.all(
        `SELECT cap_uri, state_path FROM version WHERE block > ? UNION SELECT cap_uri, NULL FROM yank WHERE block > ?
         UNION SELECT cap_uri, NULL FROM vote WHERE block > ?`,
        [after, after, after],
      )
      const yanked = await sql.all('SELECT DISTINCT cap_uri, semver FROM yank WHERE block > ?', [after])
      for (const table of ['version', 'yank', 'vote'])
        await sql.run(`DELETE FROM ${table} WHERE block > ?`, [after])
      for (const row of yanked) await noteYank(sql, String(row['cap_uri']), String(row['semver']))
      await sql.run('DELETE FROM block WHERE number > ?', [after])
      if (block !== null) await keepBlock(sql, block)
      const touched = new Set(rows.map((row) => String(row['cap_uri'])))
      const paths = new Set(rows.flatMap(({ state_path: path }) => (typeof path === 'string' ? [path] : [])))
      for (const path of paths) for (const capUri of await judgeStatePath(sql, path)) touched.add(capUri)
      await refresh(sql, touched)
    })

  /** @returns the state path, if its owner may have changed */
  const settleOne = async (
    sql: Sql,
    outcome: Outcome,
  ): Promise<{ capUri: string; path: string | null } | null> => {
    const { block, logIndex } = outcome.place
    // A version that a reorganisation removed meanwhile, or that was settled already, stays as it is.
    const [version] = await sql.all(
      `SELECT cap_uri, semver FROM version WHERE block = ? AND log_index = ? AND sha256 = ? AND file_state = 'waiting'`,
      [block, logIndex, outcome.sha256],
    )
    if (version === undefined) return null
    const [capUri, semver] = [String(version['cap_uri']), String(version['semver'])]
    const at = [block, logIndex]
    if (outcome.kind === 'verified') {
      const { metadata, words, schemaUri, statePath, schemaHash, bytes } = outcome.file
      await sql.run(
        `UPDATE version SET file_state = 'good', attempts = attempts + 1, next_try = NULL, reason_code = NULL, reason_text = NULL,
         metadata = ?, words = ?, schema_uri = ?, state_path = ?, schema_hash = ?, bytes = ?, place = ? WHERE block = ? AND log_index = ?`,
        [metadata, words, schemaUri, statePath, schemaHash, bytes, placeOf(semver), ...at],
      )
      await noteYank(sql, capUri, semver)
      return { capUri, path: statePath }
    }
    const { code, text } = outcome.reason
    const isFinal = outcome.kind === 'refused'
    await sql.run(
      `UPDATE version SET file_state = ?, attempts = attempts + 1, next_try = ?, reason_code = ?, reason_text = ?
       WHERE block = ? AND log_index = ?`,
      [isFinal ? 'refused' : 'waiting', isFinal ? null : outcome.at, code, text, ...at],
    )
    return { capUri, path: null }
  }

  const settle: IndexStore['settle'] = (outcomes) =>
    driver.transaction(async (sql) => {
      const touched = new Set<string>()
      const added = new Map<string, Outcome['place'][]>()
      for (const outcome of outcomes) {
        const settled = await settleOne(sql, outcome)
        if (settled === null) continue
        if (settled.path === null) continue
        touched.add(settled.capUri)
        added.set(settled.path, [...(added.get(settled.path) ?? []), outcome.place])
      }
      for (const [path, places] of added)
        for (const capUri of await judgeAdded(sql, path, places)) touched.add(capUri)
      await refresh(sql, touched)
    })

  const keepVectors: IndexStore['keepVectors'] = (model, rows) =>
    driver.transaction(async (sql) => {
      for (const { id, vector } of rows) {
        // A document replaced meanwhile has another text.
        const [document] = await sql.all('SELECT id FROM doc WHERE id = ?', [id])
        if (document === undefined) continue
        const body = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
        await sql.run(
          'INSERT INTO vector (doc_id, model, body) VALUES (?, ?, ?) ON CONFLICT (doc_id, model) DO UPDATE SET body = excluded.body',
          [id, model, body],
        )
      }
    })

  return { append, rollback, settle, keepVectors }
}
