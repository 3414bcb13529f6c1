import { z } from 'zod'
import type { DeviceInfo, DeviceRemoval } from '../../contract/devices.ts'
import type { KnownDevice } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { End, LogKey } from '../log/types.ts'
import type { Engine } from '../objects/engine.ts'
import { createSignedHeads } from './signed-heads.ts'

/** The devices whose changes are here. */
export interface DeviceCalls {
  /**
   * Readies this device to sign what it exports. A removed device's changes that came in before its removal was known
   * here are added to the removal, so that others take them in as well. Errors: `device_removed`, and those of the key
   * store.
   */
  prepare(): Promise<void>
  /** This one first, then those that write, the latest first; removed ones last. */
  list(): readonly DeviceInfo[]
  /** Errors: `device_unknown`, `device_name_invalid`. */
  name(input: { replica: string; name: string }): DeviceInfo
  /**
   * Accepts no further changes of this device beyond those here, on every device that learns of the removal. Errors:
   * `device_unknown`, `device_is_this`, and those of the key store.
   */
  remove(input: { replica: string }): Promise<DeviceInfo>
}

const logSchema = z.object({ id: z.int(), owner: z.string(), scope: z.string() })

/** A writer's last change in a log. */
type LastChange = LogKey & End & { readonly isBranched: boolean }

export const createDeviceCalls = ({ log, devices, statement }: Engine): DeviceCalls => {
  const heads = createSignedHeads(statement)

  const lastChanges = (): readonly LastChange[] =>
    z
      .array(logSchema)
      .parse(statement('SELECT id, owner, scope FROM state_logs').all())
      .flatMap(({ id, owner, scope }) =>
        log.ends(id).map((end) => ({ ...end, owner, scope, isBranched: log.isBranched(id, end.actor) })),
      )

  const prepare: DeviceCalls['prepare'] = async () => {
    const all = lastChanges()
    // If two replicas shared a name, this device signs what it passes on.
    const unsigned = all.filter(
      ({ owner: space, scope, actor, seq, hash, isBranched }) =>
        actor !== log.actor && (isBranched || heads.of({ space, scope, actor, seq, hash }) === null),
    )
    await devices.prepare({
      replica: log.actor,
      writers: [...new Set(unsigned.map(({ actor }) => actor))],
      latest: Math.max(0, ...all.filter(({ actor }) => actor === log.actor).map(({ ms }) => ms)),
    })
    const uncovered = all.filter(({ actor, owner: space, scope, seq }) => {
      const limit = devices.limit(actor, { space, scope })
      return limit !== null && seq > limit.seq
    })
    for (const replica of new Set(uncovered.map(({ actor }) => actor)))
      await devices.remove({ replica, heads: headsOf(replica, all) })
  }

  const list: DeviceCalls['list'] = () => {
    const latest = new Map<string, number>()
    for (const { actor, ms } of lastChanges()) latest.set(actor, Math.max(ms, latest.get(actor) ?? 0))
    const known = devices.list(log.actor)
    const named = new Set(known.map(({ replica }) => replica))
    const others = [...latest.keys()].filter((replica) => !named.has(replica)).map(unknownDevice)
    return [...known, ...others]
      .map((device): DeviceInfo => {
        const ms = latest.get(device.replica)
        return {
          ...device,
          isThis: device.replica === log.actor,
          lastChangeAt: ms === undefined ? null : new Date(ms).toISOString(),
        }
      })
      .toSorted(inOrder)
  }

  const find = (replica: string): DeviceInfo => {
    const found = list().find((device) => device.replica === replica)
    if (found === undefined) throw new SatchelError('device_unknown', { params: { device: replica } })
    return found
  }

  return {
    prepare,
    list,
    name: ({ replica, name }) => {
      find(replica)
      devices.name(replica, name)
      return find(replica)
    },
    remove: async ({ replica }) => {
      if (find(replica).isThis) throw new SatchelError('device_is_this')
      await devices.remove({ replica, heads: headsOf(replica, lastChanges()) })
      return find(replica)
    },
  }
}

const headsOf = (replica: string, changes: readonly LastChange[]): DeviceRemoval['heads'] =>
  changes
    .filter(({ actor }) => actor === replica)
    .map(({ owner: space, scope, seq, hash }) => ({ space, scope, seq, hash: hash.toString('hex') }))

const unknownDevice = (replica: string): KnownDevice => ({
  replica,
  name: null,
  since: null,
  authorizedUntil: null,
  removedAt: null,
})

const inOrder = (a: DeviceInfo, b: DeviceInfo): number =>
  Number(b.isThis) - Number(a.isThis) ||
  Number(a.removedAt !== null) - Number(b.removedAt !== null) ||
  (b.lastChangeAt ?? '').localeCompare(a.lastChangeAt ?? '')
