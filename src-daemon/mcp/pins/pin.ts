import { sha256Hex } from '../../platform/sha256.ts'
import type { ServerPackage, PackagePin, PinPart } from '../../contract/server-pins.ts'

const MAX_DIFFERENCES = 100

/** A pin over these parts, sorted by name: SHA-256 over name, version and hash of each. */
export const pinOf = (kind: PackagePin['kind'], title: string, parts: readonly PinPart[]): PackagePin => {
  const sorted = parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const lines = sorted.map(({ name, version, hash }) => `${name}\0${version ?? ''}\0${hash}\n`)
  return { kind, title, sha256: sha256Hex(lines.join('')), parts: sorted }
}

/** Where two pins differ: at most a hundred places, and the total number. */
export const pinDifferences = (
  before: PackagePin,
  after: PackagePin,
): Pick<ServerPackage, 'differences' | 'differing'> => {
  const old = new Map(before.parts.map((part) => [part.name, shown(part)]))
  const now = new Map(after.parts.map((part) => [part.name, shown(part)]))
  const names = [...new Set([...old.keys(), ...now.keys()])].toSorted()
  const all = names
    .filter((name) => old.get(name) !== now.get(name))
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
  // The requested package comes first, then its dependencies.
  const named = new Set([before, after].map(({ title }) => nameOf(title)))
  const sorted = all.toSorted((a, b) => Number(named.has(b.path)) - Number(named.has(a.path)))
  return { differences: sorted.slice(0, MAX_DIFFERENCES), differing: all.length }
}

const shown = ({ version, hash }: PinPart): string => (version === null ? hash : `${version} ${hash}`.trim())

/** `@scope/name@1.2.3` without its version. */
const nameOf = (title: string): string => title.replace(/(.)@[^@]*$/, '$1')
