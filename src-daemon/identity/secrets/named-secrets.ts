import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { SecretRoom } from './room.ts'
import type { NamedSecrets } from '../core/types.ts'
import { isSecretName } from '../stores/entry-id.ts'
import { readEntry, readSealed, storeEntry } from './store-entries.ts'
import { settleEntriesSoon } from './settle-entries.ts'

const LONGEST_VALUE = 8192

/**
 * Secret texts, each in a separate entry in the store of the owner's key, keychain or vault. They are
 * unlocked with that store, move with the keys, and are never in the database.
 *
 * @param places.atRest waits until no secret is being moved
 */
export const createNamedSecrets = (
  room: SecretRoom,
  places: { readonly atRest: () => Promise<void> },
): NamedSecrets => {
  const { entries } = room

  /**
   * Null if nothing is stored under the name. If the value is replaced or moved during the read, it is read
   * again.
   */
  const read = async (name: string): Promise<string | null> => {
    for (;;) {
      await places.atRest()
      const kept = entries.find(name)
      if (kept === null) return readOld(name)
      const isStill = (): boolean => {
        const now = entries.find(name)
        return now?.entry === kept.entry && now.backend === kept.backend
      }
      try {
        const value = await readEntry(room, kept)
        if (value !== null) return value
        if (isStill()) throw new SatchelError('secret_gone', { params: { name }, details: { name } })
      } catch (thrown) {
        if (isStill()) throw thrown
      }
    }
  }

  /** Reads one that was sealed in the database; it gets an entry now that its key is readable. */
  const readOld = async (name: string): Promise<string | null> => {
    const sealed = entries.sealed().find((one) => one.name === name)
    if (sealed === undefined) return null
    const value = await readSealed(room, sealed)
    settleEntriesSoon(room)
    return value
  }

  const isLocked = (name: string): boolean => {
    const sealed = entries.sealed().find((one) => one.name === name)
    const keeper = entries.find(name) ?? (sealed === undefined ? null : room.records.find(sealed.keyId))
    return keeper?.backend === 'vault' && !room.vault.isOpen()
  }

  const problemOf = async (name: string): Promise<SatchelError | null> => {
    try {
      await read(name)
      return null
    } catch (thrown) {
      return toSatchelError(thrown)
    }
  }

  return {
    names: entries.names,
    has: (name) => entries.names().some((one) => one.name === name),
    isLocked,
    set: async (name, value) => {
      if (!isSecretName(name)) throw new Error(`${name} is no name of a secret`)
      if (value === '' || value.length > LONGEST_VALUE || /[\p{Cc}]/u.test(value))
        throw new SatchelError('secret_invalid', { params: { maximum: LONGEST_VALUE } })
      await room.inTurn(() => storeEntry(room, { name, value, setAt: room.now().toISOString() }))
      settleEntriesSoon(room)
    },
    use: async (name) => {
      const value = await read(name)
      if (value === null) throw new SatchelError('secret_missing', { params: { name }, details: { name } })
      return value
    },
    forget: (name) => {
      const was = entries.leave(name)
      if (was) settleEntriesSoon(room)
      return was
    },
    check: async () => {
      const problems: { name: string; problem: SatchelError }[] = []
      for (const { name } of entries.names()) {
        const problem = await problemOf(name)
        if (problem !== null) problems.push({ name, problem })
      }
      return problems
    },
  }
}
