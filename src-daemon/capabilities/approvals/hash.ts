import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** SHA-256 of a JSON value in its canonical form (RFC 8785), as hex: the same for the same value, whatever the order of its members. */
export const jsonSha256 = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalize(value) ?? 'null')
    .digest('hex')
