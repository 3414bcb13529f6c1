import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import canonicalize from 'canonicalize'
import { base58btc } from 'multiformats/bases/base58'
import { describe, expect, it } from 'vitest'
import { createMemorySigner } from '../keys/memory-signer.ts'
import { keyOfDid } from './did-key.ts'
import { readDidDocument } from './document.ts'
import { checkFingerprint } from './fingerprint.ts'

const sha256 = (value: unknown): Buffer =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest()
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const signer = createMemorySigner(new Uint8Array(32).fill(3))
const key = keyOfDid(signer.did)
const did = `did:wba:example.org:agent:e1_${b64(sha256({ crv: 'Ed25519', kty: 'OKP', x: b64(key.bytes) }))}`
const unsigned = (id: string) => ({
  '@context': ['https://www.w3.org/ns/did/v1'],
  id,
  verificationMethod: [
    {
      id: '#root',
      type: 'Multikey',
      controller: id,
      publicKeyMultibase: signer.did.slice('did:key:'.length),
    },
    {
      id: '#other',
      type: 'Multikey',
      controller: id,
      publicKeyMultibase: createMemorySigner(new Uint8Array(32).fill(4)).did.slice('did:key:'.length),
    },
  ],
  authentication: ['#root', '#other'],
  assertionMethod: ['#root'],
})
const options = {
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-jcs-2022',
  created: '2026-11-21T12:00:00Z',
  verificationMethod: `${did}#root`,
  proofPurpose: 'assertionMethod',
}
type Json = Record<string, unknown>
const signed = async (
  document: Json,
  proof: Json = options,
  dialect: 'w3c' | 'sdk' = 'w3c',
): Promise<Json> => {
  const covered = dialect === 'w3c' ? { ...proof, '@context': document['@context'] } : proof
  const signature = await signer.sign(Buffer.concat([sha256(covered), sha256(document)]))
  const proofValue = dialect === 'w3c' ? base58btc.encode(signature) : b64(signature)
  return { ...document, proof: { ...proof, proofValue } }
}
const check = (json: Json, of = did): void => {
  checkFingerprint(readDidDocument(of, json))
}
const invalid = (place: string, problem: string): unknown =>
  expect.objectContaining({
    code: 'did_document_invalid',
    params: expect.objectContaining({ place, problem }) as unknown,
  })

describe('a did:wba that names its key', () => {
  it.each(['w3c', 'sdk'] as const)('accepts the document signed by that key (%s form)', async (dialect) => {
    const document = await signed(unsigned(did), options, dialect)
    expect(() => {
      check(document)
    }).not.toThrow()
    // Signed over the document: no member can be added, changed or taken away.
    const { assertionMethod: _, ...less } = document
    for (const changed of [{ ...document, service: [] }, { ...document, authentication: ['#root'] }, less])
      expect(() => {
        check(changed)
      }).toThrow(invalid('proof.proofValue', 'wrong_signature'))
  })

  it.each<[string, (document: Json) => Promise<Json> | Json, string, string]>([
    ['without a proof', (document) => document, 'proof', 'missing'],
    ['with a proof that is none', (document) => ({ ...document, proof: 'yes' }), 'proof', 'unsupported'],
    [
      'with another suite',
      (document) => signed(document, { ...options, cryptosuite: 'eddsa-rdfc-2022' }),
      'proof.cryptosuite',
      'unsupported',
    ],
    [
      'signed for another purpose',
      (document) => signed(document, { ...options, proofPurpose: 'authentication' }),
      'proof.proofPurpose',
      'unsupported',
    ],
    [
      'signed by another of its keys',
      (document) => signed(document, { ...options, verificationMethod: `${did}#other` }),
      'proof.verificationMethod',
      'not_the_key_of_the_fingerprint',
    ],
    [
      'whose key is not listed under authentication',
      (document) => signed({ ...document, authentication: ['#other'] }),
      'authentication',
      'no_key_with_this_fingerprint',
    ],
  ])('refuses the document %s', async (_, make, place, problem) => {
    const document = await make(unsigned(did))
    expect(() => {
      check(document)
    }).toThrow(invalid(place, problem))
  })

  it('refuses the document of another key', async () => {
    const other = `${did.slice(0, -1)}${did.endsWith('A') ? 'E' : 'A'}`
    const proof = { ...options, verificationMethod: `${other}#root` }
    const document = await signed(unsigned(other), proof)
    expect(() => {
      check(document, other)
    }).toThrow(invalid('authentication', 'no_key_with_this_fingerprint'))
  })

  it('knows a secp256k1 key by its fingerprint, without a proof', () => {
    const point = secp256k1.getPublicKey(new Uint8Array(32).fill(5), false)
    const [x, y] = [b64(point.subarray(1, 33)), b64(point.subarray(33))]
    const fingerprint = b64(sha256({ crv: 'secp256k1', kty: 'EC', x, y }))
    const publicKeyJwk = { kty: 'EC', crv: 'secp256k1', x, y }
    const documentOf = (id: string) => ({
      id,
      authentication: [{ id: '#k', type: 'EcdsaSecp256k1VerificationKey2019', controller: id, publicKeyJwk }],
    })
    const good = `did:wba:example.org:user:k1_${fingerprint}`
    expect(() => {
      check(documentOf(good), good)
    }).not.toThrow()
    const wrongCurve = `did:wba:example.org:user:e1_${fingerprint}`
    expect(() => {
      check(documentOf(wrongCurve), wrongCurve)
    }).toThrow(invalid('authentication', 'no_key_with_this_fingerprint'))
  })

  it.each(['did:wba:example.org', 'did:wba:example.org:agent:x', did.replace('wba', 'web')])(
    'asks nothing of %s',
    (other) => {
      expect(() => {
        check(unsigned(other), other)
      }).not.toThrow()
    },
  )
})

const folder = new URL('../../../../shared/vectors/anp/', import.meta.url)
describe.skipIf(!existsSync(folder))(
  'documents of ../shared/vectors/anp (skipped where it is absent)',
  () => {
    const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as unknown

    it('are accepted in both dialects, and refused when changed', () => {
      const { identities } = read('identities.json') as {
        identities: Record<string, { did: string; document: Json }>
      }
      const both = read('e1_same_key_two_dialects.json') as {
        did: string
        w3c_dialect: Json
        sdk_dialect: Json
      }
      const documents = [
        ...Object.values(identities),
        { did: both.did, document: both.w3c_dialect },
        { did: both.did, document: both.sdk_dialect },
      ]
      let bound = 0
      for (const one of documents) {
        check(one.document, one.did)
        if (!/:e1_/.test(one.did)) continue
        bound += 1
        for (const changed of [
          { ...one.document, tampered: true },
          { ...one.document, proof: { ...(one.document['proof'] as Json), proofPurpose: 'authentication' } },
          { ...one.document, proof: { ...(one.document['proof'] as Json), created: '2026-09-07T08:00:01Z' } },
        ])
          expect(() => {
            check(changed, one.did)
          }).toThrow(expect.objectContaining({ code: 'did_document_invalid' }))
      }
      expect(bound).toBeGreaterThan(4)
    })
  },
)
