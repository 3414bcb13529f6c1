import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Anchor, Snapshot } from '../../contract/state-proofs.ts'

/** The identifier of a snapshot: SHA-256 of its JCS form (hex). */
export const digestOf = ({ owner, space, scope, root, size, clock }: Omit<Snapshot, 'digest'>): string =>
  sealOf({ owner, space, scope, root, size, clock })

/** The hash of a line of the anchor log, to which the next one refers (hex). */
export const anchorHash = (line: Omit<Anchor, 'hash'>): string => {
  const { owner, space, scope, root, size, clock, digest, number, at, previous } = line
  return sealOf({ owner, space, scope, root, size, clock, digest, number, at, previous })
}

const sealOf = (record: Readonly<Record<string, string | number>>): string =>
  hash('sha256', canonicalize(record) ?? '', 'hex')
