/** The credentials devices exchange, and their verification. */
import { LRUCache } from 'lru-cache'
import { SatchelError } from '../../platform/errors.ts'
import { type DeviceAuthorization, readDeviceAuthorization } from './authorization.ts'
import type { DeviceKeys } from './device-keys.ts'
import { headBytes, isSignedHead } from './head.ts'
import type { DeviceRecords, DeviceRow } from './records.ts'
import { nameBytes, refuseUnsignedStatement, removalBytes } from './statements.ts'
import type { DeviceCard, DeviceRemoval } from '../../contract/devices.ts'
import type { Devices, IsOwner } from './types.ts'

/** Authorizations whose proof was verified, by their text: each part of a file repeats them. */
const MAX_VERIFIED = 1000

export interface DeviceExchange extends Pick<
  Devices,
  'sign' | 'cards' | 'removals' | 'learn' | 'check' | 'limit'
> {
  /** Stores an authorization with the canonical text `document`. Errors: `authorization_invalid`. */
  keep(document: string, isOwner: IsOwner): void
}

export const createDeviceExchange = (deps: {
  readonly records: DeviceRecords
  readonly keys: Pick<DeviceKeys, 'held'>
  readonly ownerDid: () => string
  /** The last of the owner's keys that a statement leads to. */
  readonly newestOwner: () => string
  readonly nameOf: (replica: string) => string
}): DeviceExchange => {
  const { records, keys, ownerDid, newestOwner, nameOf } = deps
  const verified = new LRUCache<string, DeviceAuthorization>({ max: MAX_VERIFIED })

  const read = (document: string): DeviceAuthorization => {
    const known = verified.get(document)
    if (known !== undefined) return known
    const authorization = readDeviceAuthorization(parsed(document))
    verified.set(document, authorization)
    return authorization
  }

  const keep: DeviceExchange['keep'] = (document, isOwner) => {
    const { replica, device, owner, issuedAt: firstAt, expiresAt } = read(document)
    const known = records.find(replica, device)
    const isNewest = owner === newestOwner()
    const isBetter =
      known === null ||
      !isOwner(known.owner) ||
      known.expiresAt < expiresAt ||
      (isNewest && known.owner !== owner)
    if (!isBetter) return
    // A removed device may have had the owner's key of its time, and could authorize another one with it.
    if (known === null && !isNewest && records.removals().length > 0) return
    records.authorize({ replica, device, owner, document, firstAt, expiresAt })
  }

  const learn: Devices['learn'] = ({ cards, removals }, isOwner) => {
    const known = new Set(records.removals().map(({ signature }) => signature))
    for (const removal of removals) {
      if (known.has(removal.signature)) continue
      if (!isOwner(removal.owner)) continue
      refuseUnsignedStatement(removal.owner, removalBytes(removal), removal.signature)
      records.addRemoval(removal)
    }
    for (const { authorization, named } of cards) {
      const { replica, device, owner } = read(authorization)
      // One of another owner is ignored here; a change that relies on it is refused.
      if (!isOwner(owner)) continue
      keep(authorization, isOwner)
      if (named !== null) learnName({ replica, device }, named)
    }
  }

  const learnName = (
    { replica, device }: Pick<DeviceRow, 'replica' | 'device'>,
    named: NonNullable<DeviceCard['named']>,
  ): void => {
    const row = records.find(replica, device)
    if (row === null || (row.namedAt !== null && row.namedAt >= named.at)) return
    refuseUnsignedStatement(device, nameBytes({ replica, ...named }), named.signature)
    records.setNamed({ replica, device }, named)
  }

  const sign: Devices['sign'] = (replica, head) => {
    const key = keys.held(replica)
    if (key === null || records.find(head.actor, key.did) === null) throw unauthorized(head.actor)
    const said = { ...head, owner: ownerDid() }
    return { ...said, by: key.did, signature: key.sign(headBytes(said)) }
  }

  const cards: Devices['cards'] = (heads) => {
    const wanted = new Map(heads.map(({ actor, by }) => [`${actor} ${by}`, { actor, by }]))
    return [...wanted.values()].flatMap(({ actor, by }) => {
      const row = records.find(actor, by)
      return row === null ? [] : [cardOf(row)]
    })
  }

  const unauthorized = (replica: string): SatchelError =>
    new SatchelError('device_unauthorized', { params: { device: nameOf(replica) }, details: { replica } })

  const check: Devices['check'] = (head, ms, isOwner) => {
    const { actor, by } = head
    const row = records.find(actor, by)
    const given = row === null ? null : read(row.document)
    if (given?.replica !== actor || given.device !== by || !isOwner(given.owner)) throw unauthorized(actor)
    if (!isSignedHead(head))
      throw new SatchelError('change_set_signature_wrong', {
        params: { device: nameOf(actor) },
        details: { replica: actor, seq: head.seq },
      })
    if (ms > Date.parse(given.expiresAt))
      throw new SatchelError('device_expired', {
        params: { device: nameOf(actor), until: given.expiresAt },
        details: { replica: actor },
      })
  }

  const limit: Devices['limit'] = (replica, { space, scope }) => {
    const statements = records.removals(replica)
    if (statements.length === 0) return null
    const heads = statements
      .flatMap((one: DeviceRemoval) => one.heads)
      .filter((head) => head.space === space && head.scope === scope)
    return {
      seq: Math.max(0, ...heads.map(({ seq }) => seq)),
      hashes: new Map(
        Array.from(
          Map.groupBy(heads, ({ seq }) => seq),
          ([seq, all]) => [seq, new Set(all.map(({ hash }) => hash))],
        ),
      ),
    }
  }

  return { keep, learn, sign, cards, removals: () => records.removals(), check, limit }
}

const cardOf = ({ document, name, namedAt, nameSignature }: DeviceRow): DeviceCard => ({
  authorization: document,
  named:
    name === null || namedAt === null || nameSignature === null
      ? null
      : { name, at: namedAt, signature: nameSignature },
})

/** `readChain` refuses anything but an object. */
const parsed = (document: string): unknown => {
  try {
    return JSON.parse(document)
  } catch {
    return null
  }
}
