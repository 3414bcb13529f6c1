import { hash } from 'node:crypto'
import { CID } from 'multiformats/cid'
import { create as createDigest } from 'multiformats/hashes/digest'

/** The CID of a file by its very bytes: version 1, raw, SHA-256. */
export const rawCid = (bytes: Uint8Array): string =>
  CID.createV1(0x55, createDigest(0x12, hash('sha256', bytes, 'buffer'))).toString()
