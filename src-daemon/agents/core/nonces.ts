import { sha256Hex } from '../../platform/sha256.ts'
import type { Database } from '../../storage/index.ts'

/** Twice the time a request may be early or late: longer than a replay could be accepted (identity.md 4, anp.md 2). */
const KEPT_MS = 600 * 1000

/** The nonces of accepted requests; on disk, so that a restart allows no replay. */
export interface NonceStore {
  /** Takes a nonce for this signer, a DID or key id; false when it was taken within the last 600 s. */
  take(input: { signer: string; nonce: string }): Promise<boolean>
}

/** Characters of a nonce that are kept as they are. */
const MAX_LENGTH = 256

interface Waiting {
  readonly signer: string
  readonly nonce: string
  readonly settle: (first: boolean) => void
  readonly fail: (thrown: unknown) => void
}

/** Requests that arrive together share a transaction, and so the wait for the disk. */
export const createNonceStore = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): NonceStore => {
  const insert = db.prepare(
    `INSERT INTO did_auth_nonces (signer_did, nonce, expires_at) VALUES (@signer, @nonce, @expiresAt)
     ON CONFLICT (signer_did, nonce) DO UPDATE SET expires_at = @expiresAt WHERE expires_at < @now`,
  )
  const prune = db.prepare('DELETE FROM did_auth_nonces WHERE expires_at < ?')
  let waiting: Waiting[] = []

  // Of two equal nonces, also within one transaction, only the first is inserted.
  const takeAll = db.transaction((batch: readonly Waiting[]): readonly boolean[] => {
    const at = now().getTime()
    prune.run(at)
    return batch.map(
      ({ signer, nonce }) => insert.run({ signer, nonce, expiresAt: at + KEPT_MS, now: at }).changes === 1,
    )
  })

  const flush = (): void => {
    const batch = waiting
    waiting = []
    try {
      const taken = takeAll(batch)
      for (const [index, { settle }] of batch.entries()) settle(taken[index] === true)
    } catch (thrown) {
      for (const { fail } of batch) fail(thrown)
    }
  }

  return {
    take: ({ signer, nonce }) =>
      new Promise((settle, fail) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ signer, nonce: shortened(nonce), settle, fail })
      }),
  }
}

const shortened = (nonce: string): string =>
  nonce.length > MAX_LENGTH ? `sha256:${sha256Hex(nonce)}` : nonce
