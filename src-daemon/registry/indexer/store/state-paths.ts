import type { Outcome } from '../core/types.ts'
import type { Sql, SqlValue } from './driver.ts'

type Place = Outcome['place']

interface Row {
  readonly block: number
  readonly log_index: number
  readonly cap_uri: string
  readonly author_did: string
  readonly schema_uri: string
  readonly schema_hash: string
  readonly conflict_code: string | null
}

const COLUMNS = 'block, log_index, cap_uri, author_did, schema_uri, schema_hash, conflict_code'

/**
 * Decides who may use a state path (acp.md 5.4): the capability that was the first in chain order to use it with a valid
 * file, and the author of that name's last version before, in their other capabilities; and for each `$id`, the first
 * schema body. The contract lets a name have another author only after its owner passed it on, so the path goes along
 * with the name. It depends on all known versions, not on the order in which files arrived, so that every index of the
 * same chain decides the same.
 *
 * @returns the capabilities whose versions are judged differently now
 */
export const judgeStatePath = async (sql: Sql, path: string): Promise<Set<string>> => {
  const rows = await rowsOf(sql, path, '', [])
  const name = rows[0]?.cap_uri
  let owner = rows[0]?.author_did
  const bodies = new Map<string, string>()
  const changed = new Set<string>()
  for (const row of rows) {
    if (row.cap_uri === name) owner = row.author_did
    if (row.author_did === owner && !bodies.has(row.schema_uri)) bodies.set(row.schema_uri, row.schema_hash)
    if (await judge(sql, path, row, { owner, body: bodies.get(row.schema_uri) })) changed.add(row.cap_uri)
  }
  return changed
}

/**
 * The same, when only some files became valid: the others are read again only if one of these changes the
 * decision for them, so that a new version of a name with thousands takes no longer.
 *
 * @returns the capabilities whose versions are judged differently now
 */
export const judgeAdded = async (
  sql: Sql,
  path: string,
  added: readonly Place[],
): Promise<ReadonlySet<string>> => {
  const keyOf = (block: number, logIndex: number): string => `${String(block)}:${String(logIndex)}`
  const keys = new Set(added.map(({ block, logIndex }) => keyOf(block, logIndex)))
  /** The first one now, and the first one without the additions. */
  const firsts = async (
    condition: string,
    values: readonly SqlValue[],
  ): Promise<[Row | undefined, Row | undefined]> => {
    const rows = await rowsOf(sql, path, condition, values, added.length + 1)
    return [rows[0], rows.find(({ block, log_index: logIndex }) => !keys.has(keyOf(block, logIndex)))]
  }
  const [first, before] = await firsts('', [])
  const owner = first?.author_did
  const isOther = before !== undefined && (before.author_did !== owner || before.cap_uri !== first?.cap_uri)
  if (isOther || (first !== undefined && (await wasPassedOn(sql, path, first))))
    return judgeStatePath(sql, path)

  const bodies = new Map<string, string>()
  const changed = new Set<string>()
  for (const { block, logIndex } of added) {
    const [row] = await rowsOf(sql, path, 'AND block = ? AND log_index = ?', [block, logIndex])
    if (row === undefined) continue
    const { schema_uri: schemaUri } = row
    if (!bodies.has(schemaUri) && owner !== undefined) {
      const [body, earlier] = await firsts('AND author_did = ? AND schema_uri = ?', [owner, schemaUri])
      if (earlier !== undefined && earlier.schema_hash !== body?.schema_hash) return judgeStatePath(sql, path)
      if (body !== undefined) bodies.set(schemaUri, body.schema_hash)
    }
    if (await judge(sql, path, row, { owner, body: bodies.get(schemaUri) })) changed.add(row.cap_uri)
  }
  return changed
}

/** Whether the name that a path belongs to has had another author than at first. */
const wasPassedOn = async (
  sql: Sql,
  path: string,
  { cap_uri: name, author_did: author }: Row,
): Promise<boolean> => {
  // Two ranges of one index, where `<>` would read every version.
  for (const comparison of ['<', '>']) {
    const others = await sql.all(
      `SELECT 1 FROM version WHERE state_path = ? AND author_did ${comparison} ? AND cap_uri = ? LIMIT 1`,
      [path, author, name],
    )
    if (others.length > 0) return true
  }
  return false
}

/** Versions of a path with valid files, in chain order. A `Row` has what `COLUMNS` names, typed as its table declares it. */
const rowsOf = async (
  sql: Sql,
  path: string,
  condition: string,
  values: readonly SqlValue[],
  limit?: number,
): Promise<readonly Row[]> =>
  (await sql.all(
    `SELECT ${COLUMNS} FROM version WHERE state_path = ? ${condition} ORDER BY block, log_index${limit === undefined ? '' : ' LIMIT ?'}`,
    [path, ...values, ...(limit === undefined ? [] : [limit])],
  )) as unknown as readonly Row[]

/** Saves the decision for one version; returns whether it changed. */
const judge = async (
  sql: Sql,
  path: string,
  row: Row,
  { owner, body }: { readonly owner: string | undefined; readonly body: string | undefined },
): Promise<boolean> => {
  const conflict =
    row.author_did !== owner
      ? { code: 'state_path_taken', text: `${path} belongs to ${String(owner)}.` }
      : body !== row.schema_hash
        ? {
            code: 'schema_changed_without_version',
            text: `${row.schema_uri} was published before with another body.`,
          }
        : null
  if ((conflict?.code ?? null) === row.conflict_code) return false
  await sql.run('UPDATE version SET conflict_code = ?, conflict_text = ? WHERE block = ? AND log_index = ?', [
    conflict?.code ?? null,
    conflict?.text ?? null,
    row.block,
    row.log_index,
  ])
  return true
}
