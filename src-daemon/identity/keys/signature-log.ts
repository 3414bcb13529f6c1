import canonicalize from 'canonicalize'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Database } from '../../storage/index.ts'
import {
  chainedSignatureSchema,
  type ChainedSignature,
  type KeyInfo,
  type LogCheck,
  type SignatureRecord,
} from '../../contract/identity.ts'

const COLUMNS = 'id, key_id AS keyId, purpose, digest, requester, at, previous, hash'
/** The previous hash of the first entry. */
const GENESIS = '0'.repeat(64)

/**
 * The append-only log of every use of a secret; each entry contains the hash of the one before (identity.md
 * 2).
 */
export interface SignatureLog {
  /** `bytes`: the signed bytes; for a backup or an exported key, the whole file. */
  add(entry: { keyId: string; purpose: string; requester: string; bytes: Uint8Array }): void
  /** Newest first; `before` = id of the last entry shown. Errors: `invalid_request` for an unknown id. */
  list(page: { limit: number; before?: string | undefined }): readonly SignatureRecord[]
  usage(keyId: string): Pick<KeyInfo, 'uses' | 'lastUsedAt'>
  /** Reads every entry and verifies the chain. */
  check(): LogCheck
  /** The whole log with its chain, oldest first. */
  export(): readonly ChainedSignature[]
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
  const newest = db.prepare(
    `SELECT ${COLUMNS} FROM signature_log WHERE seq < @before ORDER BY seq DESC LIMIT @limit`,
  )
  const oldest = db.prepare(`SELECT ${COLUMNS} FROM signature_log ORDER BY seq`)
  const seqOf = db.prepare('SELECT seq FROM signature_log WHERE id = ?').pluck()
  const usageOf = db.prepare(
    'SELECT count(*) AS uses, max(at) AS lastUsedAt FROM signature_log WHERE key_id = ?',
  )

  const add: SignatureLog['add'] = ({ keyId, purpose, requester, bytes }) => {
    const digest = sha256Hex(bytes)
    const record = { id: newId(), keyId, purpose, digest, requester, at: now().toISOString() }
    db.transaction(() => {
      const previous = z.string().optional().parse(last.get()) ?? GENESIS
      insert.run({ ...record, previous, hash: hashOf(previous, record) })
    })()
  }

  const list: SignatureLog['list'] = ({ limit, before }) => {
    const end = before === undefined ? Number.MAX_SAFE_INTEGER : z.int().optional().parse(seqOf.get(before))
    if (end === undefined)
      throw new SatchelError('invalid_request', { params: { problem: `before: ${String(before)}` } })
    return z
      .array(chainedSignatureSchema)
      .parse(newest.all({ limit, before: end }))
      .map(recordOf)
  }

  const check = (): LogCheck => {
    let previous = GENESIS
    let records = 0
    let firstBroken: SignatureRecord | null = null
    for (const raw of oldest.iterate()) {
      const line = chainedSignatureSchema.parse(raw)
      const follows = line.previous === previous && line.hash === hashOf(previous, recordOf(line))
      if (!follows) firstBroken ??= recordOf(line)
      previous = line.hash
      records += 1
    }
    return { whole: firstBroken === null, records, head: records === 0 ? null : previous, firstBroken }
  }

  return {
    add,
    list,
    usage: (keyId) =>
      z.object({ uses: z.int(), lastUsedAt: z.string().nullable() }).parse(usageOf.get(keyId)),
    check,
    export: () => z.array(chainedSignatureSchema).parse(oldest.all()),
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
  sha256Hex(canonicalize({ previous, ...record }) ?? '')
