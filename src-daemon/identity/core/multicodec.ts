import type { KeyKind, VerificationKey } from '../../contract/identity.ts'

/** Multicodec prefixes, as the varint bytes before the key. */
const codecs: readonly { curve: KeyKind; prefix: readonly [number, number]; length: number }[] = [
  { curve: 'Ed25519', prefix: [0xed, 0x01], length: 32 },
  { curve: 'secp256k1', prefix: [0xe7, 0x01], length: 33 },
  { curve: 'P-256', prefix: [0x80, 0x24], length: 33 },
]

/** A public key with its multicodec prefix. Throws if the length is not that of its curve. */
export const multicodecOf = ({ curve, bytes }: VerificationKey): Uint8Array => {
  const codec = codecs.find((one) => one.curve === curve)
  if (codec?.length !== bytes.length) throw new Error(`not a ${curve} public key`)
  return Uint8Array.from([...codec.prefix, ...bytes])
}

/** The public key after a multicodec prefix; null for another curve, another length, or a missing prefix. */
export const keyOfMulticodec = (raw: Uint8Array): VerificationKey | null => {
  const codec = codecs.find((one) => raw[0] === one.prefix[0] && raw[1] === one.prefix[1])
  const bytes = raw.subarray(2)
  return codec?.length === bytes.length ? { curve: codec.curve, bytes } : null
}
