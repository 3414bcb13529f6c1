/** Which signed rows of a damaged database are still valid. A single flipped bit makes every other device refuse them. */
import { deviceRemovalSchema } from '../contract/devices.ts'
import { readDeviceAuthorization } from './devices/authorization.ts'
import { isSignedHead } from './devices/head.ts'
import { nameBytes, removalBytes } from './devices/statements.ts'
import type { SignedHead } from './devices/types.ts'
import { isSignedBy } from './dids/verify.ts'
import { readRotations } from './keys/rotation.ts'

/** A row by the names of its columns. */
type Row = Readonly<Record<string, unknown>>

/**
 * The part of a row to keep: all of it if its signed content is unchanged, or the table has no signatures; without its name
 * if only a device's name is damaged. Null if it no longer proves anything.
 */
export const salvagedRow = <R extends Row>(table: string, row: R): R | null => {
  const keep = SIGNED.get(table)
  try {
    return keep === undefined ? row : { ...row, ...keep(row) }
  } catch {
    return null // Something in it can't be read.
  }
}

const NAMELESS: Row = { name: null, named_at: null, name_signature: null }

/** By table: throws if the row isn't valid; else returns what changes in it. */
const SIGNED: ReadonlyMap<string, (row: Row) => Row> = new Map([
  [
    'devices',
    (row: Row) => {
      const { owner, replica, device, issuedAt, expiresAt } = readDeviceAuthorization(
        JSON.parse(String(row['document'])),
      )
      const isSame =
        owner === row['owner'] &&
        replica === row['replica'] &&
        device === row['device'] &&
        expiresAt === row['expires_at']
      if (!isSame) throw new Error('its columns say something else than its document')
      const named = { replica, name: String(row['name']), at: String(row['named_at']) }
      return {
        // The current authorization can't be older than the first one.
        ...(Date.parse(String(row['first_at'])) <= Date.parse(issuedAt) ? {} : { first_at: issuedAt }),
        ...(isSignedBy(device, nameBytes(named), bytesOf(row['name_signature'])) ? {} : NAMELESS),
      }
    },
  ],
  [
    'device_removals',
    (row: Row) => {
      const removal = deviceRemovalSchema.parse(JSON.parse(String(row['statement'])))
      if (removal.signature !== row['signature'] || removal.replica !== row['replica'])
        throw new Error('its columns say something else than its statement')
      refuse(isSignedBy(removal.owner, removalBytes(removal), bytesOf(removal.signature)))
      return {}
    },
  ],
  [
    'signed_heads',
    (row: Row) => {
      refuse(isSignedHead(row as unknown as SignedHead))
      return {}
    },
  ],
  [
    'key_rotations',
    (row: Row) => {
      const { from_did: from, to_did: to, at, signature, acceptance } = row
      readRotations([{ from, to, at, signature, acceptance }])
      return {}
    },
  ],
])

const refuse = (isSigned: boolean): void => {
  if (!isSigned) throw new Error('its signature does not hold')
}

const bytesOf = (signature: unknown): Uint8Array => Buffer.from(String(signature), 'base64url')
