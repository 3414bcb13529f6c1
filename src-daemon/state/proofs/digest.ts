import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Anchor, Snapshot } from '../../contract/state-proofs.ts'

/** What a snapshot is told from every other by: SHA-256 of its JCS form (hex). */
export const digestOf = ({ owner, space, scope, root, size, clock }: Omit<Snapshot, 'digest'>): string =>
  sealOf({ owner, space, scope, root, size, clock })

/** What closes a line of the anchor log, and what the next one points back to (hex). */
export const anchorHash = (line: Omit<Anchor, 'hash'>): string => {
  const { owner, space, scope, root, size, clock, digest, number, at, previous } = line
  return sealOf({ owner, space, scope, root, size, clock, digest, number, at, previous })
}

const sealOf = (record: Readonly<Record<string, string | number>>): string =>
  hash('sha256', canonicalize(record) ?? '', 'hex')
