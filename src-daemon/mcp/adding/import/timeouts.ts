import { isRecord } from '../../../platform/is-record.ts'
import type { JsonRecord, TimeUnit } from './found.ts'

const SECOND = 1000
/** A day: no call takes longer. */
const LONGEST = 24 * 60 * 60 * SECOND
export const IN_SECONDS = ['tool_timeout_sec', 'timeout_seconds', 'timeoutSeconds', 'timeout_sec'] as const
export const IN_MILLISECONDS = ['timeoutMs', 'timeout_ms'] as const
/** Members found beside a `timeout` in seconds: those of Cline and its forks, and of Cherry Studio. */
const BESIDE_SECONDS = ['autoApprove', 'alwaysAllow', 'isActive', 'active'] as const
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: 60 * SECOND }

/**
 * How long a call may take, in milliseconds; null if the entry doesn't say. A bare `timeout` is seconds in some apps and
 * milliseconds in others: if the list doesn't say, a number below 1,000 is seconds, and so is one up to an hour
 * beside members that only apps counting in seconds write.
 */
export const timeoutOf = (entry: JsonRecord, unit: TimeUnit | null): number | null => {
  const { timeout } = entry
  const given = [
    ...IN_SECONDS.map((name) => milliseconds(entry[name], SECOND)),
    ...IN_MILLISECONDS.map((name) => milliseconds(entry[name], 1)),
    milliseconds(
      isRecord(timeout) ? timeout['request'] : timeout,
      isRecord(timeout) ? 1 : factorOf(entry, unit),
    ),
  ]
  const found = Math.round(given.find((one) => one !== null) ?? 0)
  return found > 0 && found <= LONGEST ? found : null
}

/** A number, or a text that begins with one, in milliseconds; `factor` applies to values without a unit. */
const milliseconds = (value: unknown, factor: number): number | null => {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) * factor
  const [, number, unit] = typeof value === 'string' ? (/^(\d+(?:\.\d+)?) *(ms|s|m|)$/.exec(value) ?? []) : []
  if (number === undefined || unit === undefined) return null
  return Number(number) * (unit === '' ? factor : (UNITS[unit] ?? 1))
}

const factorOf = (entry: JsonRecord, unit: TimeUnit | null): number => {
  if (unit !== null) return unit === 's' ? SECOND : 1
  const number = milliseconds(entry['timeout'], 1) ?? 0
  const isKin = BESIDE_SECONDS.some((name) => name in entry)
  return number < 1000 || (number <= 3600 && isKin) ? SECOND : 1
}
