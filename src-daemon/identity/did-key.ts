import { base58btc } from 'multiformats/bases/base58'
import { SatchelError } from '../platform/errors.ts'

/** The curves of `did:key` that are understood (identity.md 1). */
export type CurveName = 'Ed25519' | 'secp256k1' | 'P-256'

export interface PublicKey {
  readonly curve: CurveName
  /** Ed25519: 32 bytes. The others: the compressed point, 33 bytes. */
  readonly bytes: Uint8Array
}

/** Multicodec prefixes, as the varint bytes that stand before the key. */
const codecs: readonly { curve: CurveName; prefix: readonly [number, number]; length: number }[] = [
  { curve: 'Ed25519', prefix: [0xed, 0x01], length: 32 },
  { curve: 'secp256k1', prefix: [0xe7, 0x01], length: 33 },
  { curve: 'P-256', prefix: [0x80, 0x24], length: 33 },
]

/** The `did:key` of a public key. */
export const didOfKey = ({ curve, bytes }: PublicKey): string => {
  const codec = codecs.find((one) => one.curve === curve)
  if (codec?.length !== bytes.length) throw new Error(`not a ${curve} public key`)
  return `did:key:${base58btc.encode(Uint8Array.from([...codec.prefix, ...bytes]))}`
}

/** The one key id a `did:key` has: `did:key:z...#z...`. */
export const keyIdOfDid = (did: string): string => `${did}#${did.slice('did:key:'.length)}`

/**
 * The public key in a `did:key`.
 *
 * @throws SatchelError `did_unresolvable` for another method, an unknown curve, or a key in another than its one spelling
 */
export const keyOfDid = (did: string): PublicKey => {
  const encoded = /^did:key:(z[1-9A-HJ-NP-Za-km-z]{1,128})$/.exec(did)?.[1]
  if (encoded === undefined) throw new SatchelError('did_unresolvable', { params: { did }, details: { did } })
  const raw = base58btc.decode(encoded)
  const codec = codecs.find((one) => raw[0] === one.prefix[0] && raw[1] === one.prefix[1])
  const key = raw.subarray(2)
  if (codec?.length !== key.length)
    throw new SatchelError('did_unresolvable', { params: { did }, details: { did } })
  return { curve: codec.curve, bytes: key }
}

/**
 * The public key a key id names; the part after `#` must be the key itself, as `did:key` has no other.
 *
 * @throws SatchelError `did_unresolvable`
 */
export const keyOfKeyId = (keyId: string): PublicKey => {
  const did = keyId.split('#', 1)[0] ?? ''
  const key = keyOfDid(did)
  if (keyId !== keyIdOfDid(did))
    throw new SatchelError('did_unresolvable', { params: { did: keyId }, details: { keyId } })
  return key
}
