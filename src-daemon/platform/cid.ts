/** Content identifiers. We write version 1 with the raw codec and the SHA-256 of the bytes themselves (acp.md 5.2). */
import { CID } from 'multiformats/cid'
import { create as createDigest } from 'multiformats/hashes/digest'
import { sha256 } from './sha256.ts'
import { SatchelError } from './errors.ts'

export type { CID } from 'multiformats/cid'

/** Codes of the multiformats table. */
export const RAW = 0x55
export const DAG_PB = 0x70
export const SHA2_256 = 0x12
export const SHA2_512 = 0x13

/** Longer than the CID of any hash we read. */
const LONGEST = 200

/** The CID under which `bytes` are published: version 1, raw codec, SHA-256, base32. */
export const cidOf = (bytes: Uint8Array): string => cidOfDigest(sha256(bytes))

/** The same, of bytes whose SHA-256 (hex) is known. */
export const cidOfSha256 = (hex: string): string => cidOfDigest(Buffer.from(hex, 'hex'))

const cidOfDigest = (digest: Uint8Array): string =>
  CID.createV1(RAW, createDigest(SHA2_256, digest)).toString()

/**
 * Reads a CID of either version in base32, base36 or base58btc.
 *
 * @throws SatchelError `cid_invalid` with what is wrong; it quotes only the beginning of the text
 */
export const parseCid = (text: string): CID => {
  if (text.length > LONGEST) throw invalidCid(text, `${String(text.length)} characters`)
  if (!/^[0-9A-Za-z]+$/.test(text)) throw invalidCid(text, 'characters that no CID has')
  try {
    return CID.parse(text)
  } catch (cause) {
    throw invalidCid(text, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

/** The SHA-256 (hex) in a CID of raw bytes; null for any other CID, whose hash covers something else. */
export const sha256OfCid = (cid: CID): string | null =>
  cid.code === RAW && cid.multihash.code === SHA2_256
    ? Buffer.from(cid.multihash.digest).toString('hex')
    : null

/** The error for a text that is not a CID, or is a kind of CID we do not read. */
export const invalidCid = (text: string, problem: string, cause?: unknown): SatchelError => {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  const params = { cid: shown.replaceAll(/[^\x20-\x7e…]/g, '�'), problem: problem.slice(0, 200) }
  return new SatchelError('cid_invalid', { params, details: params, cause })
}
