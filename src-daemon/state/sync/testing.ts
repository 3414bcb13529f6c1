import { authorizationBy, testKey } from '../../identity/devices/testing.ts'
import { headBytes } from '../../identity/devices/head.ts'
import type { SignedHead } from '../../identity/types.ts'
import type { IncomingChange } from '../log/types.ts'
import { OWNER } from '../testing.ts'
import { encodeChangeSet, type SchemaRecord } from './change-set.ts'

/** A key of the tests, by name. */
type Key = ReturnType<typeof testKey>

/** Signs a change as the last one of its writer. */
export const signedBy = (key: Key, change: IncomingChange, owner = OWNER): SignedHead => {
  const { space, scope, actor, seq, hash } = change
  const head = { owner, space, scope, actor, seq, hash }
  return { ...head, by: key.did, signature: key.sign(headBytes(head)) }
}

/** A change set of these changes as a device of the owner would write it: all in one part, in one chain. */
export const signedSet = (
  changes: readonly IncomingChange[],
  {
    schemas = [],
    owner = testKey('owner'),
    device = testKey('device'),
    expires,
  }: { schemas?: readonly SchemaRecord[]; owner?: Key; device?: Key; expires?: number } = {},
): Buffer => {
  const last = new Map(
    changes.map((change) => [`${change.space} ${change.scope} ${change.actor}`, change]),
  ).values()
  const heads = Array.from(last, (change) => signedBy(device, change, owner.did))
  const given = { device: device.did, ...(expires !== undefined && { expires }) }
  const replicas = [...new Set(heads.map(({ actor }) => actor))]
  return encodeChangeSet({
    owner: owner.did,
    rotations: [],
    devices: replicas.map((replica) => ({
      authorization: authorizationBy(owner, { replica, ...given }),
      named: null,
    })),
    removals: [],
    heads,
    schemas,
    changes,
  })
}
