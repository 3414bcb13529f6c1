import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CallProof } from '../../contract/call-proofs.ts'
import { createMemorySigner } from '../../identity/index.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { keysOf } from '../check/documents.ts'
import { callProof, verifyCallProof } from './call-proof.ts'
import { sendSigned } from './send-signed.ts'

const DID = 'did:wba:buyer.example'
const key = createMemorySigner()
const documentOf = (publicKeyMultibase: string | undefined) => ({
  id: DID,
  verificationMethod: [{ id: `${DID}#key`, type: 'Multikey', controller: DID, publicKeyMultibase }],
  authentication: [`${DID}#key`],
})
const document = documentOf(key.keyId.split('#')[1])
const url = 'https://shop.example/orders'
const body = '{"identifier":"latte"}'

/** The proof of an order as it goes out. */
const ordered = async (
  answer = '{"order":"o-1"}',
  { bound = true, at = new Date() } = {},
): Promise<CallProof> => {
  let headers = new Headers()
  const response = await sendSigned(
    { guard: { fetch: () => Promise.resolve(new Response(answer)) }, now: () => at },
    {
      method: 'POST',
      url,
      body,
      bound,
      headers: { 'idempotency-key': 'k-1', 'x-other': 'y' },
      signer: { did: DID, keyId: `${DID}#key`, sign: key.sign },
      policy: { kind: 'package_host', hosts: ['shop.example'] },
      onSigned: (signed) => (headers = signed),
    },
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  const proof = callProof(
    { method: 'POST', url, headers, body },
    { status: response.status, headers: response.headers, bytes },
  )
  return { ...proof, didDocument: document }
}
const judged = (proof: CallProof, by = document) =>
  verifyCallProof(proof, (keyId) => keysOf([by]).key(keyId, 'authentication')).then(
    ({ did, idempotencyKey, answer }) => ({ did, idempotencyKey, answer }),
    (thrown: unknown) => toSatchelError(thrown).code,
  )

describe('the proof of a purchase', () => {
  it('shows others who ordered what, under which key, and what was answered', async () => {
    const proof = await ordered()
    expect(await judged(proof)).toEqual({ did: DID, idempotencyKey: 'k-1', answer: '{"order":"o-1"}' })
    expect(Object.keys(proof.request.headers)).toEqual([
      'signature-input',
      'signature',
      'content-digest',
      'idempotency-key',
    ])
  })

  it('keeps the digest alone of an answer that is long, or no text', async () => {
    const proof = await ordered('a'.repeat(64 * 1024 + 1))
    expect(proof.answer.body).toBeNull()
    expect(await judged(proof)).toMatchObject({ answer: null })
  })

  it('proves nothing once a part of it is another', async () => {
    const proof = await ordered()
    const { request, answer } = proof
    const { headers } = request
    const changed: readonly CallProof[] = [
      { ...proof, request: { ...request, body: '{"identifier":"mocha"}' } },
      { ...proof, request: { ...request, url: 'https://other.example/orders' } },
      { ...proof, request: { ...request, method: 'PUT' } },
      { ...proof, request: { ...request, headers: { ...headers, 'idempotency-key': 'k-2' } } },
      { ...proof, request: { ...request, headers: { ...headers, 'content-digest': 'sha-256=:AAAA:' } } },
      { ...proof, request: { ...request, headers: { ...headers, signature: 'sig1=:AAAA:' } } },
      { ...proof, answer: { ...answer, body: '{"order":"o-2"}' } },
    ]
    for (const one of changed)
      expect(await judged(one)).toMatch(/^(?:did_auth_malformed|did_auth_bad_signature|call_proof_wrong)$/)
    expect(await judged(proof, documentOf(createMemorySigner().keyId.split('#')[1]))).toBe(
      'did_auth_bad_signature',
    )
  })

  it('is none of a request whose signature leaves the idempotency key out', async () => {
    expect(await judged(await ordered('{}', { bound: false }))).toBe('call_proof_wrong')
  })

  it('is none of a time that no date has', async () => {
    const at = Object.assign(new Date(0), { getTime: () => 9e13 * 1000 })
    expect(await judged(await ordered('{}', { at }))).toBe('call_proof_wrong')
  })

  const other = createMemorySigner()
  const digestOf = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`
  type Forgery = (proof: CallProof) => CallProof
  const withRequest =
    (more: (request: CallProof['request']) => Partial<CallProof['request']>): Forgery =>
    (proof) => ({ ...proof, request: { ...proof.request, ...more(proof.request) } })
  const withHeaders = (more: (headers: Record<string, string>) => Record<string, string>): Forgery =>
    withRequest(({ headers }) => ({ headers: { ...headers, ...more(headers) } }))
  const inputAs = (change: (input: string) => string): Forgery =>
    withHeaders((headers) => ({ 'signature-input': change(headers['signature-input'] ?? '') }))

  it.each<[string, Forgery]>([
    [
      'another order with its own digest',
      withRequest(({ headers }) => ({
        body: '{}',
        headers: { ...headers, 'content-digest': digestOf('{}') },
      })),
    ],
    [
      'two digests, one of another order',
      withHeaders((headers) => ({
        'content-digest': `${digestOf('{}')}, ${headers['content-digest'] ?? ''}`,
      })),
    ],
    ['the same address with a port', withRequest(() => ({ url: 'https://shop.example:443/orders' }))],
    ['the same address in capitals', withRequest(() => ({ url: 'https://SHOP.example/orders' }))],
    ['the address with a fragment', withRequest(() => ({ url: `${url}#paid` }))],
    ['the address with a user', withRequest(() => ({ url: 'https://a@shop.example/orders' }))],
    ['the method in small letters', withRequest(() => ({ method: 'post' }))],
    [
      'a method with a second line',
      withRequest(() => ({ method: 'POST\n"@target-uri": https://other.example/' })),
    ],
    ['a key with a second line', withHeaders(() => ({ 'idempotency-key': 'k-1\n"@method": GET' }))],
    ['a key of another DID', inputAs((input) => input.replace(DID, 'did:wba:other.example'))],
    ['another key of the DID', inputAs((input) => input.replace('#key', '#other'))],
    ['another time', inputAs((input) => input.replace(/created=\d+/u, 'created=1'))],
    ['a later end', inputAs((input) => input.replace(/expires=\d+/u, 'expires=99999999999'))],
    ['no key to the order', inputAs((input) => input.replace(' "idempotency-key"', ''))],
    ['no content', inputAs((input) => input.replace(' "content-digest"', ''))],
    ['no address', inputAs((input) => input.replace(' "@target-uri"', ''))],
    ['components twice', inputAs((input) => input.replace('"@method"', '"@method" "@method"'))],
    ['another label', inputAs((input) => input.replace(/^sig1/u, 'sig2'))],
    ['no signature', withHeaders(() => ({ signature: '' }))],
    ['an empty signature', withHeaders(() => ({ signature: 'sig1=::' }))],
    [
      'zeros as a signature',
      withHeaders(() => ({ signature: `sig1=:${Buffer.alloc(64).toString('base64')}:` })),
    ],
    ['no headers', withRequest(() => ({ headers: {} }))],
    [
      'headers by a prototype',
      withRequest(({ headers }) => ({ headers: Object.create(headers) as typeof headers })),
    ],
    [
      'headers in capitals',
      withRequest(({ headers }) => ({
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
        ),
      })),
    ],
  ])('is none with %s', async (_what, forge) => {
    expect(await judged(forge(await ordered()))).toEqual(expect.any(String))
  })

  it.each([
    ['is another DID’s', { ...document, id: 'did:wba:other.example' }],
    ['has another’s key under that name', documentOf(other.keyId.split('#')[1])],
    ['lists the key for nothing', { ...document, authentication: [] }],
    ['has no key', { ...document, verificationMethod: [] }],
  ])('is none by a document that %s', async (_what, by) => {
    expect(await judged(await ordered(), by)).toEqual(expect.any(String))
  })
})
