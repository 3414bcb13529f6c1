import canonicalize from 'canonicalize'
import { sha256 } from '../../platform/sha256.ts'

/**
 * What an `eddsa-jcs-2022` proof signs: the SHA-256 of its options, with the context of the document and without its
 * value, and that of the document without the proof, each in canonical JSON (RFC 8785).
 */
export const proofBytes = (options: object, unsigned: object): Buffer =>
  Buffer.concat([jcsHash(options), jcsHash(unsigned)])

/** SHA-256 of the canonical JSON. */
export const jcsHash = (value: object): Buffer => sha256(canonicalize(value) ?? '')
