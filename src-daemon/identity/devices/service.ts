import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import type { Database } from '../../storage/index.ts'
import type { IdentityService } from '../core/types.ts'
import { keyIdOfDid } from '../dids/did-key.ts'
import { issueDeviceAuthorization } from './authorization.ts'
import { createDeviceKeys, type DeviceKey } from './device-keys.ts'
import { createDeviceExchange } from './exchange.ts'
import { createDeviceList } from './list.ts'
import { createDeviceRecords } from './records.ts'
import { nameBytes, removalBytes } from './statements.ts'
import type { Devices } from './types.ts'

const DAY_MS = 86_400_000
/** How long a device is authorized. */
const VALID_MS = 365 * DAY_MS
/** With less time left than this, it is authorized again if the owner's key is here. */
const RENEW_MS = 60 * DAY_MS

interface Authorized {
  readonly replica: string
  readonly device: string
}

/** The devices of the owner of `db`. */
export const createDevices = ({
  db,
  identity,
  now,
}: {
  readonly db: Database
  readonly identity: Pick<IdentityService, 'ownerDid' | 'signer' | 'secrets' | 'rotations'>
  readonly now: () => Date
}): Devices => {
  const records = createDeviceRecords(db)
  const keys = createDeviceKeys(identity.secrets)
  const inTurn = createOneAtATime()
  const { ownName, ...listed } = createDeviceList(records)
  const { nameOf } = listed
  const newestOwner = (): string => identity.rotations.chain().at(-1)?.to ?? identity.ownerDid
  const { keep, ...exchange } = createDeviceExchange({
    records,
    keys,
    ownerDid: () => identity.ownerDid,
    newestOwner,
    nameOf,
  })
  const isOwner = (did: string): boolean => identity.rotations.dids().has(did)

  const prepare: Devices['prepare'] = ({ replica, writers, latest }) =>
    inTurn(async () => {
      if (records.removals(replica).length > 0)
        throw new SatchelError('device_removed_here', { params: { device: ownName(replica) } })
      const key = await keys.load(replica)
      // Earlier authorizations remain.
      if (db.readonly) return
      const from = Math.max(now().getTime(), latest)
      for (const writer of [replica, ...writers]) await authorize({ replica: writer, device: key.did }, from)
      introduce(replica, key)
      // Other devices don't know a key without a rotation statement, and after a removal accept new devices only by the newest key.
      const isNewest = newestOwner() === identity.ownerDid && records.removals().length > 0
      for (const { replica: other, device, owner, expiresAt } of records.all())
        if (!isOwner(owner) || (isNewest && owner !== identity.ownerDid))
          await issue({ replica: other, device }, new Date(expiresAt))
      await repeatRemovals()
    })

  const authorize = async (whom: Authorized, from: number): Promise<void> => {
    const row = records.find(whom.replica, whom.device)
    const isOwned = row !== null && isOwner(row.owner)
    if (isOwned && Date.parse(row.expiresAt) - from > RENEW_MS) return
    try {
      await issue(whom, new Date(from + VALID_MS))
    } catch (thrown) {
      // Without the owner's key, the current one is valid until it expires.
      if (!isOwned || Date.parse(row.expiresAt) <= from) throw thrown
    }
  }

  const issue = async (whom: Authorized, expires: Date): Promise<void> => {
    const document = await issueDeviceAuthorization({ identity, ...whom, at: now(), expires })
    keep(canonicalize(document) ?? '', isOwner)
  }

  /** The same for such a key's statements about removed devices. */
  const repeatRemovals = async (): Promise<void> => {
    const all = records.removals()
    const own = all.filter(({ owner }) => isOwner(owner))
    for (const { replica, heads } of all)
      if (!own.some((one) => one.replica === replica && canonicalize(one.heads) === canonicalize(heads)))
        await remove({ replica, heads })
  }

  const introduce = (replica: string, key: DeviceKey): void => {
    const name = ownName(replica)
    if (records.find(replica, key.did)?.name === name) return
    const at = now().toISOString()
    const signature = Buffer.from(key.sign(nameBytes({ replica, name, at }))).toString('base64url')
    records.setNamed({ replica, device: key.did }, { name, at, signature })
  }

  const remove: Devices['remove'] = async ({ replica, heads }) => {
    const owner = identity.ownerDid
    const said = { owner, replica, at: now().toISOString(), heads }
    const use = { purpose: 'device_removal', requester: 'owner' }
    const by = identity.signer({ keyId: keyIdOfDid(owner), ...use })
    const signature = Buffer.from(await by.sign(removalBytes(said))).toString('base64url')
    records.addRemoval({ ...said, signature })
  }

  return { ...exchange, ...listed, prepare, remove }
}
