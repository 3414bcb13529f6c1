import { isUtf8 } from 'node:buffer'
import type { CallProof } from '../../contract/call-proofs.ts'
import type { VerificationKey } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { checkHttpSignature, readHttpSignature, type ReceivedRequest } from '../requests/http-signature.ts'

/** The largest answer that is kept, in bytes. */
const MAX_KEPT = 64 * 1024
/** In seconds: ECMAScript has no later time. */
const LATEST = 8.64e12
const SENT = ['signature-input', 'signature', 'content-digest', 'idempotency-key']
const ANSWERED = ['signature-input', 'signature', 'content-digest', 'date']

/** Puts together the proof of a request that was signed, from its headers and the answer's bytes. */
export const callProof = (
  request: {
    readonly method: string
    readonly url: string
    readonly headers: Headers
    readonly body: string
  },
  answer: { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array },
): Omit<CallProof, 'didDocument'> => {
  const { method, url, headers, body } = request
  const { status, bytes } = answer
  const isKept = bytes.length <= MAX_KEPT && isUtf8(bytes)
  return {
    request: { method, url, headers: picked(headers, SENT), body },
    answer: {
      status,
      headers: picked(answer.headers, ANSWERED),
      sha256: sha256Hex(bytes),
      body: isKept ? Buffer.from(bytes).toString('utf8') : null,
    },
  }
}

const picked = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

/** What a proof proves. */
export interface ProvenCall {
  readonly did: string
  readonly keyId: string
  /** RFC 3339. */
  readonly signedAt: string
  readonly url: string
  readonly body: string
  readonly idempotencyKey: string
  /** Null if only its digest was kept. */
  readonly answer: string | null
}

/**
 * Verifies a proof as a third party does: the key signed this request, with its body and its idempotency key, and the answer is the one
 * whose digest was kept.
 *
 * @throws SatchelError `did_auth_malformed`, `did_auth_bad_signature`, `call_proof_wrong`, those of `key`
 */
export const verifyCallProof = async (
  { request: { method, url, headers, body }, answer }: CallProof,
  key: (keyId: string) => Promise<VerificationKey>,
): Promise<ProvenCall> => {
  const request: ReceivedRequest = {
    method,
    targetUri: url,
    header: (name) => (Object.hasOwn(headers, name) ? headers[name] : undefined),
    body: Buffer.from(body, 'utf8'),
  }
  const found = readHttpSignature(request.header)
  for (const part of ['content-digest', 'idempotency-key'])
    if (!found.input.components.includes(part)) throw wrong(`${part} is not signed`)
  const { did, keyId, input } = found
  checkHttpSignature(found, request, await key(keyId))
  if (answer.body !== null && sha256Hex(answer.body) !== answer.sha256) throw wrong('another answer')
  const created = input.params.get('created')
  if (typeof created !== 'number' || Math.abs(created) > LATEST) throw wrong('no time is signed')
  return {
    ...{ did, keyId, url, body },
    signedAt: new Date(created * 1000).toISOString(),
    idempotencyKey: headers['idempotency-key'] ?? '',
    answer: answer.body,
  }
}

const wrong = (problem: string): SatchelError =>
  new SatchelError('call_proof_wrong', { params: { problem }, details: { problem } })
