import semver from 'semver'

/** Digits of the longest number in a version: none is above 2^53 (semver.org 2, as the parser reads it). */
const DIGITS = 16

/**
 * A sort key for a version of a name: its order byte by byte is the order of versions (build metadata
 * included, which only breaks ties), so that a database finds the highest without reading the others. Null
 * for a pre-release, which is never the latest (acp.md 5.3), and for an invalid version.
 *
 * @example
 * placeOf('1.10.0') > placeOf('1.9.0') // true
 */
export const placeOf = (version: string): string | null => {
  const parsed = semver.parse(version)
  if (parsed === null || parsed.prerelease.length > 0) return null
  const core = [parsed.major, parsed.minor, parsed.patch].map((one) => String(one).padStart(DIGITS, '0'))
  return [core.join('.'), ...parsed.build.map(identifier)].join(' ')
}

/** Numbers sort before words, and by value. */
const identifier = (one: string): string => {
  if (!/^\d+$/.test(one)) return `1${one}`
  const digits = one.replace(/^0+(?=\d)/, '')
  return `0${String(digits.length).padStart(3, '0')}${digits}`
}
