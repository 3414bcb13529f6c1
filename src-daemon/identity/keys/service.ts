import type { DidResolver, IdentityService, NamedSecrets } from '../core/types.ts'
import { verifyWithKey } from '../dids/verify.ts'
import { createKeyBackups } from './backup-keys.ts'
import { createChainAccounts } from './chain-account.ts'
import { signWith } from './curves.ts'
import type { KeyPlaces } from './key-places.ts'
import { defaultKey, type KeyRecord } from './key-records.ts'
import type { KeyRoom } from './key-room.ts'
import { createKeyManagement } from './manage-keys.ts'
import { createKeyRestores } from './restore-keys.ts'
import { createWalletKeys } from './wallet-keys.ts'

/**
 * The keys of one owner. Works without the secrets too: then only operations that need one fail, with the
 * reason.
 */
export const createIdentityService = (
  room: KeyRoom,
  places: KeyPlaces,
  dids: Pick<DidResolver, 'key'>,
  named: NamedSecrets,
): IdentityService => {
  const { records, secrets, log } = room

  const signingKey = (keyId: string | undefined): KeyRecord =>
    records.signing(keyId ?? defaultKey(records).keyId)

  const sign: IdentityService['sign'] = async ({ bytes, purpose, requester, keyId: requested }) => {
    const { keyId } = signingKey(requested)
    await places.atRest()
    const record = records.signing(keyId)
    const secret = await secrets.of(record)
    const signature = signWith(record.kind, secret, bytes)
    secret.fill(0)
    // Logged before it is returned: no signature exists without its log entry.
    log.add({ keyId, purpose, requester, bytes })
    room.emitChange()
    return { keyId, signature }
  }

  const signer: IdentityService['signer'] = ({ keyId: requested, ...use }) => {
    const { did, keyId } = signingKey(requested)
    return { did, keyId, sign: async (bytes) => (await sign({ bytes, keyId, ...use })).signature }
  }

  const { status, unlock, lock, setAutoLock, setLockOnSleep, machineSleeps } = places
  const { changePassphrase, moveTo, close } = places
  return {
    get ownerDid() {
      return room.owner().did
    },
    isOwn: (did) => records.all().some((record) => record.did === did),
    onChange: room.onChange,
    ...createKeyManagement(room),
    ...createKeyBackups(room),
    ...createKeyRestores(room),
    ...createChainAccounts(room, places.atRest),
    ...createWalletKeys(room, places.atRest),
    sign,
    signer,
    verify: async ({ keyId, bytes, signature }) =>
      verifyWithKey(await dids.key(keyId, 'assertionMethod'), bytes, signature),
    signatures: log.list,
    verifyLog: log.check,
    rotations: room.rotations.service,
    exportLog: log.export,
    status,
    unlock,
    lock,
    setAutoLock,
    setLockOnSleep,
    machineSleeps,
    changePassphrase,
    moveTo,
    secrets: named,
    close,
  }
}
