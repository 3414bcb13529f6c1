import { randomBytes } from 'node:crypto'
import type { VerificationKey } from '../../contract/identity.ts'
import { jcsHash, verifyWithKey } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import { readSignature } from '../core/signature-text.ts'
import { badSignature, checkAge, malformed } from './refusals.ts'
import { WINDOW } from './http-signature.ts'

/** An `Authorization: DIDWba …` header, read and not verified (anp.md 2, generations 2 and 3). */
export interface DidWbaHeader {
  readonly did: string
  readonly keyId: string
  readonly nonce: string
  readonly timestamp: string
  readonly signature: string
  /** Null in the third generation. */
  readonly version: string | null
}

const PAIR = /\s*([A-Za-z_]+)\s*=\s*"([!#-[\]-~ ]*)"\s*(?:,|$)/y
const MAX_LENGTH = 8 * 1024

/**
 * Reads `DIDWba [v="1.1", ]did="…", nonce="…", timestamp="…", verification_method="…", signature="…"`, in any order.
 *
 * @throws SatchelError `did_auth_malformed`
 */
export const readDidWbaHeader = (header: string): DidWbaHeader => {
  if (header.length > MAX_LENGTH) throw malformed('header', 'too_long')
  const scheme = /^DIDWba\s+/i.exec(header)?.[0]
  if (scheme === undefined) throw malformed('header', 'other_scheme')
  const pairs = new Map<string, string>()
  let at = scheme.length
  while (at < header.length) {
    PAIR.lastIndex = at
    const [, name = '', value = ''] = PAIR.exec(header) ?? []
    if (name === '') throw malformed('header', 'unexpected_text')
    if (pairs.has(name.toLowerCase())) throw malformed(name, 'twice')
    pairs.set(name.toLowerCase(), value)
    at = PAIR.lastIndex
  }
  const given = (name: string): string => {
    const value = pairs.get(name) ?? ''
    if (value === '') throw malformed(name, 'missing')
    return value
  }
  const did = given('did')
  const method = given('verification_method')
  return {
    did,
    keyId: method.includes('#') ? (method.startsWith('#') ? `${did}${method}` : method) : `${did}#${method}`,
    nonce: given('nonce'),
    timestamp: given('timestamp'),
    signature: given('signature'),
    version: pairs.get('v') ?? null,
  }
}

/**
 * Checks a header against the host names of the receiver, without their ports. The body isn't covered.
 *
 * @throws SatchelError `did_auth_malformed`, `did_auth_bad_signature`
 */
export const checkDidWbaHeader = (
  header: DidWbaHeader,
  { audiences, key }: { readonly audiences: readonly string[]; readonly key: VerificationKey },
): void => {
  const { did, keyId, signature: text } = header
  if (!keyId.startsWith(`${did}#`)) throw malformed('verification_method', 'of_another_did')
  const signature = readSignature(key.curve, text)
  if (signature === null) throw malformed('signature', 'unreadable')
  const isGood = fieldsOf(header.version).some((field) =>
    audiences.some((audience) =>
      verifyWithKey(key, signedBytes(header, field, audience), signature.bytes, { anyS: true }),
    ),
  )
  if (!isGood) throw badSignature(did, keyId)
}

/** Errors: `did_auth_malformed`, `did_auth_expired`. */
export const checkDidWbaTime = ({ timestamp }: DidWbaHeader, now: Date): void => {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(timestamp)
    ? Date.parse(timestamp) / 1000
    : Number.NaN
  if (Number.isNaN(at)) throw malformed('timestamp', 'no_time')
  checkAge(at, now, WINDOW)
}

type AudienceField = 'aud' | 'service'

/** How the receiver is called in what is signed: `service` before version 1.1; without a version, either. */
const fieldsOf = (version: string | null): readonly AudienceField[] => {
  if (version === null) return ['service', 'aud']
  return Number(version) >= 1.1 ? ['aud'] : ['service']
}

/** A digest: Ed25519 signs it as it is, ECDSA hashes it once more. */
const signedBytes = (
  { nonce, timestamp, did }: Pick<DidWbaHeader, 'nonce' | 'timestamp' | 'did'>,
  field: AudienceField,
  audience: string,
): Uint8Array => jcsHash({ nonce, timestamp, [field]: audience, did })

/** A header of the second generation, for servers that don't know signatures over the request. */
export const writeDidWbaHeader = async (input: {
  readonly signer: Signer
  /** The receiver's host name, without a port. */
  readonly audience: string
  readonly now: Date
  readonly nonce?: string | undefined
}): Promise<string> => {
  const { signer, audience, now } = input
  const { did, keyId } = signer
  const nonce = input.nonce ?? randomBytes(16).toString('base64url')
  const timestamp = `${now.toISOString().slice(0, 19)}Z`
  const signature = await signer.sign(signedBytes({ nonce, timestamp, did }, 'aud', audience))
  const pairs = {
    v: '1.1',
    did,
    nonce,
    timestamp,
    verification_method: keyId.slice(did.length + 1),
    signature: Buffer.from(signature).toString('base64url'),
  }
  return `DIDWba ${Object.entries(pairs)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}
