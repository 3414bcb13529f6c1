import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { IdentityService, Rotation } from '../core/types.ts'
import type { KeyInfo, KeyKind } from '../../contract/identity.ts'
import { addKeys, settlePending } from './add-keys.ts'
import { newSecret, publicPartOf } from './curves.ts'
import { readSecretKey, type ImportedKey } from './import-key.ts'
import { checkedLabel } from './label.ts'
import { defaultKey, keyInfoOf, newRecord, type KeyRecord } from './key-records.ts'
import type { KeyRoom } from './key-room.ts'
import { rotationBytes, stateRotation } from './rotation.ts'

/** Creating, labelling, rotating and retiring keys. */
export const createKeyManagement = (
  room: KeyRoom,
): Pick<IdentityService, 'keys' | 'create' | 'label' | 'rotate' | 'retire' | 'setDefault' | 'importKey'> => {
  const { records, secrets, log, now, rotations } = room

  const infoOf = (keyId: string): KeyInfo => keyInfoOf(records.get(keyId), log.usage(keyId))
  const changed = (keyId: string): KeyInfo => {
    room.recordsChanged()
    return infoOf(keyId)
  }

  const add = async (
    key: ImportedKey,
    given: Pick<KeyRecord, 'label' | 'origin'>,
    confirm: (keyId: string) => void = () => undefined,
  ): Promise<KeyInfo> => {
    const { did, keyId } = publicPartOf(key.kind, key.secret)
    const { backend } = room.owner()
    const createdAt = now().toISOString()
    await addKeys(room, {
      keys: [newRecord({ did, keyId, kind: key.kind, backend, createdAt, ...given })],
      store: () => secrets.store(backend, [{ id: did, secret: key.secret }]),
      confirm: () => {
        confirm(keyId)
      },
    }).finally(() => key.secret.fill(0))
    return infoOf(keyId)
  }
  const made = (kind: KeyKind): ImportedKey => ({ kind, secret: newSecret(kind) })

  const create: IdentityService['create'] = async ({ kind, label }) => {
    const name = checkedLabel(label)
    return room.inTurn(() => add(made(kind), { label: name, origin: 'created' }))
  }

  const importKey: IdentityService['importKey'] = async ({ text, kind, passphrase, label }) => {
    const name = checkedLabel(label)
    const key = readSecretKey({ text, kind, passphrase })
    return room.inTurn(async () => {
      const { keyId } = publicPartOf(key.kind, key.secret)
      const cutShort = records.find(keyId)?.pending === true
      if (cutShort) await settlePending(room)
      const known = records.find(keyId)
      if (known === null) return add(key, { label: name, origin: 'imported' })
      // Repeating an interrupted import finishes it; a key whose secret was lost gets it back.
      if (!cutShort && (await secrets.has(known)))
        throw new SatchelError('key_exists', { details: { keyId } })
      await secrets.store(known.backend, [{ id: known.did, secret: key.secret }])
      key.secret.fill(0)
      return changed(keyId)
    })
  }

  const rotate: IdentityService['rotate'] = ({ keyId, confirmOwner }) =>
    room.inTurn(async () => {
      const old = records.signing(keyId)
      if (old.isOwner && confirmOwner !== old.did)
        throw new SatchelError('owner_change_not_confirmed', { params: { did: old.did } })
      const { kind, label } = old
      const key = made(kind)
      const rotation = old.isOwner ? await statement(old, key) : null
      const next = await add(key, { label, origin: 'created' }, (nextId) => {
        const { isOwner, isDefault } = records.get(keyId)
        if (isOwner) records.setOwner(nextId)
        if (isDefault) records.setDefault(nextId)
        records.retire(keyId, now().toISOString(), nextId)
        if (rotation === null) return
        // An unlogged signature isn't released: both signatures and the statement, or none.
        const bytes = rotationBytes(rotation)
        for (const id of [keyId, nextId]) log.add({ keyId: id, purpose: 'rotate', requester: 'owner', bytes })
        rotations.add(rotation)
      })
      return { ...next, stated: old.isOwner ? rotation !== null : null }
    })

  /**
   * The statement that the new key replaces the owner's; null if the old secret is missing, so that nothing
   * can be signed.
   */
  const statement = async (old: KeyRecord, next: ImportedKey): Promise<Rotation | null> => {
    let secret: Uint8Array
    try {
      secret = await secrets.of(old)
    } catch (thrown) {
      if (toSatchelError(thrown).code === 'key_missing') return null
      throw thrown
    }
    const rotation = stateRotation({ kind: old.kind, secret }, next, now().toISOString())
    secret.fill(0)
    return rotation
  }

  const retire: IdentityService['retire'] = ({ keyId }) => {
    const record = records.active(keyId)
    if (record.isOwner || record.isDefault)
      throw new SatchelError('key_in_use', { params: { key: record.label }, details: { keyId } })
    records.retire(keyId, now().toISOString(), null)
    return changed(keyId)
  }

  const setDefault: IdentityService['setDefault'] = ({ keyId, replaces }) => {
    records.signing(keyId)
    if (defaultKey(records).keyId !== replaces) throw new SatchelError('default_key_changed')
    records.setDefault(keyId)
    return changed(keyId)
  }

  return {
    keys: () => records.all().map(({ keyId }) => infoOf(keyId)),
    create,
    label: ({ keyId, label }) => {
      records.get(keyId)
      records.setLabel(keyId, checkedLabel(label))
      return changed(keyId)
    },
    rotate,
    retire,
    setDefault,
    importKey,
  }
}
