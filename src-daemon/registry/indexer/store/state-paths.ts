import type { Sql } from './driver.ts'

/**
 * Who may use a state path (acp.md 5.4): the first author in the order of the chain whose file was found good; and of each `$id`, the first
 * body. Decided from everything that is known, not from the order in which files came, so that every index of the same chain says the same.
 *
 * @returns the capabilities whose versions are judged otherwise now
 */
export const judgeStatePath = async (sql: Sql, path: string): Promise<Set<string>> => {
  const rows = (await sql.all(
    `SELECT block, log_index, cap_uri, author_did, schema_uri, schema_hash, conflict_code FROM version
     WHERE state_path = ? AND file_state = 'good' ORDER BY block, log_index`,
    [path],
  )) as readonly {
    block: number
    log_index: number
    cap_uri: string
    author_did: string
    schema_uri: string
    schema_hash: string
    conflict_code: string | null
  }[]
  const owner = rows[0]?.author_did
  const bodies = new Map<string, string>()
  const changed = new Set<string>()
  for (const row of rows) {
    const conflict =
      row.author_did !== owner
        ? { code: 'state_path_taken', text: `${path} belongs to ${String(owner)}, who published it first.` }
        : (bodies.get(row.schema_uri) ?? row.schema_hash) !== row.schema_hash
          ? {
              code: 'schema_changed_without_version',
              text: `${row.schema_uri} was published before with another body.`,
            }
          : null
    if (conflict === null) bodies.set(row.schema_uri, row.schema_hash)
    if ((conflict?.code ?? null) === row.conflict_code) continue
    await sql.run(
      'UPDATE version SET conflict_code = ?, conflict_text = ? WHERE block = ? AND log_index = ?',
      [conflict?.code ?? null, conflict?.text ?? null, row.block, row.log_index],
    )
    changed.add(row.cap_uri)
  }
  return changed
}
