/** Devices whose keys the test holds, so that everything is synchronous. */
import { randomUUID } from 'node:crypto'
import canonicalize from 'canonicalize'
import { base58btc } from 'multiformats/bases/base58'
import type { DeviceRemoval } from '../../contract/devices.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Database } from '../../storage/index.ts'
import { CONTEXTS, inSeconds } from '../authorizations/document.ts'
import { rootIdOf } from '../authorizations/target.ts'
import { proofBytes } from '../core/data-integrity.ts'
import { heldKey } from '../keys/curves.ts'
import { DEVICE_ACTION, deviceTargetOf } from './authorization.ts'
import { createDeviceExchange, type DeviceExchange } from './exchange.ts'
import { createDeviceList } from './list.ts'
import { createDeviceRecords } from './records.ts'
import { nameBytes, removalBytes } from './statements.ts'
import type { Devices } from './types.ts'

/** A key by its name, the same in every test. */
export const testKey = (name: string) => heldKey(sha256(`test ${name}`))

/** The key of an owner, by DID: all are created with `testOwner`. */
const owners = new Map<string, ReturnType<typeof testKey>>()

/** The DID of an owner whose key the devices of the tests have. */
export const testOwner = (name = 'owner'): string => {
  const key = testKey(name)
  owners.set(key.did, key)
  return key.did
}

/** The owner's authorization for a device. */
export const authorizationBy = (
  key: ReturnType<typeof testKey>,
  {
    replica,
    device,
    owner = key.did,
    expires = Date.parse('2100-01-01T00:00:00Z'),
  }: { replica: string; device: string; owner?: string; expires?: number },
): string => {
  const target = deviceTargetOf({ owner, replica })
  const unsigned = {
    '@context': [...CONTEXTS],
    id: `urn:uuid:${randomUUID()}`,
    parentCapability: rootIdOf(target),
    controller: device,
    invocationTarget: target,
    allowedAction: [DEVICE_ACTION],
    expires: inSeconds(new Date(expires)),
  }
  const options = {
    '@context': [...CONTEXTS],
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: '2026-01-01T00:00:00Z',
    verificationMethod: key.keyId,
    proofPurpose: 'capabilityDelegation',
    capabilityChain: [rootIdOf(target)],
  }
  const proofValue = base58btc.encode(key.sign(proofBytes(options, unsigned)))
  return canonicalize({ ...unsigned, proof: { ...options, proofValue } }) ?? ''
}

/** Signed by the owner's key. */
export const removalBy = (
  key: ReturnType<typeof testKey>,
  said: Pick<DeviceRemoval, 'replica' | 'heads'>,
): DeviceRemoval => {
  const statement = { owner: key.did, at: '2026-02-01T00:00:00.000Z', ...said }
  const signature = Buffer.from(key.sign(removalBytes(statement))).toString('base64url')
  return { ...statement, signature }
}

export interface TestDevices extends Devices {
  readonly keep: DeviceExchange['keep']
}

/** Like `createDevices`, with a `testOwner` as the owner's key: authorizes when it signs, not in `prepare`. */
export const createTestDevices = (db: Database, ownerDid: () => string): TestDevices => {
  const records = createDeviceRecords(db)
  const list = createDeviceList(records)
  const keyOf = (replica: string) => testKey(`device ${replica}`)
  const exchange = createDeviceExchange({
    records,
    keys: { held: keyOf },
    ownerDid,
    newestOwner: ownerDid,
    nameOf: list.nameOf,
  })
  const ownerKey = () => {
    const key = owners.get(ownerDid())
    if (key === undefined) throw new Error(`${ownerDid()} is no testOwner`)
    return key
  }

  const ready = (replica: string, writer: string): void => {
    const key = keyOf(replica)
    const row = records.find(writer, key.did)
    if (row?.owner !== ownerDid())
      exchange.keep(authorizationBy(ownerKey(), { replica: writer, device: key.did }), (did) =>
        row === null ? true : did === ownerDid(),
      )
    if (replica !== writer || (row !== null && row.name !== null)) return
    const named = { name: list.ownName(replica), at: '2026-01-01T00:00:00.000Z' }
    const signature = Buffer.from(key.sign(nameBytes({ replica, ...named }))).toString('base64url')
    records.setNamed({ replica, device: key.did }, { ...named, signature })
  }

  return {
    ...list,
    ...exchange,
    prepare: () => Promise.resolve(),
    sign: (replica, head) => {
      ready(replica, head.actor)
      return exchange.sign(replica, head)
    },
    remove: (said) => {
      records.addRemoval(removalBy(ownerKey(), said))
      return Promise.resolve()
    },
  }
}
