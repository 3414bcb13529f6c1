import type { WalletFamily } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { WalletKey, WalletKeys } from '../core/wallet-keys.ts'
import { keyOfKeyId } from '../dids/did-key.ts'
import { addKeys, settlePending } from './add-keys.ts'
import { newSecret, publicPartOf } from './curves.ts'
import type { ImportedKey } from './import-key.ts'
import { checkedLabel } from './label.ts'
import { newRecord, type KeyRecord } from './key-records.ts'
import type { KeyRoom } from './key-room.ts'
import { signableOf } from './wallet-signing.ts'

const KINDS = {
  evm: 'secp256k1',
  near: 'Ed25519',
  solana: 'Ed25519',
} as const satisfies Record<WalletFamily, KeyRecord['kind']>

/** What the signature log says of each kind. */
const PURPOSES = {
  transaction: 'wallet_transaction',
  message: 'wallet_message',
  typed_data: 'wallet_typed_data',
} as const

/**
 * The keys of wallets: keys like the others, in the same store and the same backups, that sign for their account and nothing else. One that
 * is retired keeps its secret, because what its account owns would be lost with it.
 */
export const createWalletKeys = (room: KeyRoom, atRest: () => Promise<void>): WalletKeys => {
  const { records, secrets, log, now } = room

  const add = async (
    { kind, secret }: ImportedKey,
    given: { readonly family: WalletFamily; readonly label: string; readonly origin: KeyRecord['origin'] },
  ): Promise<WalletKey> => {
    const { did, keyId } = publicPartOf(kind, secret)
    const { family, label, origin } = given
    const { backend } = room.owner()
    const createdAt = now().toISOString()
    await addKeys(room, {
      keys: [{ ...newRecord({ did, keyId, kind, label, origin, backend, createdAt }), wallet: family }],
      store: () => secrets.store(backend, [{ id: did, secret }]),
      confirm: () => undefined,
    }).finally(() => secret.fill(0))
    return keyOf(keyId)
  }

  const keyOf = (keyId: string): WalletKey => {
    const found = records.all().find((one) => one.keyId === keyId)
    const key = found === undefined ? null : walletKeyOf(found)
    if (key === null)
      throw new SatchelError('wallet_account_unknown', { params: { address: keyId }, details: { keyId } })
    return key
  }

  return {
    walletKeys: () => records.all().flatMap((one) => walletKeyOf(one) ?? []),
    createWalletKey: async ({ family, label }) => {
      const name = checkedLabel(label)
      const kind = KINDS[family]
      return room.inTurn(() =>
        add({ kind, secret: newSecret(kind) }, { family, label: name, origin: 'created' }),
      )
    },
    importWalletKey: async ({ family, text, label }) => {
      const name = checkedLabel(label)
      const { readWalletSecret } = await import('./wallet-secrets.ts')
      const key = await readWalletSecret(family, KINDS[family], text)
      return room.inTurn(async () => {
        const { keyId } = publicPartOf(key.kind, key.secret)
        if (records.find(keyId)?.pending === true) await settlePending(room)
        const known = records.find(keyId)
        if (known === null) return add(key, { family, label: name, origin: 'imported' })
        const isThere = await secrets.has(known)
        if (known.wallet !== family || (known.retiredAt === null && isThere))
          throw new SatchelError('key_exists', { details: { keyId } })
        if (!isThere) await secrets.store(known.backend, [{ id: known.did, secret: key.secret }])
        key.secret.fill(0)
        records.change(() => {
          records.revive(keyId)
          records.setLabel(keyId, name)
        })
        room.recordsChanged()
        return keyOf(keyId)
      })
    },
    signForWallet: async ({ keyId, payload, requester }) => {
      await atRest()
      const { family, publicKey } = keyOf(keyId)
      if (family !== payload.family)
        throw new SatchelError('wallet_account_unknown', { params: { address: keyId }, details: { keyId } })
      const { bytes, sign } = await signableOf(payload, publicKey)
      const record = records.active(keyId)
      const secret = await secrets.of(record)
      try {
        const signature = sign(secret)
        // Logged before it is returned, as every signature is.
        log.add({ keyId, purpose: PURPOSES[payload.kind], requester, bytes })
        room.emitChange()
        return signature
      } finally {
        secret.fill(0)
      }
    },
  }
}

const walletKeyOf = (record: KeyRecord): WalletKey | null => {
  const { wallet: family, retiredAt, keyId, label, origin, createdAt, backedUpAt } = record
  if (family === null || retiredAt !== null) return null
  const { bytes: publicKey } = keyOfKeyId(keyId)
  return { keyId, family, publicKey, label, origin, createdAt, backedUpAt }
}
