import canonicalize from 'canonicalize'
import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import { malformed } from './refusals.ts'
import { decodeBase64url, readStrictJson } from '../../identity/index.ts'
import { firstPlace } from '../../platform/first-problem.ts'

const SCHEME = 'DIDAuthV1'
/** Longest header value we read, in characters; HTTP servers have about the same limit. */
const MAX_LENGTH = 16 * 1024

const signedDataSchema = z.strictObject({
  operation: z.string().min(1).max(1024),
  // Kept exactly as parsed: the signed and the obeyed object must be the same.
  params: z.custom<Record<string, unknown>>(isRecord, 'expected an object'),
  audience: z.string().min(1).max(2048),
  nonce: z.string().min(1).max(256),
  /** Seconds since 1970. */
  timestamp: z.int().nonnegative(),
})
const contentSchema = z.strictObject({
  signed_data: signedDataSchema,
  signature: z.strictObject({
    signer_did: z.string().min(1).max(2048),
    key_id: z.string().min(1).max(4096),
    value: z.string(),
  }),
})

/** What the signature covers (identity.md 4). */
export type SignedData = z.infer<typeof signedDataSchema>
/** The content of a header, before any of it is verified. */
export type DidAuthContent = z.infer<typeof contentSchema>

/**
 * `DIDAuthV1:` and the canonical JSON (RFC 8785) of the whole of `data`, nested members included.
 *
 * @throws SatchelError `did_auth_malformed` for values that JSON cannot represent
 */
export const didAuthBytes = (data: SignedData): Uint8Array =>
  Buffer.from(`${SCHEME}:${canonical(data)}`, 'utf8')

/**
 * The value of an `Authorization` header.
 *
 * @throws SatchelError `did_auth_malformed` when verifiers would refuse it, e.g. because it is too long
 */
export const writeDidAuthHeader = (content: DidAuthContent): string => {
  const header = `${SCHEME} ${Buffer.from(canonical(content), 'utf8').toString('base64url')}`
  readDidAuthHeader(header)
  return header
}

/**
 * Reads the value of an `Authorization` header: scheme, one space, base64url without padding, JSON of exactly this shape.
 *
 * @throws SatchelError `did_auth_malformed` with the place
 */
export const readDidAuthHeader = (header: string): DidAuthContent => {
  if (header.length > MAX_LENGTH) throw malformed('header', 'too_long')
  if (!header.startsWith(`${SCHEME} `)) throw malformed('header', 'other_scheme')
  const bytes = decodeBase64url(header.slice(SCHEME.length + 1))
  if (bytes === null) throw malformed('header', 'not_base64url')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (thrown) {
    throw malformed('header', 'not_utf8', thrown)
  }
  const json = readStrictJson(text)
  if (!json.ok) throw malformed('header', json.problem)
  const parsed = contentSchema.safeParse(json.value)
  if (parsed.success) return parsed.data
  throw malformed(firstPlace(parsed.error, 'header'), parsed.error.issues[0]?.code ?? '?', parsed.error)
}

const canonical = (value: unknown): string => {
  try {
    return canonicalize(value) ?? ''
  } catch (thrown) {
    throw malformed('params', 'not_json', thrown)
  }
}
