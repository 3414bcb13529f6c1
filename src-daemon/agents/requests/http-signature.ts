import { randomBytes } from 'node:crypto'
import type { KeyKind, VerificationKey } from '../../contract/identity.ts'
import { verifyWithKey } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { sixtyFourBytes } from '../core/signature-text.ts'
import { checkContentDigest, contentDigest } from './content-digest.ts'
import { badSignature, checkAge, malformed } from './refusals.ts'
import { readByteSequences, readSignatureInputs, type SignatureInput } from './signature-input.ts'

/** A request as its receiver knows it. */
export interface ReceivedRequest {
  readonly method: string
  /** The address the sender used. */
  readonly targetUri: string
  /** A header by its name in small letters; several lines are joined by a comma and a space. */
  readonly header: (name: string) => string | undefined
  readonly body: Uint8Array
}

/** Seconds: how long a signature counts, and how far the sender's clock may be ahead (anp.md 2). */
export const WINDOW = { late: 300, early: 60 } as const
const COVERED = ['@method', '@target-uri', '@authority'] as const

/** A signature whose text was read and nothing of it verified. */
export interface HttpSignature {
  readonly input: SignatureInput
  readonly keyId: string
  /** Before the `#` of the key id. */
  readonly did: string
  readonly signature: Uint8Array
}

/**
 * Reads the two headers of an HTTP Message Signature (RFC 9421): the first signature that both name, by a DID's key.
 *
 * @throws SatchelError `did_auth_malformed`
 */
export const readHttpSignature = (header: ReceivedRequest['header']): HttpSignature => {
  const signatures = readByteSequences('signature', header('signature') ?? '')
  for (const input of readSignatureInputs(header('signature-input') ?? '')) {
    const signature = signatures.get(input.label)
    if (signature === undefined) continue
    const keyId = input.params.get('keyid')
    if (typeof keyId !== 'string' || !/^did:[^#]+#[^#]+$/.test(keyId))
      throw malformed('signature-input.keyid', 'not_a_key_of_a_did')
    return { input, keyId, did: keyId.slice(0, keyId.indexOf('#')), signature }
  }
  throw malformed('signature', 'label_not_in_signature_input')
}

/** The bytes that are signed (RFC 9421, 2.5). Errors: `did_auth_malformed` for a component that isn't there. */
export const signatureBase = (
  { components, raw }: Pick<SignatureInput, 'components' | 'raw'>,
  request: Omit<ReceivedRequest, 'body'>,
): string =>
  [...components.map((name) => `"${name}": ${valueOf(name, request)}`), `"@signature-params": ${raw}`].join(
    '\n',
  )

const valueOf = (name: string, { method, targetUri, header }: Omit<ReceivedRequest, 'body'>): string => {
  if (name === '@method') return method
  if (name === '@target-uri') return targetUri
  const value = name.startsWith('@') ? partOf(name, targetUri) : header(name)?.trim()
  if (value === undefined) throw malformed(name, 'not_in_the_request')
  return value
}

const partOf = (name: string, targetUri: string): string | undefined => {
  const { host, pathname, search, protocol } = new URL(targetUri)
  const parts: Readonly<Record<string, string>> = {
    '@authority': host,
    '@scheme': protocol.slice(0, -1),
    '@path': pathname || '/',
    '@query': search || '?',
  }
  return Object.hasOwn(parts, name) ? parts[name] : undefined
}

/**
 * Whether the signature is over this request and content, by this key. Says nothing about time and repetition.
 *
 * @throws SatchelError `did_auth_malformed`, `did_auth_bad_signature`
 */
export const checkHttpSignature = (
  { input, did, keyId, signature }: HttpSignature,
  request: ReceivedRequest,
  key: VerificationKey,
): void => {
  const { components, params } = input
  for (const name of ['@method', '@target-uri'])
    if (!components.includes(name)) throw malformed(name, 'not_covered')
  const isContentCovered = components.includes('content-digest')
  if (request.body.length > 0 && !isContentCovered) throw malformed('content-digest', 'not_covered')
  if (isContentCovered) checkContentDigest(request.header('content-digest'), request.body)
  const algorithm = params.get('alg')
  if (algorithm !== undefined && algorithm !== ALGORITHMS[key.curve])
    throw malformed('signature-input.alg', 'not_of_this_key')
  const bytes = sixtyFourBytes(key.curve, signature)
  const base = Buffer.from(signatureBase(input, request), 'utf8')
  if (bytes === null || !verifyWithKey(key, base, bytes, { anyS: true })) throw badSignature(did, keyId)
}

const ALGORITHMS: Readonly<Record<KeyKind, string>> = {
  Ed25519: 'ed25519',
  'P-256': 'ecdsa-p256-sha256',
  secp256k1: 'ecdsa-secp256k1-sha256',
}

/**
 * Checks the time of a signature, five minutes at most.
 *
 * @throws SatchelError `did_auth_malformed`, `did_auth_expired`
 */
export const checkHttpSignatureTime = ({ input: { params } }: HttpSignature, now: Date): void => {
  const created = params.get('created')
  const expires = params.get('expires') ?? Number.POSITIVE_INFINITY
  if (typeof created !== 'number') throw malformed('signature-input.created', 'missing')
  if (typeof expires !== 'number' || expires < created) throw malformed('signature-input.expires', 'no_time')
  checkAge(created, now, { ...WINDOW, late: Math.min(WINDOW.late, expires - created) })
}

/** What may be used but once: the nonce, or what was signed where there is none. */
export const onceOf = (found: HttpSignature, request: ReceivedRequest): string => {
  const nonce = found.input.params.get('nonce')
  return typeof nonce === 'string' && nonce !== ''
    ? nonce
    : `sha256:${sha256Hex(signatureBase(found.input, request))}`
}

/**
 * The headers of a signed request: method, address and content are bound, in the order of parameters that ANP's own
 * libraries expect (anp.md 2). Errors: those of the signer.
 */
export const signHttpRequest = async (input: {
  readonly signer: Signer
  readonly method: string
  readonly targetUri: string
  readonly body: Uint8Array | null
  readonly now: Date
  /** One the server asked for. */
  readonly nonce?: string | undefined
  /** The header of that name, which is bound too if there is one. */
  readonly idempotencyKey?: string | undefined
}): Promise<Record<string, string>> => {
  const { signer, method, targetUri, body, now, idempotencyKey } = input
  const digest = body === null || body.length === 0 ? null : contentDigest(body)
  const headers: Readonly<Record<string, string | undefined>> = {
    'content-digest': digest ?? undefined,
    'idempotency-key': idempotencyKey,
  }
  const bound = Object.keys(headers).filter((name) => headers[name] !== undefined)
  const components = [...COVERED, ...bound]
  const created = Math.floor(now.getTime() / 1000)
  const nonce = input.nonce ?? randomBytes(16).toString('base64url')
  const raw = `(${components.map((name) => `"${name}"`).join(' ')});created=${String(created)};expires=${String(created + WINDOW.late)};nonce="${nonce}";keyid="${signer.keyId}"`
  const header = (name: string): string | undefined => headers[name]
  const base = signatureBase({ components, raw }, { method, targetUri, header })
  const signature = Buffer.from(await signer.sign(Buffer.from(base, 'utf8'))).toString('base64')
  return {
    ...(digest === null ? {} : { 'Content-Digest': digest }),
    'Signature-Input': `sig1=${raw}`,
    Signature: `sig1=:${signature}:`,
  }
}

/** Whether a text may be a nonce of ours: what stands between quotes in a header. */
export const isNonce = (text: string): boolean => /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,256}$/.test(text)
