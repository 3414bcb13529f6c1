import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../../platform/is-record.ts'
import { sdkDocuments, sdkVectors } from '../testing/vectors.ts'
import { checkFile, type Beside } from './check-file.ts'

const ALONE: Beside = { documents: [], identities: null }
const WITH_IDENTITIES: Beside = { documents: [], identities: JSON.parse(sdkVectors.identities) as unknown }
const now = () => new Date('2026-11-26T00:00:00Z')
const check = (file: unknown, beside: Beside = ALONE) =>
  checkFile(typeof file === 'string' ? file : JSON.stringify(file), beside, now)

type Json = Record<string, unknown>
const authentication = JSON.parse(sdkVectors.authentication) as { positives: Json[]; negatives: Json[] }

/** Files in which each vector must agree with what it says of itself. */
const files: readonly { name: string; text: string; count: number; beside?: Beside }[] = [
  { name: 'requests and documents of the SDK', text: sdkVectors.authentication, count: 33 },
  {
    name: 'the same, with their identities',
    text: sdkVectors.authentication,
    count: 33,
    beside: WITH_IDENTITIES,
  },
  { name: 'identities of the SDK', text: sdkVectors.identities, count: 3 },
  { name: 'proofs of descriptions', text: sdkVectors.adProof, count: 15 },
]
describe('a file of vectors', () => {
  it.each(files)('agrees with each: $name', async ({ text, count, beside }) => {
    const results = await check(text, beside)
    expect(results.filter(({ agrees }) => !agrees)).toEqual([])
    expect(results).toHaveLength(count)
  })

  it('differs where it expects something else', async () => {
    const file = {
      ...authentication,
      negatives: authentication.negatives.map((one) => ({ ...one, expected_integrity: true })),
    }
    const results = await check(file)
    const differing = results.filter(({ agrees }) => !agrees)
    expect(differing).toHaveLength(authentication.negatives.length)
    expect(new Set(differing.map(({ verdict }) => verdict))).toEqual(new Set(['invalid']))
  })

  it('notices a key that is not the one of the identity', async () => {
    const [first, second] = ['e1', 'root'].map((name) =>
      authentication.positives.find((one) => one['identity_fixture'] === name),
    )
    const swapped = { ...first, public_key_jwk: second?.['public_key_jwk'] }
    const file = { ...authentication, positives: [swapped], negatives: [] }
    expect(await check(file, WITH_IDENTITIES)).toMatchObject([
      { verdict: 'invalid', detail: 'public_key_jwk: not_the_key_of_the_document' },
    ])
    expect(await check(file)).toMatchObject([{ verdict: 'invalid', reason: 'did_auth_bad_signature' }])
  })

  it('says what it doesn’t know, which agrees with nothing', async () => {
    const [first] = authentication.positives
    const file = {
      positives: [{ ...first, kind: 'unheard-of' }],
      negatives: [
        { id: 'a', base_id: 'none', mutation: 'signature-byte' },
        { id: 'b', base_id: first?.['id'], mutation: 'unheard-of' },
      ],
    }
    expect(await check(file)).toMatchObject([
      { verdict: 'unsupported', reason: 'kind_unknown', agrees: false },
      { verdict: 'unsupported', reason: 'base_unknown', agrees: false },
      { verdict: 'unsupported', reason: 'mutation_unknown', agrees: false },
    ])
  })
})

describe('a DID document', () => {
  it('is valid, with the dialect of its proof', async () => {
    expect(await check(sdkDocuments['e1'])).toMatchObject([
      { verdict: 'valid', reason: 'proof_sdk', agrees: true },
    ])
    const both = { w3c_dialect: sdkDocuments['e1'], sdk_dialect: sdkDocuments['e1'] }
    expect(await check(both)).toMatchObject([
      { id: 'w3c_dialect', expected: 'proof_w3c', agrees: false },
      { id: 'sdk_dialect', expected: 'proof_sdk', agrees: true },
    ])
  })

  it.each(['e1', 'k1', 'root'])('is invalid if it was changed: %s', async (name) => {
    const changed = { ...sdkDocuments[name], service: [] }
    expect(await check(changed)).toMatchObject([{ verdict: 'invalid', agrees: false }])
  })
})

describe('a description', () => {
  const { vectors } = JSON.parse(sdkVectors.adProof) as {
    vectors: { document: Json; verification_method: Json }[]
  }
  const [first] = vectors
  const document = {
    id: first?.document['did'],
    verificationMethod: [first?.verification_method],
    assertionMethod: [first?.verification_method['id']],
  }

  it('is verified with the DID document beside it', async () => {
    expect(await check(first?.document, { ...ALONE, documents: [document].filter(isRecord) })).toMatchObject([
      { verdict: 'valid', reason: 'signed, domain_of_own_address', agrees: true },
    ])
    expect(await check(first?.document)).toMatchObject([
      { verdict: 'invalid', reason: 'key_unavailable', detail: 'did_unreachable', agrees: false },
    ])
  })

  it('may be in one file with it, and with what is expected', async () => {
    const pair = { description: first?.document, did_document: document }
    expect(
      await check({ ...pair, fetched_from: 'other.example', expected: 'invalid(wrong_domain)' }),
    ).toMatchObject([{ verdict: 'invalid', reason: 'wrong_domain', agrees: true }])
    expect(await check({ ...pair, expected: 'unsigned' })).toMatchObject([
      { verdict: 'valid', agrees: false },
    ])
  })

  it('may be no JSON at all', async () => {
    expect(await check('{"name":')).toMatchObject([
      { verdict: 'invalid', reason: 'unreadable', agrees: false },
    ])
  })
})

const shared = new URL('../../../../shared/vectors/anp/', import.meta.url)
describe.skipIf(!existsSync(shared))('the vectors of ../shared (skipped where it is absent)', () => {
  const read = (name: string) => readFileSync(new URL(name, shared), 'utf8')
  it.each([
    ['did-authentication.json', 56],
    ['identities.json', 10],
    ['ad-proof.json', 3],
    ['e1_same_key_two_dialects.json', 2],
  ])('%s', async (name, count) => {
    const beside = { documents: [], identities: JSON.parse(read('identities.json')) as unknown }
    for (const given of [ALONE, beside]) {
      const results = await check(read(name), given)
      expect(results.filter(({ agrees }) => !agrees)).toEqual([])
      expect(results).toHaveLength(count)
    }
  })
})
