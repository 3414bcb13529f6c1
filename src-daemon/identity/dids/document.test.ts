import { existsSync, readFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { base58btc } from 'multiformats/bases/base58'
import { base64url } from 'multiformats/bases/base64'
import { describe, expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import { multicodecOf } from '../core/multicodec.ts'
import type { KeyKind } from '../../contract/identity.ts'
import { cpuTime } from '../../testing/cpu-time.ts'
import { readDidDocument, usableKeys } from './document.ts'

const did = 'did:web:example.org:alice'
const secret = new Uint8Array(32).fill(7)
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const edKey = ed25519.getPublicKey(secret)
const points = { secp256k1: secp256k1.getPublicKey(secret, true), 'P-256': p256.getPublicKey(secret, true) }
const long = { secp256k1: secp256k1.getPublicKey(secret, false), 'P-256': p256.getPublicKey(secret, false) }
const bytesOf: Record<KeyKind, Uint8Array> = { Ed25519: edKey, ...points }
const prefixed = (curve: KeyKind): Uint8Array => multicodecOf({ curve, bytes: bytesOf[curve] })
const multibase = (curve: KeyKind): string => base58btc.encode(prefixed(curve))
const bare = (bytes: Uint8Array): string => base58btc.encode(bytes)
const jwk = (curve: 'secp256k1' | 'P-256') => ({
  kty: 'EC',
  crv: curve,
  x: b64(long[curve].subarray(1, 33)),
  y: b64(long[curve].subarray(33)),
})

const method = (more: object, id = '#key-1') => ({ id, controller: did, ...more })
const withMethods = (...verificationMethod: object[]) => ({
  '@context': 'https://www.w3.org/ns/did/v1',
  id: did,
  verificationMethod,
  authentication: ['#key-1'],
})
const keyIn = (more: object) => readDidDocument(did, withMethods(method(more))).keys.get(`${did}#key-1`)?.key
const problemOf = (json: unknown): unknown => {
  try {
    readDidDocument(did, json)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(SatchelError)
    return thrown instanceof SatchelError ? { code: thrown.code, ...thrown.params } : null
  }
  return null
}

describe('keys of a DID document', () => {
  it.each<[KeyKind, object]>([
    ['Ed25519', { type: 'Multikey', publicKeyMultibase: multibase('Ed25519') }],
    ['secp256k1', { type: 'Multikey', publicKeyMultibase: multibase('secp256k1') }],
    ['P-256', { type: 'Multikey', publicKeyMultibase: multibase('P-256') }],
    ['P-256', { type: 'Multikey', publicKeyMultibase: base64url.encode(prefixed('P-256')) }],
    ['Ed25519', { type: 'Ed25519VerificationKey2020', publicKeyMultibase: multibase('Ed25519') }],
    ['Ed25519', { type: 'Ed25519VerificationKey2020', publicKeyMultibase: bare(edKey) }],
    ['Ed25519', { type: 'Ed25519VerificationKey2018', publicKeyBase58: bare(edKey).slice(1) }],
    ['Ed25519', { type: 'Ed25519VerificationKey2018', publicKeyMultibase: bare(edKey) }],
    ['secp256k1', { type: 'EcdsaSecp256k1VerificationKey2019', publicKeyMultibase: bare(points.secp256k1) }],
    ['secp256k1', { type: 'EcdsaSecp256k1VerificationKey2019', publicKeyMultibase: bare(long.secp256k1) }],
    ['secp256k1', { type: 'EcdsaSecp256k1VerificationKey2019', publicKeyMultibase: multibase('secp256k1') }],
    [
      'secp256k1',
      { type: 'EcdsaSecp256k1VerificationKey2019', publicKeyBase58: bare(points.secp256k1).slice(1) },
    ],
    ['secp256k1', { type: 'EcdsaSecp256k1VerificationKey2019', publicKeyJwk: jwk('secp256k1') }],
    ['P-256', { type: 'EcdsaSecp256r1VerificationKey2019', publicKeyMultibase: bare(points['P-256']) }],
    ['P-256', { type: 'JsonWebKey2020', publicKeyJwk: jwk('P-256') }],
    ['secp256k1', { type: 'JsonWebKey', publicKeyJwk: { ...jwk('secp256k1'), kid: 'x', use: 'sig' } }],
    ['Ed25519', { type: 'JsonWebKey2020', publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', x: b64(edKey) } }],
  ])('reads %s from %o', (curve, more) => {
    expect(keyIn(more)).toEqual({ curve, bytes: bytesOf[curve] })
  })

  it.each<[string, object]>([
    ['unknown_type', { type: 'RsaVerificationKey2018', publicKeyMultibase: multibase('Ed25519') }],
    ['key_agreement', { type: 'X25519KeyAgreementKey2019', publicKeyMultibase: multibase('Ed25519') }],
    ['unknown_type', { type: 'constructor', publicKeyMultibase: multibase('Ed25519') }],
    ['no_key', { type: 'Multikey' }],
    ['no_key', { type: 'Multikey', blockchainAccountId: 'eip155:1:0xab' }],
    [
      'several_keys',
      { type: 'JsonWebKey2020', publicKeyJwk: jwk('P-256'), publicKeyMultibase: multibase('P-256') },
    ],
    ['secret_key', { type: 'JsonWebKey2020', publicKeyJwk: { ...jwk('P-256'), d: b64(secret) } }],
    // Without its prefix the key does not name its curve, and neither does the type.
    ['unreadable_key', { type: 'Multikey', publicKeyMultibase: bare(edKey) }],
    ['unreadable_key', { type: 'Ed25519VerificationKey2020', publicKeyMultibase: multibase('P-256') }],
    ['unreadable_key', { type: 'EcdsaSecp256k1VerificationKey2019', publicKeyJwk: jwk('P-256') }],
    ['unreadable_key', { type: 'Multikey', publicKeyMultibase: 'zIO0l' }],
    ['unreadable_key', { type: 'Multikey', publicKeyMultibase: `z${'1'.repeat(5000)}` }],
    ['unreadable_key', { type: 'Multikey', publicKeyMultibase: 7 }],
    ['unreadable_key', { type: 'JsonWebKey2020', publicKeyJwk: { ...jwk('P-256'), y: jwk('P-256').x } }],
    ['unreadable_key', { type: 'JsonWebKey2020', publicKeyJwk: { ...jwk('P-256'), x: 'AA' } }],
    ['unreadable_key', { type: 'JsonWebKey2020', publicKeyJwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }],
    [
      'unreadable_key',
      {
        type: 'EcdsaSecp256k1VerificationKey2019',
        publicKeyMultibase: bare(new Uint8Array(33).fill(0xff)),
      },
    ],
    [
      'other_controller',
      { type: 'Multikey', publicKeyMultibase: multibase('Ed25519'), controller: 'did:web:example.com' },
    ],
  ])('finds %s in %o and leaves the other keys usable', (reason, more) => {
    const good = method({ type: 'Multikey', publicKeyMultibase: multibase('Ed25519') }, '#key-2')
    const document = readDidDocument(did, withMethods(method(more), good))
    expect(document.keys.get(`${did}#key-1`)?.key).toBe(reason)
    expect(usableKeys(document)).toEqual([{ keyId: `${did}#key-2`, kind: 'Ed25519', relationships: [] }])
  })
})

describe('relationships of a DID document', () => {
  const key = { type: 'Multikey', publicKeyMultibase: multibase('Ed25519') }

  it('lists each key for what it is listed for, by full and by short id', () => {
    const document = readDidDocument(did, {
      id: did,
      verificationMethod: [method(key), method(key, `${did}#key-2`), method(key, '#idle')],
      authentication: ['#key-1', `${did}#key-1`, '#key-2'],
      assertionMethod: [`${did}#key-2`],
      keyAgreement: ['#key-1'],
      capabilityDelegation: ['#gone', 'did:web:example.com#key-1'],
    })
    expect(usableKeys(document)).toEqual([
      { keyId: `${did}#key-1`, kind: 'Ed25519', relationships: ['authentication', 'keyAgreement'] },
      { keyId: `${did}#key-2`, kind: 'Ed25519', relationships: ['assertionMethod', 'authentication'] },
      { keyId: `${did}#idle`, kind: 'Ed25519', relationships: [] },
    ])
  })

  it.each([
    ['authentication', 'assertionMethod'],
    ['assertionMethod', 'authentication'],
  ])('counts a key embedded in %s for that alone, though %s names it', (own, other) => {
    const json = { id: did, [own]: [method(key, '#embedded')], [other]: ['#embedded'] }
    expect(usableKeys(readDidDocument(did, json))).toEqual([
      { keyId: `${did}#embedded`, kind: 'Ed25519', relationships: [own] },
    ])
  })

  it("leaves out keys that carry another DID's id", () => {
    const foreign = method(key, 'did:web:example.com#key-1')
    const prefix = method(key, `${did}x#key-1`)
    const document = readDidDocument(did, { id: did, verificationMethod: [foreign, prefix] })
    expect(usableKeys(document)).toEqual([])
  })

  it.each<[unknown, string, string]>([
    [[], 'document', 'not_an_object'],
    [null, 'document', 'not_an_object'],
    [{ id: did, verificationMethod: {} }, 'verificationMethod', 'not_a_list'],
    [{ id: did, authentication: '#key-1' }, 'authentication', 'not_a_list'],
    [{ id: did, verificationMethod: ['#key-1'] }, 'verificationMethod[0]', 'not_an_object'],
    [{ id: did, assertionMethod: [7] }, 'assertionMethod[0]', 'not_an_object'],
    [{ id: did, assertionMethod: ['key-1'] }, 'assertionMethod[0]', 'not_a_key_id'],
    [{ id: did, assertionMethod: [did] }, 'assertionMethod[0]', 'not_a_key_id'],
    [withMethods(method(key, '#')), 'verificationMethod[0].id', 'not_a_key_id'],
    [withMethods(method(key, '#a b')), 'verificationMethod[0].id', 'not_a_key_id'],
    [withMethods(method(key, `${did}?x=y#key-1`)), 'verificationMethod[0].id', 'not_a_key_id'],
    [withMethods({ ...key, controller: did }), 'verificationMethod[0].id', 'not_a_text'],
    [withMethods({ id: '#key-1', controller: did }), 'verificationMethod[0].type', 'not_a_text'],
    [withMethods(method({ ...key, controller: 7 })), 'verificationMethod[0].controller', 'not_a_did'],
    [withMethods(method({ ...key, controller: 'me' })), 'verificationMethod[0].controller', 'not_a_did'],
    [withMethods(method(key), method(key, `${did}#key-1`)), 'verificationMethod[1].id', 'duplicate_id'],
    [{ ...withMethods(method(key)), keyAgreement: [method(key)] }, 'keyAgreement[0].id', 'duplicate_id'],
  ])('refuses %j at %s', (json, place, problem) => {
    expect(problemOf(json)).toEqual({ code: 'did_document_invalid', did, place, problem })
  })

  it('wastes no time on a key as long as a document may be', () => {
    const started = cpuTime()
    expect(keyIn({ type: 'Multikey', publicKeyMultibase: `z${'z'.repeat(250_000)}` })).toBe('unreadable_key')
    expect(cpuTime() - started).toBeLessThan(1000)
  })

  it('reads 256 keys and refuses more, however small they are', () => {
    const many = Array.from({ length: 256 }, (_, index) => method(key, `#k${String(index)}`))
    expect(usableKeys(readDidDocument(did, withMethods(...many)))).toHaveLength(256)
    expect(problemOf(withMethods(...many, method(key, '#last')))).toEqual({
      code: 'did_document_invalid',
      did,
      place: 'verificationMethod[256]',
      problem: 'too_many_keys',
    })
  })

  it.each([
    ['did:web:example.org:bob', 'did:web:example.org:bob'],
    [`${did}#`, `${did}#`],
    ['', ''],
    [7, '—'],
    [undefined, '—'],
  ])('refuses the document of %j', (id, found) => {
    expect(problemOf({ id })).toEqual({ code: 'did_document_wrong_id', did, found })
  })

  it('answers any JSON with keys or a typed refusal', () => {
    const ids = fc.constantFrom('#key-1', `${did}#key-1`, 'key-1', did, '', '#')
    const types = fc.constantFrom('Multikey', 'JsonWebKey2020', 'Ed25519VerificationKey2018', 'x')
    const junkMethod = fc.record(
      {
        id: fc.oneof(ids, fc.jsonValue()),
        type: fc.oneof(types, fc.jsonValue()),
        controller: fc.oneof(fc.constant(did), fc.jsonValue()),
        publicKeyMultibase: fc.oneof(fc.constant(multibase('Ed25519')), fc.string(), fc.jsonValue()),
        publicKeyJwk: fc.oneof(fc.constant(jwk('P-256')), fc.jsonValue()),
        publicKeyBase58: fc.string(),
      },
      { requiredKeys: [] },
    )
    const entries = fc.array(fc.oneof(junkMethod, ids, fc.jsonValue()), { maxLength: 3 })
    const junk = fc.record(
      {
        id: fc.constant(did),
        verificationMethod: fc.oneof(entries, fc.jsonValue()),
        authentication: fc.oneof(entries, fc.jsonValue()),
        keyAgreement: fc.oneof(entries, fc.jsonValue()),
      },
      { requiredKeys: ['id'] },
    )
    fc.assert(
      fc.property(fc.oneof(junk, fc.jsonValue()), (json) => {
        try {
          for (const { keyId } of usableKeys(readDidDocument(did, json))) expect(keyId).toContain(`${did}#`)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(SatchelError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

const vectors = new URL('../../../../shared/vectors/anp/identities.json', import.meta.url)
describe.skipIf(!existsSync(vectors))(
  'documents of ../shared/vectors/anp (skipped where it is absent)',
  () => {
    interface Identity {
      did: string
      root_kid: string
      additional_authentication_kid?: string
      document: { authentication?: unknown[] }
    }
    const identities = existsSync(vectors)
      ? Object.entries(
          (JSON.parse(readFileSync(vectors, 'utf8')) as { identities: Record<string, Identity> }).identities,
        )
      : []

    it.each(identities)('reads %s', (_, { did: vectorDid, document, ...kids }) => {
      const { keys } = readDidDocument(vectorDid, document)
      const root = keys.get(kids.root_kid)
      expect(root?.key).toMatchObject({ curve: 'Ed25519' })
      expect(root?.relationships).toContain('assertionMethod')
      const other = kids.additional_authentication_kid
      if (other !== undefined) expect(keys.get(other)?.relationships).toContain('authentication')
    })
  },
)
