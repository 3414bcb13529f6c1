import { toSatchelError } from '../../platform/errors.ts'
import { heldKey, newSecret } from '../keys/curves.ts'
import type { NamedSecrets } from '../core/types.ts'

/** The key of this device for one of its replicas. */
export interface DeviceKey {
  readonly did: string
  sign(bytes: Uint8Array): Uint8Array
}

/**
 * The keys of this device, one per replica id: a copy of the data takes another id and so another key. The secret
 * is an entry in the key store, and in no backup or export; once read, it stays in memory, because it signs each part of an
 * export and nothing else.
 */
export interface DeviceKeys {
  /** Null until `load`. */
  held(replica: string): DeviceKey | null
  /** Reads it, or creates it if there is none. Errors: `keystore_locked`, `keystore_absent`, `keystore_failed`. */
  load(replica: string): Promise<DeviceKey>
}

export const createDeviceKeys = (secrets: Pick<NamedSecrets, 'use' | 'set'>): DeviceKeys => {
  const keys = new Map<string, DeviceKey>()

  const load: DeviceKeys['load'] = async (replica) => {
    const known = keys.get(replica)
    if (known !== undefined) return known
    const name = `devices/${replica}`
    const kept = await read(name)
    const seed = kept ?? newSecret('Ed25519')
    if (kept === null) await secrets.set(name, Buffer.from(seed).toString('base64url'))
    const { did, sign } = heldKey(seed)
    seed.fill(0)
    keys.set(replica, { did, sign })
    return { did, sign }
  }

  /** Null if there is none, or it was lost: then another one replaces it, and is authorized like the first. */
  const read = async (name: string): Promise<Uint8Array | null> => {
    try {
      const seed = Buffer.from(await secrets.use(name), 'base64url')
      return seed.length === 32 ? new Uint8Array(seed) : null
    } catch (thrown) {
      const { code } = toSatchelError(thrown)
      if (code === 'secret_missing' || code === 'secret_gone') return null
      throw thrown
    }
  }

  return { held: (replica) => keys.get(replica) ?? null, load }
}
