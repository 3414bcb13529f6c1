import semver from 'semver'

/** Digits that any number of a version fits in: none is above 2^53 (semver.org 2, as the parser reads it). */
const DIGITS = 16

/**
 * Where a version stands among those of its name, as a text whose order byte by byte is the order of versions (builds included, which only
 * break ties), so that a database finds the highest without reading the others. Null for a pre-release, which is never the latest
 * (acp.md 5.3), and for what is no version.
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

/** Numbers stand before words, and by their size. */
const identifier = (one: string): string => {
  if (!/^\d+$/.test(one)) return `1${one}`
  const digits = one.replace(/^0+(?=\d)/, '')
  return `0${String(digits.length).padStart(3, '0')}${digits}`
}
