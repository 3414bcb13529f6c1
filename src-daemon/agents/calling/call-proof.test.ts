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
})
