import { randomBytes } from 'node:crypto'
import type { KeyKind } from '../../contract/identity.ts'
import type { Signer } from '../../identity/types.ts'
import { signedOf } from '../descriptions/proof.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** P-256 isn't among our own DIDs' keys; it is here because the type of a key says so. */
const TYPES: Readonly<Record<KeyKind, string>> = {
  Ed25519: 'Ed25519Signature2020',
  secp256k1: 'EcdsaSecp256k1Signature2019',
  'P-256': 'EcdsaSecp256r1Signature2019',
}

/**
 * A description with its proof (anp.md 3): over the SHA-256 of the canonical JSON without the value of the proof, for one
 * host and with a challenge of its own. ECDSA hashes the digest once more. Errors: those of the signer.
 */
export const signDescription = async (
  document: JsonObject,
  {
    signer,
    kind,
    domain,
    now,
  }: { readonly signer: Signer; readonly kind: KeyKind; readonly domain: string; readonly now: Date },
): Promise<{ readonly document: JsonObject; readonly digest: string }> => {
  const proof = {
    type: TYPES[kind],
    created: `${now.toISOString().slice(0, 19)}Z`,
    proofPurpose: 'assertionMethod',
    verificationMethod: signer.keyId,
    domain,
    challenge: randomBytes(16).toString('base64url'),
  }
  const signed = signedOf({ ...document, proof })
  if (signed === null) throw new Error('a description of ours is not JSON')
  const proofValue = Buffer.from(await signer.sign(signed.digest)).toString('base64url')
  return { document: { ...document, proof: { ...proof, proofValue } }, digest: signed.digest.toString('hex') }
}
