/** Statements: a device's own name, and the removal of a device, signed by the owner's key. */
import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'
import { isSignedBy } from '../dids/verify.ts'
import type { DeviceRemoval } from '../../contract/devices.ts'

const NAME_DOMAIN = 'SatchelDeviceNamev1:'
const REMOVAL_DOMAIN = 'SatchelDeviceRemovalv1:'

/** What a device signs to name itself: `SatchelDeviceNamev1:` and the canonical JSON of `{replica, name, at}`. */
export const nameBytes = ({ replica, name, at }: { replica: string; name: string; at: string }): Uint8Array =>
  Buffer.from(`${NAME_DOMAIN}${canonicalize({ replica, name, at }) ?? ''}`, 'utf8')

/** What the owner's key signs: `SatchelDeviceRemovalv1:` and the canonical JSON of `{owner, replica, at, heads}`. */
export const removalBytes = ({ owner, replica, at, heads }: Omit<DeviceRemoval, 'signature'>): Uint8Array =>
  Buffer.from(`${REMOVAL_DOMAIN}${canonicalize({ owner, replica, at, heads }) ?? ''}`, 'utf8')

/** Errors: `device_statement_invalid` if the key of `did` has not signed it. */
export const refuseUnsignedStatement = (did: string, bytes: Uint8Array, signature: string): void => {
  if (!isSignedBy(did, bytes, Buffer.from(signature, 'base64url')))
    throw new SatchelError('device_statement_invalid', { params: { did } })
}
