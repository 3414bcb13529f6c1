import { hostname } from 'node:os'
import { SatchelError } from '../../platform/errors.ts'
import type { DeviceRecords, DeviceRow } from './records.ts'
import type { Devices, KnownDevice } from './types.ts'

const MAX_NAME = 64
/** The part of a replica id that distinguishes it: its random bits. */
const SHORT = 8

/** The devices by their names. */
export interface DeviceList extends Pick<Devices, 'name' | 'nameOf' | 'list'> {
  /** The name this device sends to others: the one it was given, else that of the computer. */
  ownName(replica: string): string
}

export const createDeviceList = (records: DeviceRecords): DeviceList => {
  const ownName: DeviceList['ownName'] = (replica) => records.labels().get(replica) ?? hostName()

  const nameOf: Devices['nameOf'] = (replica) => {
    const told = newestName(records.all().filter((row) => row.replica === replica))
    return records.labels().get(replica) ?? told ?? replica.slice(-SHORT)
  }

  const list: Devices['list'] = (own) => {
    const labels = records.labels()
    const rows = records.all()
    const removals = records.removals()
    const replicas = new Set([own, ...[...rows, ...removals].map(({ replica }) => replica)])
    return [...replicas].map((replica): KnownDevice => {
      const of = rows.filter((row) => row.replica === replica)
      const told = replica === own ? hostName() : newestName(of)
      const removed = removals.filter((one) => one.replica === replica).map(({ at }) => at)
      return {
        replica,
        name: labels.get(replica) ?? told,
        since: first(of.map(({ firstAt }) => firstAt)),
        // A device that only signs for it, as its former replica, isn't its authorization.
        authorizedUntil: last(of.filter(({ name }) => name !== null).map(({ expiresAt }) => expiresAt)),
        removedAt: first(removed),
      }
    })
  }

  const name: Devices['name'] = (replica, given) => {
    const text = given.trim().normalize('NFC')
    if (text === '' || text.length > MAX_NAME || HIDDEN.test(text))
      throw new SatchelError('device_name_invalid', { params: { maximum: MAX_NAME } })
    records.setLabel(replica, text)
  }

  return { ownName, nameOf, list, name }
}

const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
const ALL_HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

const hostName = (): string => hostname().replace(ALL_HIDDEN, '').slice(0, MAX_NAME) || '?'

const newestName = (rows: readonly DeviceRow[]): string | null =>
  rows.toSorted((a, b) => ((a.namedAt ?? '') < (b.namedAt ?? '') ? -1 : 1)).at(-1)?.name ?? null

const first = (times: readonly string[]): string | null => times.toSorted()[0] ?? null
const last = (times: readonly string[]): string | null => times.toSorted().at(-1) ?? null
