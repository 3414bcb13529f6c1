import { existsSync, readFileSync } from 'node:fs'
import canonicalize from 'canonicalize'
import { p256 } from '@noble/curves/nist.js'
import { base58btc } from 'multiformats/bases/base58'
import { describe, expect, it } from 'vitest'
import type { VerifiedDescription } from '../../contract/agent-descriptions.ts'
import { createMemorySigner, jcsHash } from '../../identity/index.ts'
import { openDatabase } from '../../storage/index.ts'
import { keysOf } from '../check/documents.ts'
import { createSeenDescriptions } from './seen.ts'
import { verifyDescription, type VerifyDescriptionDeps } from './verify-description.ts'

type Json = Record<string, unknown>

const DID = 'did:wba:agents.example:agent:ana'
const HOST = 'agents.example'
const NOW = new Date('2026-03-02T10:00:00Z')
const { keyId, sign } = createMemorySigner(new Uint8Array(32).fill(9))
const secret = new Uint8Array(32).fill(5)
const point = p256.getPublicKey(secret, false)
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const document = {
  id: DID,
  verificationMethod: [
    { id: `${DID}#ed`, type: 'Multikey', publicKeyMultibase: keyId.split('#')[1] },
    {
      id: `${DID}#p256`,
      type: 'JsonWebKey2020',
      publicKeyJwk: { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) },
    },
    { id: `${DID}#auth`, type: 'Multikey', publicKeyMultibase: keyId.split('#')[1] },
  ],
  assertionMethod: ['#ed', '#p256'],
  authentication: ['#auth'],
}

const plain = {
  protocolType: 'ANP',
  protocolVersion: '1.0.0',
  type: 'AgentDescription',
  url: `https://${HOST}/ad.json`,
  name: 'Ana',
  did: DID,
  version: '1.2.0',
  created: '2026-03-01T00:00:00Z',
  securityDefinitions: { didwba_sc: { scheme: 'didwba', in: 'header', name: 'Authorization' } },
  security: 'didwba_sc',
  interfaces: [
    {
      type: 'StructuredInterface',
      protocol: 'openrpc',
      url: `https://${HOST}/api.json`,
      humanAuthorization: true,
    },
  ],
}
const proof = {
  type: 'Ed25519Signature2020',
  created: '2026-03-02T09:59:00Z',
  proofPurpose: 'assertionMethod',
  verificationMethod: `${DID}#ed`,
  domain: HOST,
  challenge: 'c-1',
}

const digestOf = (json: Json): Buffer => jcsHash(json)
const signed = async (json: Json = plain, more: Json = {}): Promise<Json> => {
  const unsigned = { ...json, proof: { ...proof, ...more } }
  return { ...json, proof: { ...unsigned.proof, proofValue: text(await sign(digestOf(unsigned))) } }
}
/** By the P-256 key: ECDSA over the digest, or over the text alone, written as said. */
const signedByP256 = (over: 'digest' | 'text', write: (raw: Uint8Array, der: Uint8Array) => string): Json => {
  const options = { ...proof, type: 'EcdsaSecp256r1Signature2019', verificationMethod: `${DID}#p256` }
  const unsigned = { ...plain, proof: options }
  const bytes = over === 'digest' ? digestOf(unsigned) : Buffer.from(canonicalize(unsigned) ?? '')
  const raw = p256.sign(bytes, secret)
  const der = p256.Signature.fromBytes(raw).toBytes('der')
  return { ...plain, proof: { ...options, proofValue: write(raw, der) } }
}

const verify = (
  json: unknown,
  { from = HOST, ...more }: { from?: string | null } & Partial<VerifyDescriptionDeps> = {},
): Promise<VerifiedDescription> =>
  verifyDescription(typeof json === 'string' ? json : JSON.stringify(json), from, {
    dids: keysOf([document]),
    now: () => NOW,
    seen: null,
    ...more,
  })
const outcome = async (...args: Parameters<typeof verify>): Promise<string> => {
  const { verdict, reasons } = await verify(...args)
  return [verdict, ...reasons.map(({ code }) => code)].join(' ')
}

describe('a signed description', () => {
  it('is verified with its host, DID and key', async () => {
    expect(await verify(await signed())).toMatchObject({
      verdict: 'valid',
      reasons: [{ code: 'signed' }, { code: 'domain_matches' }],
      warnings: [],
      form: 'plain',
      name: 'Ana',
      did: DID,
      keyId: `${DID}#ed`,
      domain: HOST,
      fetchedFrom: HOST,
      interfaces: [{ kind: 'StructuredInterface', protocol: 'openrpc', humanAuthorization: true }],
    })
  })

  it.each([
    ['r||s', 'digest', (raw: Uint8Array) => text(raw), 'valid signed domain_matches'],
    [
      'DER',
      'digest',
      (_: Uint8Array, der: Uint8Array) => text(der),
      'valid-legacy signed legacy_encoding domain_matches',
    ],
    [
      'padding',
      'digest',
      (raw: Uint8Array) => `${text(raw)}==`,
      'valid-legacy signed legacy_encoding domain_matches',
    ],
    [
      'base64',
      'digest',
      (raw: Uint8Array) => Buffer.from(raw).toString('base64'),
      'valid-legacy signed legacy_encoding domain_matches',
    ],
    [
      'base58',
      'digest',
      (raw: Uint8Array) => base58btc.encode(raw),
      'valid-legacy signed legacy_encoding domain_matches',
    ],
    ['one hash', 'text', (raw: Uint8Array) => text(raw), 'valid-legacy signed legacy_hash domain_matches'],
    [
      'one hash in DER',
      'text',
      (_: Uint8Array, der: Uint8Array) => text(der),
      'valid-legacy signed legacy_hash legacy_encoding domain_matches',
    ],
  ] as const)('is verified with ECDSA: %s', async (_what, over, write, expected) => {
    expect(await outcome(signedByP256(over, write))).toBe(expected)
  })

  it('is invalid with any one member changed, added or left out', async () => {
    const json = await signed()
    const options = json['proof'] as Json
    const changes: Json[] = [
      ...Object.keys(plain).flatMap((name) => {
        const { [name]: _, ...left } = json
        return name === 'did' ? [] : [left, { ...json, [name]: 'changed' }]
      }),
      { ...json, added: 1 },
      ...['created', 'domain', 'challenge', 'proofPurpose', 'type', 'verificationMethod'].map((name) => {
        const { [name]: _, ...left } = options
        return { ...json, proof: left }
      }),
      { ...json, proof: { ...options, challenge: 'c-2' } },
      { ...json, proof: { ...options, created: '2026-03-02T09:58:00Z' } },
      { ...json, proof: { ...options, added: 1 } },
      { ...json, proof: { ...options, proofValue: text(await sign(Buffer.from('other'))) } },
    ]
    for (const change of changes) expect((await verify(change)).verdict).toBe('invalid')
    expect(changes.length).toBeGreaterThan(25)
  })

  it.each([
    ['no DID', { did: undefined }, {}, 'invalid no_did'],
    [
      'a key of another DID',
      {},
      { verificationMethod: 'did:wba:other.example#ed' },
      'invalid key_of_another_did',
    ],
    [
      'a DID that begins like its own',
      {},
      { verificationMethod: `${DID}x#ed` },
      'invalid key_of_another_did',
    ],
    ['a key for authentication only', {}, { verificationMethod: `${DID}#auth` }, 'invalid key_unavailable'],
    ['a key of another kind', {}, { verificationMethod: `${DID}#p256` }, 'invalid type_not_of_key'],
    ['a purpose of another kind', {}, { proofPurpose: 'authentication' }, 'invalid proof_purpose'],
    ['a host without a challenge', {}, { challenge: undefined }, 'invalid domain_without_challenge'],
    ['another host', {}, { domain: 'other.example' }, 'invalid wrong_domain'],
    ['a host that ends like it', {}, { domain: 'x.agents.example' }, 'invalid wrong_domain'],
    ['no host', {}, { domain: undefined, challenge: undefined }, 'not-domain-bound signed no_domain'],
    ['a time to come', {}, { created: '2026-03-02T10:02:00Z' }, 'invalid created_in_future'],
    ['no time', {}, { created: 'now' }, 'invalid created_unreadable'],
    ['a kind we don’t know', {}, { type: 'RsaSignature2018' }, 'unsupported proof_type_unknown'],
    ['a name from the prototype', {}, { type: 'constructor' }, 'unsupported proof_type_unknown'],
  ])('with %s', async (_what, more, moreProof, expected) => {
    const json = JSON.parse(JSON.stringify(await signed({ ...plain, ...more }, moreProof))) as Json
    expect(await outcome(json)).toBe(expected)
  })

  it('of a file is compared with the address it gives itself', async () => {
    expect(await outcome(await signed(), { from: null })).toBe('valid signed domain_of_own_address')
    const elsewhere = await signed({ ...plain, url: 'https://other.example/ad.json' })
    expect(await outcome(elsewhere, { from: null })).toBe('invalid wrong_domain')
  })

  it('may name the origin, and counts on any port of a host that says none', async () => {
    expect(await outcome(await signed(plain, { domain: `https://${HOST}` }))).toBe(
      'valid signed domain_matches',
    )
    expect(await outcome(await signed(), { from: `${HOST}:8443` })).toBe('valid signed domain_matches')
    expect(await outcome(await signed(plain, { domain: `${HOST}:8443` }))).toBe('invalid wrong_domain')
  })

  it('isn’t one without a proof, or as anything but JSON that all readers take alike', async () => {
    expect(await outcome(plain)).toBe('unsigned no_proof')
    for (const bad of ['{"a":1', '[]', '{"did":"a","did":"b"}', '"x"', ''])
      expect(await outcome(bad)).toBe('invalid unreadable')
    expect(await outcome({ ...plain, proof: [] })).toBe('invalid proof_unreadable')
  })
})

describe('descriptions seen before', () => {
  const memory = () => {
    const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
    let at = NOW.getTime()
    const seen = createSeenDescriptions({ db, now: () => new Date((at += 1000)) })
    return (json: Json) => verify(json, { seen })
  }

  it('say what changed, and what goes back', async () => {
    const look = memory()
    expect((await look(await signed())).pin).toEqual({
      state: 'first',
      seenAt: null,
      keyChanged: false,
      members: [],
    })
    expect((await look(await signed())).pin).toMatchObject({ state: 'same', members: [] })
    const next = { ...plain, version: '1.3.0', name: 'Ana B.', added: true }
    expect((await look(await signed(next, { challenge: 'c-2' }))).pin).toMatchObject({
      state: 'changed',
      members: ['added', 'name', 'version'],
      keyChanged: false,
    })
    const back = { ...plain, version: '1.2.9' }
    expect((await look(await signed(back, { challenge: 'c-3' }))).pin).toMatchObject({ state: 'older' })
    const earlier = { ...next, version: '1.3.1', created: '2026-02-01T00:00:00Z' }
    expect((await look(await signed(earlier, { challenge: 'c-4' }))).pin).toMatchObject({ state: 'older' })
    const other = signedByP256('digest', (raw) => text(raw))
    expect((await look({ ...other, proof: other['proof'] })).verdict).toBe('invalid') // the challenge of the first
  })

  it('make a challenge count for one document, and only those with a good signature', async () => {
    const look = memory()
    const forged = await signed({ ...plain, name: 'Forged' })
    expect((await look({ ...forged, name: 'Other' })).reasons).toMatchObject([{ code: 'wrong_signature' }])
    expect((await look(await signed())).verdict).toBe('valid')
    expect((await look(await signed())).verdict).toBe('valid')
    expect((await look(forged)).reasons).toMatchObject([{ code: 'challenge_reused', detail: 'c-1' }])
  })
})

const examples = new URL('../../../../shared/examples/anp/', import.meta.url)
describe.skipIf(!existsSync(examples))('the examples of ../shared (skipped where it is absent)', () => {
  const read = (name: string) => verify(readFileSync(new URL(name, examples), 'utf8'))
  it('are read in both forms, with what is odd about them', async () => {
    const places = ({ warnings }: VerifiedDescription) =>
      warnings.map(({ place, code }) => `${place} ${code}`)
    const plainForm = await read('anp07-v1.1/hotel-ad.json')
    expect(plainForm).toMatchObject({ verdict: 'unsigned', form: 'plain', name: 'Hotel Booking Agent' })
    expect(places(plainForm)).toEqual(['Infomations misspelled'])
    expect(plainForm.interfaces.map(({ kind, humanAuthorization }) => [kind, humanAuthorization])).toEqual([
      ['StructuredInterface', false],
      ['StructuredInterface', true],
      ['NaturalLanguageInterface', false],
    ])
    const linked = await read('legacy-jsonld-2025-02/hotel/examples/ad.json')
    expect(linked).toMatchObject({ verdict: 'unsigned', form: 'json-ld' })
    expect(linked.interfaces.map(({ kind }) => kind)).toEqual([
      'SearchInterface',
      'BookingInterface',
      'NaturalLanguageInterface',
    ])
    expect(places(linked)).toContain('ad:interfaces prefixed')
    expect(await read('legacy-jsonld-2025-02/lkcoffe/ad.json')).toMatchObject({
      interfaces: [{ kind: 'NaturalLanguageInterface' }, { kind: 'PurchaseInterface' }],
    })
  })

  it('are never fatal where one is no JSON', async () => {
    const invalid = await read('seed/ad-seed-raw-INVALID.json')
    expect(invalid).toMatchObject({
      verdict: 'invalid',
      reasons: [{ code: 'unreadable', detail: 'not_json' }],
    })
    expect(await read('seed/ad-seed-repaired.json')).toMatchObject({ verdict: 'invalid', form: 'json-ld' })
  })
})
