import { SatchelError } from '../../platform/errors.ts'
import { keyOfKeyId } from '../dids/did-key.ts'
import type { IdentityService } from '../core/types.ts'
import type { ChainAccount } from '../../contract/identity.ts'
import { addKeys } from './add-keys.ts'
import { newSecret, publicPartOf } from './curves.ts'
import { newRecord, type KeyRecord } from './key-records.ts'
import type { KeyRoom } from './key-room.ts'

const KIND = 'secp256k1'
const LABEL = 'Chain account'

/**
 * The account on chains. Its key is separate from those that sign packages: a signature for a chain does not
 * speak for a package author, and signing a package cannot spend money.
 */
export const createChainAccounts = (
  room: KeyRoom,
  atRest: () => Promise<void>,
): Pick<IdentityService, 'chainAccount' | 'createChainAccount' | 'signTransaction'> => {
  const { records, secrets, log, now } = room

  const account = (): KeyRecord | null =>
    records.all().find(({ isChainAccount, retiredAt }) => isChainAccount && retiredAt === null) ?? null

  const accountOf = async ({ keyId, createdAt, backedUpAt }: KeyRecord): Promise<ChainAccount> => {
    const { addressOf } = await import('./transaction.ts')
    return { keyId, address: addressOf(keyOfKeyId(keyId).bytes), createdAt, backedUpAt }
  }

  const make = async (): Promise<KeyRecord> => {
    const secret = newSecret(KIND)
    const { did, keyId } = publicPartOf(KIND, secret)
    const { backend } = room.owner()
    const key = { did, keyId, kind: KIND, label: LABEL, origin: 'created', backend } as const
    await addKeys(room, {
      keys: [{ ...newRecord({ ...key, createdAt: now().toISOString() }), isChainAccount: true }],
      store: () => secrets.store(backend, [{ id: did, secret }]),
      confirm: () => undefined,
    }).finally(() => secret.fill(0))
    return records.get(keyId)
  }

  return {
    chainAccount: async () => {
      const record = account()
      return record === null ? null : accountOf(record)
    },
    createChainAccount: () => room.inTurn(async () => accountOf(account() ?? (await make()))),
    signTransaction: async ({ transaction, requester }) => {
      const { signTransactionWith } = await import('./transaction.ts')
      await atRest()
      const record = account()
      if (record === null) throw new SatchelError('chain_account_missing')
      const secret = await secrets.of(record)
      try {
        const signature = signTransactionWith(secret, transaction)
        // Logged before it is returned, as every signature is.
        log.add({ keyId: record.keyId, purpose: 'transaction', requester, bytes: transaction })
        room.emitChange()
        return signature
      } finally {
        secret.fill(0)
      }
    },
  }
}
