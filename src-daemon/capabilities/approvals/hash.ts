import canonicalize from 'canonicalize'
import { sha256Hex } from '../../platform/sha256.ts'

/** SHA-256 of a JSON value in its canonical form (RFC 8785), as hex: independent of the order of members. */
export const jsonSha256 = (value: unknown): string => sha256Hex(canonicalize(value) ?? 'null')
