import canonicalize from 'canonicalize'
import { sha256Hex } from '../../platform/sha256.ts'
import type { CapabilityList, CapabilityManifest } from '../../contract/capabilities.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'

/** A reference as one word: `acp:note/state.create@1.0.0`. No version has an `@`. */
export const refText = ({ capability_id, version }: CapabilityRef): string => `${capability_id}@${version}`

/** The requested capabilities; without a filter, all of them in their order. */
export const partOf = (
  all: readonly CapabilityManifest[],
  { kind, source, limit, cursor }: CapabilityList = {},
): readonly CapabilityManifest[] => {
  const wanted = all.filter(
    (one) =>
      (kind === undefined || one.kind === kind) &&
      (source === undefined || isOfSource(one.capability_id, source)),
  )
  if (limit === undefined && cursor === undefined) return wanted
  // By the id in the cursor, not by position, so that changes between two pages don't shift it.
  const after = cursor === undefined ? null : keyOf(parsedRef(cursor))
  return wanted
    .map((one) => ({ one, key: keyOf(one) }))
    .filter(({ key }) => after === null || key > after)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limit)
    .map(({ one }) => one)
}

const isOfSource = (id: string, source: string): boolean =>
  id === source || id.startsWith(`${source}/`) || id.startsWith(`${source}:`)

const keyOf = ({ capability_id, version }: CapabilityRef): string => `${capability_id}\u0000${version}`

const parsedRef = (text: string): CapabilityRef => {
  const at = text.lastIndexOf('@')
  return at < 0
    ? { capability_id: text, version: '' }
    : { capability_id: text.slice(0, at), version: text.slice(at + 1) }
}

/**
 * The hash a version of a capability is bound to (cap.md 4): SHA-256 of the canonical JSON of its manifest. The `x_` fields are left out: they
 * are facts of this host, such as what its owner trusts, and may change within a version.
 */
export const manifestHash = (manifest: Readonly<Record<string, unknown>>): string =>
  sha256Hex(
    canonicalize(Object.fromEntries(Object.entries(manifest).filter(([name]) => !name.startsWith('x_')))) ??
      '',
  )
