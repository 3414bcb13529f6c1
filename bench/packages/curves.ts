import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { verifyWithKey } from '../../src-daemon/identity/index.ts'
import type { VerificationKey } from '../../src-daemon/contract/identity.ts'

interface Curve {
  readonly name: VerificationKey['curve']
  verify(): boolean
  /** The same with `@noble/curves`. */
  verifyNoble(): boolean
}

/** A signature of each curve over the 42 bytes a package signature is over, and both ways to check it. */
export const curves = (): Curve[] => {
  const message = new Uint8Array(42).fill(7)
  const secret = new Uint8Array(32).fill(9)
  const signed = ed25519.sign(message, secret)
  const publicKey = ed25519.getPublicKey(secret)
  const ours = (curve: VerificationKey['curve'], bytes: Uint8Array, signature: Uint8Array) => () =>
    verifyWithKey({ curve, bytes }, message, signature)
  const ecdsa = [
    { name: 'secp256k1' as const, curve: secp256k1 },
    { name: 'P-256' as const, curve: p256 },
  ].map(({ name, curve }) => {
    const point = curve.getPublicKey(secret)
    const signature = curve.sign(message, secret, { lowS: true })
    return {
      name,
      verify: ours(name, point, signature),
      verifyNoble: () => curve.verify(signature, message, point, { lowS: true }),
    }
  })
  return [
    {
      name: 'Ed25519',
      verify: ours('Ed25519', publicKey, signed),
      verifyNoble: () => ed25519.verify(signed, message, publicKey),
    },
    ...ecdsa,
  ]
}
