import { join } from 'node:path'
import { createKeychain } from './keychain.ts'
import type { KeyStore } from './keystore.ts'
import { createVault, type Vault } from './vault.ts'

/** The two places of secrets. */
export interface KeyStores {
  readonly keychain: KeyStore
  readonly vault: Vault
}

/** The system's keychain, and `vault.age` in the data directory. Neither is asked or read yet. */
export const openKeyStores = (dataDir: string, now: () => Date): KeyStores => ({
  keychain: createKeychain(),
  vault: createVault({ path: join(dataDir, 'vault.age'), now }),
})
