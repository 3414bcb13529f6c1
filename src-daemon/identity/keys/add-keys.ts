import { toSatchelError } from '../../platform/errors.ts'
import type { KeyRecord } from './key-records.ts'
import type { KeyRoom } from './key-room.ts'

/**
 * Adds keys so that no crash loses one: they are recorded as pending, `store` stores their secrets and reads them back, and
 * `confirm` then makes them ordinary keys, in one transaction with related changes. Keys that a failure or a crash
 * leaves pending are settled at once, on the next start, or on the next unlock.
 *
 * @throws SatchelError those of `store`; keys whose secrets were stored anyway have become ordinary keys
 */
export const addKeys = async (
  room: KeyRoom,
  input: {
    readonly keys: readonly KeyRecord[]
    readonly store: () => Promise<void>
    readonly confirm: () => void
  },
): Promise<void> => {
  const { records } = room
  records.add(input.keys.map((key) => ({ ...key, pending: true })))
  try {
    await input.store()
  } catch (thrown) {
    await settlePending(room)
    throw thrown
  }
  records.change(() => {
    for (const { keyId } of input.keys) records.confirm(keyId)
    input.confirm()
  })
  room.recordsChanged()
}

/**
 * Settles keys whose storing was interrupted: if the secret is stored, it becomes a key; if the store says it
 * has none, the key is dropped. While the store can't be read, the key stays pending, and the reason is logged.
 */
export const settlePending = async (room: KeyRoom): Promise<void> => {
  const { records, secrets } = room
  for (const { keyId, did, backend } of records.pending()) {
    const stored = await secrets.has({ did, backend }).catch((thrown: unknown) => {
      room.warn(toSatchelError(thrown), `whether ${keyId} was stored cannot be asked yet`)
      return null
    })
    if (stored === true) records.confirm(keyId)
    if (stored === false) records.forget(keyId)
    if (stored === true) room.recordsChanged()
  }
}
