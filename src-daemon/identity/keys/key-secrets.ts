import { SatchelError } from '../../platform/errors.ts'
import type { KeyStoreBackend } from '../../contract/identity.ts'
import { publicPartOf } from './curves.ts'
import type { KeyRecord } from './key-records.ts'
import type { KeyStore, StoredSecret } from '../stores/keystore.ts'
import { sameSecret } from '../stores/secret-text.ts'
import type { Vault } from '../stores/vault.ts'

type Key = Pick<KeyRecord, 'did' | 'kind' | 'backend'>

/**
 * The secrets of the records. None is cached: the store is read each time, so that locking it takes effect at
 * once.
 */
export interface KeySecrets {
  /** The caller zeroes it. Errors: `keystore_locked`, `keystore_failed`, `key_missing`. */
  of(key: Key): Promise<Uint8Array>
  /**
   * Whether its store answers and contains it. Errors: `keystore_locked`, `keystore_absent`,
   * `keystore_failed`.
   */
  has(key: Pick<Key, 'did' | 'backend'>): Promise<boolean>
  /**
   * Stores secrets; an identical one that is already there is left as it is.
   *
   * @throws SatchelError `key_exists` if another one is there; those of `KeyStore.create`
   */
  store(backend: KeyStoreBackend, secrets: readonly StoredSecret[]): Promise<void>
}

export const createKeySecrets = (stores: {
  readonly keychain: KeyStore
  readonly vault: Vault
}): KeySecrets => {
  const of: KeySecrets['of'] = async (key) => {
    const missing = (cause?: unknown): SatchelError =>
      new SatchelError('key_missing', { params: { did: key.did }, details: { backend: key.backend }, cause })
    const secret = await stores[key.backend].read(key.did).catch((thrown: unknown) => {
      const gone = thrown instanceof SatchelError && thrown.code === 'keystore_absent'
      throw gone ? missing(thrown) : thrown
    })
    if (secret === null || publicPartOf(key.kind, secret).did !== key.did) throw missing()
    return secret
  }

  const has: KeySecrets['has'] = async (key) => {
    const secret = await stores[key.backend].read(key.did)
    secret?.fill(0)
    return secret !== null
  }

  const store: KeySecrets['store'] = async (backend, secrets) => {
    const absent: StoredSecret[] = []
    for (const one of secrets) {
      const there = await stores[backend].read(one.id)
      if (there === null) absent.push(one)
      else if (!sameSecret(there, one.secret))
        throw new SatchelError('key_exists', { details: { id: one.id } })
      there?.fill(0)
    }
    // The vault is one file: all of them are written at once.
    if (backend === 'vault' && absent.length > 0) await stores.vault.createAll(absent)
    if (backend === 'keychain') for (const { id, secret } of absent) await stores.keychain.create(id, secret)
  }

  return { of, has, store }
}
