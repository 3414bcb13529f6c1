/** Moves all secrets between the keychain and the vault, together with the records of where they are. */
import { join } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import type { IdentityService } from '../core/types.ts'
import { keyIdOfDid } from '../dids/did-key.ts'
import { settleEntries } from '../secrets/settle-entries.ts'
import { isDataKeyEntry, isEntryId } from '../stores/entry-id.ts'
import { settlePending } from './add-keys.ts'
import { changeEncryptionFile, readEncryptionFile } from './encryption-file.ts'
import { identityFileOf, writeIdentityFile } from './identity-file.ts'
import type { KeyRoom } from './key-room.ts'
import { createMoveJournal } from './move-journal.ts'
import { createMoves } from './move.ts'

export interface Moving extends Pick<IdentityService, 'moveTo'> {
  /**
   * Waits until no move is in progress: during a move, a secret may just have left the place it is read from.
   */
  atRest(): Promise<void>
  /** Finishes a move that a crash interrupted. */
  settle(): Promise<void>
}

export const createMoving = (room: KeyRoom): Moving => {
  const { records, entries, vault, keychain } = room
  const dataKey = () => readEncryptionFile(room.dataDir).key
  const moves = createMoves({
    keychain,
    vault,
    journal: createMoveJournal(join(room.dataDir, 'move.json')),
    placeOf: (id) => {
      if (isDataKeyEntry(id)) return dataKey()?.entry === id ? (dataKey()?.backend ?? null) : null
      return isEntryId(id) ? entries.placeOf(id) : (records.find(keyIdOfDid(id))?.backend ?? null)
    },
  })
  let lastMove: Promise<unknown> = Promise.resolve()

  const moveTo: IdentityService['moveTo'] = ({ backend: to, passphrase }) => {
    const moved = room.inTurn(async () => {
      await settlePending(room)
      await settleEntries(room)
      const moving = records.all().filter(({ backend }) => backend !== to)
      const named = entries.kept().filter(({ backend }) => backend !== to)
      const key = dataKey()
      const withData = key !== null && key.stored && key.backend !== to ? [key.entry] : []
      if (moving.length + named.length === 0) throw new SatchelError('already_there')
      if (to === 'vault' && passphrase !== undefined && !(await vault.exists()))
        await room.passphrases.check(passphrase)
      const left = await moves.move({
        to,
        ids: [...moving.map(({ did }) => did), ...named.map(({ entry }) => entry), ...withData],
        passphrase,
        switchRecord: (moved) => {
          records.change(() => {
            entries.setBackend(
              moved.filter((id) => isEntryId(id) && !isDataKeyEntry(id)),
              to,
            )
            records.setBackend(
              moving.map(({ keyId }) => keyId),
              to,
            )
            records.setKeychainProblem(to === 'vault' ? 'chosen' : null)
            // In the same step: whichever record is read after a crash, both places still hold every secret.
            writeIdentityFile(room.dataDir, identityFileOf(records))
            if (key !== null && moved.includes(key.entry))
              changeEncryptionFile(room.dataDir, { key: { ...key, backend: to } })
          })
        },
      })
      if (left !== null) room.warn(left, 'the secrets were moved, and are still where they were too')
      room.emitChange()
    })
    lastMove = moved.catch(() => undefined) // reported to the caller of that move
    return moved
  }

  return {
    moveTo,
    atRest: async () => {
      await lastMove
    },
    settle: async () => {
      const left = await moves.settle()
      // Leftover copies do no harm; the next start or unlock tries again.
      if (left !== null) room.warn(left, 'a move of secrets is not through')
    },
  }
}
