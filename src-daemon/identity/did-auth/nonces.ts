import type { Database } from '../../storage/index.ts'

/** Twice the time a request may be early or late: as long as a replay could be accepted (identity.md 4). */
const KEPT_MS = 600 * 1000

/** The nonces of accepted requests; on disk, so that a restart allows no replay. */
export interface NonceStore {
  /** Takes a nonce for this signer; false when it was taken within the last 600 s. */
  take(input: { signerDid: string; nonce: string }): boolean
}

export const createNonceStore = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): NonceStore => {
  // A single statement, so that only one of two concurrent requests can be first.
  const insert = db.prepare(
    `INSERT INTO did_auth_nonces (signer_did, nonce, expires_at) VALUES (@signerDid, @nonce, @expiresAt)
     ON CONFLICT (signer_did, nonce) DO UPDATE SET expires_at = @expiresAt WHERE expires_at < @now`,
  )
  const prune = db.prepare('DELETE FROM did_auth_nonces WHERE expires_at < ?')

  return {
    take: db.transaction(({ signerDid, nonce }: { signerDid: string; nonce: string }) => {
      const at = now().getTime()
      prune.run(at)
      return insert.run({ signerDid, nonce, expiresAt: at + KEPT_MS, now: at }).changes === 1
    }),
  }
}
