import type { KeyStore } from '../stores/keystore.ts'
import type { IdentityHome } from '../keys/testing.ts'
import { seal } from './seal.ts'

/**
 * Creates an owner if needed, and secrets in the older format, sealed in the database and set on 2025-05-05.
 */
export const sealedInDatabase = async (
  home: IdentityHome,
  keychain: KeyStore,
  values: Readonly<Record<string, string>>,
): Promise<void> => {
  const identity = await home.ready(keychain)
  const [owner] = identity.keys()
  const secret = await keychain.read(identity.ownerDid)
  if (owner === undefined || secret === null) throw new Error('no owner')
  const insert = home
    .database()
    .prepare('INSERT INTO named_secrets (name, key_id, sealed, set_at) VALUES (?, ?, ?, ?)')
  for (const [name, value] of Object.entries(values))
    insert.run(name, owner.keyId, seal({ secret, name, value }), '2025-05-05T05:05:05.000Z')
  identity.close()
}
