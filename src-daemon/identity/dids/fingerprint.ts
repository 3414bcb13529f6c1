import { convertPoint } from '../core/curve-points.ts'
import { jcsHash } from '../core/data-integrity.ts'
import type { VerificationKey } from '../../contract/identity.ts'
import { documentProof } from './document-proof.ts'
import { FINGERPRINT } from './did-web.ts'
import { invalidDocument, type DidDocument } from './document.ts'

/**
 * Checks the key that a `did:wba` names in its own last segment (anp.md 1), so that the owner of the web server cannot
 * replace it. `e1_`: an Ed25519 key listed under `authentication` with this thumbprint (RFC 7638), which also signs the
 * whole document. `k1_`: a secp256k1 key listed there with this thumbprint. In a document that was deactivated, the key no
 * longer authenticates and is listed under `assertionMethod`. Other DIDs have no fingerprint and pass.
 *
 * @throws SatchelError `did_document_invalid` at `authentication` or `proof`
 */
export const checkFingerprint = (document: DidDocument): void => {
  const { did, deactivated } = document
  const last = did.split(':').at(-1) ?? ''
  if (!did.startsWith('did:wba:') || !FINGERPRINT.test(last)) return
  const curve = last.startsWith('e1_') ? 'Ed25519' : 'secp256k1'
  const bound = [...document.keys.values()].find(
    ({ key, relationships }) =>
      relationships.includes(deactivated ? 'assertionMethod' : 'authentication') &&
      typeof key !== 'string' &&
      key.curve === curve &&
      thumbprint(key) === last.slice(3),
  )
  if (bound === undefined) throw invalidDocument(did, 'authentication', 'no_key_with_this_fingerprint')
  if (curve === 'Ed25519') checkProof(document, bound.keyId)
}

/** The proof by the key of the fingerprint. */
const checkProof = (document: DidDocument, keyId: string): void => {
  const { did } = document
  const proof = documentProof(document)
  if (proof.state === 'none') throw invalidDocument(did, 'proof', 'missing')
  if (proof.state === 'unsupported') throw invalidDocument(did, proof.place, 'unsupported')
  if (proof.keyId !== keyId)
    throw invalidDocument(did, 'proof.verificationMethod', 'not_the_key_of_the_fingerprint')
  if (proof.state === 'wrong') throw invalidDocument(did, proof.place, proof.problem)
}

/** RFC 7638: SHA-256 of the JWK with only its required members, in alphabetical order. */
export const thumbprint = ({ curve, bytes }: VerificationKey): string | null => {
  const text = (part: Uint8Array): string => Buffer.from(part).toString('base64url')
  if (curve === 'Ed25519') return jcsHash({ crv: curve, kty: 'OKP', x: text(bytes) }).toString('base64url')
  const point = convertPoint(curve, bytes, 'uncompressed')
  if (point === null) return null
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))]
  return jcsHash({ crv: curve, kty: 'EC', x, y }).toString('base64url')
}
