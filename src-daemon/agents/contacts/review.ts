import canonicalize from 'canonicalize'
import type { ContactReview } from '../../contract/agent-contacts.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { isOlder } from '../descriptions/seen.ts'
import type { KeptReading } from './protocol.ts'

/** What identifies a reading: all that an approval is about, and neither times nor what was wrong. */
const MEMBERS = [
  ...(['name', 'description', 'owner', 'did', 'domain', 'verdict', 'version', 'keyId', 'keyDigest'] as const),
  ...(['images', 'operations', 'products', 'servers', 'threads'] as const),
] as const

const canonical = (value: unknown): string => canonicalize(value) ?? 'null'

/** SHA-256 of what a reading says; the same for two that say the same. */
export const fingerprintOf = (reading: KeptReading): string =>
  sha256Hex(canonical(Object.fromEntries(MEMBERS.map((name) => [name, reading[name]]))))

/** What a new reading changes of the approved one. */
export const reviewOf = (approved: KeptReading, pending: KeptReading): ContactReview => {
  const before = new Map(approved.operations.map((one) => [one.id, canonical(one)]))
  const after = new Map(pending.operations.map((one) => [one.id, canonical(one)]))
  return {
    refusal: refusalOf(approved, pending),
    operations: {
      added: [...after.keys()].filter((id) => !before.has(id)),
      changed: [...after].filter(([id, text]) => before.has(id) && before.get(id) !== text).map(([id]) => id),
      removed: [...before.keys()].filter((id) => !after.has(id)),
    },
    members: MEMBERS.filter((name) => canonical(approved[name]) !== canonical(pending[name])),
  }
}

const isVerified = ({ verdict }: KeptReading): boolean => verdict === 'valid' || verdict === 'valid-legacy'

/** Why a reading can't take the place of the approved one. */
const refusalOf = (approved: KeptReading, pending: KeptReading): ContactReview['refusal'] => {
  if (approved.did !== null && pending.did !== approved.did) return 'other_did'
  if (isVerified(approved) && !isVerified(pending)) return 'not_verified_any_more'
  if (approved.keyDigest !== null && pending.keyDigest !== null && pending.keyDigest !== approved.keyDigest)
    return 'other_key'
  return isOlder(ageOf(pending), ageOf(approved)) ? 'older_version' : null
}

const ageOf = ({ version, modified }: KeptReading): Parameters<typeof isOlder>[0] => ({
  version,
  changedAt: modified,
})

/** Whether another agent may be answering, so that nothing is sent: an older document alone is no reason. */
export const stopsCalls = (refusal: ContactReview['refusal']): boolean =>
  refusal !== null && refusal !== 'older_version'
