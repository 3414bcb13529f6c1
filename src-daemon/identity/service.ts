import { SatchelError } from '../platform/errors.ts'
import type { Database } from '../storage/index.ts'
import { publicPartOf, signWithSeed } from './ed25519.ts'
import type { KeyStore } from './keystore.ts'
import { problemOf } from './keychain.ts'
import type { OwnerRecord } from './owner-record.ts'
import { createSignatureLog } from './signature-log.ts'
import type { IdentityService, KeychainProblem, KeyStoreStatus } from './types.ts'
import type { Vault } from './vault.ts'
import { verifySignature } from './verify.ts'

export interface IdentityDeps {
  readonly db: Database
  readonly owner: OwnerRecord
  readonly keychain: KeyStore
  readonly vault: Vault
  readonly now: () => Date
}

/** The keys of one owner. Works without the secret too: then only signing fails, with the reason. */
export const createIdentityService = ({ db, owner, keychain, vault, now }: IdentityDeps): IdentityService => {
  const store = owner.backend === 'keychain' ? keychain : vault
  const log = createSignatureLog({ db, now })

  const status = async (): Promise<KeyStoreStatus> => {
    const told = { backend: owner.backend, keychainName: store.name }
    const problem = await secretProblem()
    if (problem === null) return { ...told, state: 'ready', keychainProblem: owner.keychainProblem }
    // A vault that waits for its passphrase is in order; the keychain's problem stays the reason why there is a vault.
    if (owner.backend === 'vault' && problem === 'locked') {
      return {
        ...told,
        state: (await vault.exists()) ? 'locked' : 'missing',
        keychainProblem: owner.keychainProblem,
      }
    }
    return { ...told, state: 'locked', keychainProblem: problem }
  }

  const secretProblem = async (): Promise<KeychainProblem | null> => {
    try {
      await secret()
      return null
    } catch (thrown) {
      return thrown instanceof SatchelError && thrown.code === 'key_missing' ? 'changed' : problemOf(thrown)
    }
  }

  /** The owner's secret, asked of the store each time, so that locking the keychain takes effect at once. */
  const secret = async (): Promise<Uint8Array> => {
    const missing = (cause?: unknown): SatchelError =>
      new SatchelError('key_missing', {
        params: { did: owner.did },
        details: { backend: owner.backend },
        cause,
      })
    const seed = await store.read(owner.did).catch((thrown: unknown) => {
      const gone = thrown instanceof SatchelError && thrown.code === 'keystore_absent'
      throw gone ? missing(thrown) : thrown
    })
    if (seed === null || publicPartOf(seed).did !== owner.did) throw missing()
    return seed
  }

  const sign: IdentityService['sign'] = async ({ bytes, purpose, requester }) => {
    const seed = await secret()
    const signature = signWithSeed(seed, bytes)
    seed.fill(0)
    // Written down before it is handed out: a signature nobody recorded does not exist.
    log.add({ keyId: owner.keyId, purpose, requester, bytes })
    return { keyId: owner.keyId, signature }
  }

  const unlock = async (passphrase: string): Promise<void> => {
    if (owner.backend === 'vault') await vault.unlock(passphrase)
    const seed = await secret()
    seed.fill(0)
  }

  return {
    ownerDid: owner.did,
    status,
    keys: () => [
      {
        did: owner.did,
        keyId: owner.keyId,
        kind: 'Ed25519',
        label: owner.label,
        backend: owner.backend,
        createdAt: owner.createdAt,
        isOwner: true,
        ...log.usage(owner.keyId),
      },
    ],
    signatures: (limit) => log.list(limit),
    sign,
    verify: (input) => Promise.resolve().then(() => verifySignature(input)),
    unlock,
  }
}
