import { base58btc } from 'multiformats/bases/base58'
import type { VerificationKey } from '../../contract/identity.ts'
import { convertPoint, keyOfKeyId, proofBytes, type ProofDialect } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** Where something of the agent is; `fragment` names it in the document. */
export interface DidService {
  readonly fragment: string
  readonly type: string
  readonly url: string
}

/** What a DID document of ours says. */
export interface DocumentInput {
  readonly did: string
  /** The owner's key, by its own id (`did:key:…#…`). */
  readonly keyId: string
  /** The fragment it has in the document: `key-1`, and one more with each new key. */
  readonly fragment: string
  readonly key: VerificationKey
  readonly services: readonly DidService[]
  /** The DID before it. */
  readonly predecessor: string | null
}

/** An unsigned document with one key for authentication and assertions (anp.md 1). */
export const newDocument = ({
  did,
  fragment,
  key,
  keyId,
  services,
  predecessor,
}: DocumentInput): JsonObject => {
  const id = `${did}#${fragment}`
  const isEcdsa = key.curve === 'secp256k1'
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      ...(isEcdsa
        ? [
            'https://w3id.org/security/suites/jws-2020/v1',
            'https://w3id.org/security/suites/secp256k1-2019/v1',
          ]
        : ['https://w3id.org/security/data-integrity/v2', 'https://w3id.org/security/multikey/v1']),
    ],
    id: did,
    ...(predecessor === null ? {} : { alsoKnownAs: [predecessor] }),
    verificationMethod: [
      isEcdsa
        ? {
            id,
            type: 'EcdsaSecp256k1VerificationKey2019',
            controller: did,
            publicKeyJwk: jwkOf(key.bytes),
          }
        : { id, type: 'Multikey', controller: did, publicKeyMultibase: multibaseOf(keyId) },
    ],
    authentication: [id],
    assertionMethod: [id],
    ...serviceMember(did, services),
  }
}

/** The document with these services, and no proof. */
export const withServices = (
  document: JsonObject,
  did: string,
  services: readonly DidService[],
): JsonObject => {
  const { service: _, proof: _proof, ...kept } = document
  return { ...kept, ...serviceMember(did, services) }
}

const serviceMember = (did: string, services: readonly DidService[]): JsonObject =>
  services.length === 0
    ? {}
    : {
        service: services.map(({ fragment, type, url }) => ({
          id: `${did}#${fragment}`,
          type,
          serviceEndpoint: url,
        })),
      }

/** The document of a DID that was given up: its key no longer authenticates, and only proves the document. */
export const deactivatedDocument = (document: JsonObject, successor: string | null): JsonObject => {
  const { authentication: _, proof: _proof, service: _service, ...kept } = document
  return { ...kept, deactivated: true, ...(successor === null ? {} : { successorDid: successor }) }
}

/** Adds a proof by the key of the signer, in the dialect (anp.md 1). Errors: those of the signer. */
export const withProof = async (
  document: JsonObject,
  { signer, dialect, now }: { readonly signer: Signer; readonly dialect: ProofDialect; readonly now: Date },
): Promise<JsonObject> => {
  const options = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: `${now.toISOString().slice(0, 19)}Z`,
    verificationMethod: signer.keyId,
    proofPurpose: 'assertionMethod',
  }
  const { proof: _, ...unsigned } = document
  const hashed = dialect === 'w3c' ? { ...options, '@context': document['@context'] } : options
  const signature = await signer.sign(proofBytes(hashed, unsigned))
  const proofValue =
    dialect === 'w3c' ? base58btc.encode(signature) : Buffer.from(signature).toString('base64url')
  return { ...unsigned, proof: { ...options, proofValue } }
}

/** The key of a `did:key` is its multibase. */
const multibaseOf = (keyId: string): string => {
  keyOfKeyId(keyId)
  return keyId.slice(keyId.indexOf('#') + 1)
}

const jwkOf = (compressed: Uint8Array): JsonObject => {
  const point = convertPoint('secp256k1', compressed, 'uncompressed')
  if (point === null) throw new Error('a key of the owner is no point of its curve')
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
  return { kty: 'EC', crv: 'secp256k1', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) }
}
