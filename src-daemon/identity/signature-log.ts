import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import { newId } from '../platform/ids.ts'
import type { Database } from '../storage/index.ts'
import { signatureRecordSchema, type SignatureRecord } from './types.ts'

const rowSchema = signatureRecordSchema.extend({ seq: z.int(), previous: z.string(), hash: z.string() })
const COLUMNS = 'seq, id, key_id AS keyId, purpose, digest, requester, at, previous, hash'
/** What the first record points back to. */
const GENESIS = '0'.repeat(64)

/** The append-only record of every signature; each line carries the hash of the one before (identity.md 2). */
export interface SignatureLog {
  add(entry: { keyId: string; purpose: string; requester: string; bytes: Uint8Array }): void
  /** Newest first. */
  list(limit: number): readonly SignatureRecord[]
  usage(keyId: string): { uses: number; lastUsedAt: string | null }
  /** The first line that was changed, or that no longer follows the one before; null when the log is whole. */
  firstBroken(): SignatureRecord | null
}

export const createSignatureLog = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): SignatureLog => {
  const insert = db.prepare(
    `INSERT INTO signature_log (id, key_id, purpose, digest, requester, at, previous, hash)
     VALUES (@id, @keyId, @purpose, @digest, @requester, @at, @previous, @hash)`,
  )
  const last = db.prepare('SELECT hash FROM signature_log ORDER BY seq DESC LIMIT 1').pluck()
  const newest = db.prepare(`SELECT ${COLUMNS} FROM signature_log ORDER BY seq DESC LIMIT ?`)
  const oldest = db.prepare(`SELECT ${COLUMNS} FROM signature_log ORDER BY seq`)
  const usageOf = db.prepare(
    'SELECT count(*) AS uses, max(at) AS lastUsedAt FROM signature_log WHERE key_id = ?',
  )

  const add: SignatureLog['add'] = ({ keyId, purpose, requester, bytes }) => {
    const digest = createHash('sha256').update(bytes).digest('hex')
    const record = { id: newId(), keyId, purpose, digest, requester, at: now().toISOString() }
    db.transaction(() => {
      const previous = z.string().optional().parse(last.get()) ?? GENESIS
      insert.run({ ...record, previous, hash: hashOf(previous, record) })
    })()
  }

  const firstBroken = (): SignatureRecord | null => {
    let previous = GENESIS
    for (const raw of oldest.iterate()) {
      const row = rowSchema.parse(raw)
      if (row.previous !== previous || row.hash !== hashOf(previous, recordOf(row))) return recordOf(row)
      previous = row.hash
    }
    return null
  }

  return {
    add,
    list: (limit) => z.array(rowSchema).parse(newest.all(limit)).map(recordOf),
    usage: (keyId) =>
      z.object({ uses: z.int(), lastUsedAt: z.string().nullable() }).parse(usageOf.get(keyId)),
    firstBroken,
  }
}

const recordOf = ({ id, keyId, purpose, digest, requester, at }: SignatureRecord): SignatureRecord => ({
  id,
  keyId,
  purpose,
  digest,
  requester,
  at,
})

const hashOf = (previous: string, record: SignatureRecord): string =>
  createHash('sha256')
    .update(canonicalize({ previous, ...record }) ?? '')
    .digest('hex')
