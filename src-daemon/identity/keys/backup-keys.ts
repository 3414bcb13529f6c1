import { SatchelError } from '../../platform/errors.ts'
import type { IdentityService, Rotation } from '../core/types.ts'
import type { DatabaseKey } from '../../storage/index.ts'
import type { KeyFile } from '../../contract/identity.ts'
import { wipeBackup, writeBackup, type BackupKey } from './backup-file.ts'
import { changeEncryptionFile, readEncryptionFile } from './encryption-file.ts'
import type { KeyRecord } from './key-records.ts'
import type { KeyRoom } from './key-room.ts'

/** Exports keys in encrypted files; each file is opened again as a test before it is returned. */
export const createKeyBackups = (room: KeyRoom): Pick<IdentityService, 'exportKey' | 'backup'> => {
  const { records, secrets, log, now, rotations, vault } = room

  const handOut = async (
    chosen: readonly KeyRecord[],
    passphrase: string,
    use: {
      readonly purpose: 'backup' | 'export'
      readonly name: string
      readonly rotations: readonly Rotation[]
      readonly dataKey: DatabaseKey | null
      readonly current: string | undefined
    },
  ): Promise<KeyFile> => {
    const at = now().toISOString()
    const keys: BackupKey[] = []
    if (chosen.some(({ backend }) => backend === 'vault')) confirmOwner(use.current)
    await room.passphrases.check(passphrase)
    try {
      for (const record of chosen) keys.push({ ...record, secret: await secrets.of(record) })
      const bytes = await writeBackup(
        { createdAt: at, ownerDid: room.owner().did, keys, rotations: use.rotations, dataKey: use.dataKey },
        passphrase,
        room.backupWorkFactor,
      )
      const keyIds = chosen.map(({ keyId }) => keyId)
      const rehearsedAt = now().toISOString()
      // Logged before it is returned, like a signature: an entry per key, with the digest of the file.
      records.change(() => {
        for (const keyId of keyIds) log.add({ keyId, purpose: use.purpose, requester: 'owner', bytes })
        records.markBackedUp(keyIds, rehearsedAt)
      })
      if (use.dataKey !== null) noteDataKey(rehearsedAt)
      room.recordsChanged()
      const fileName = `${use.name}-${at.slice(0, 10)}.age`
      return { fileName, fileBase64: Buffer.from(bytes).toString('base64'), keyIds, rehearsedAt }
    } finally {
      wipeBackup({ keys })
    }
  }

  const noteDataKey = (backedUpAt: string): void => {
    const { key } = readEncryptionFile(room.dataDir)
    if (key !== null) changeEncryptionFile(room.dataDir, { key: { ...key, backedUpAt } })
  }

  /** An open vault doesn't prove that its owner is present. */
  const confirmOwner = (current: string | undefined): void => {
    if (current !== undefined) vault.confirm(current)
    else throw new SatchelError(vault.isOpen() ? 'vault_passphrase_needed' : 'keystore_locked')
  }

  return {
    exportKey: ({ keyId, passphrase, current }) =>
      room.inTurn(() => {
        const record = records.get(keyId)
        const name = `satchel-key-${record.did.slice(-8)}`
        // One key is not the whole identity: statements about earlier keys and the data's key stay in the complete backup.
        return handOut([record], passphrase, {
          purpose: 'export',
          name,
          rotations: [],
          dataKey: null,
          current,
        })
      }),
    backup: ({ passphrase, current }) =>
      room.inTurn(() =>
        handOut(records.all(), passphrase, {
          purpose: 'backup',
          name: 'satchel-keys',
          rotations: rotations.service.chain(),
          dataKey: room.dataKey,
          current,
        }),
      ),
  }
}
