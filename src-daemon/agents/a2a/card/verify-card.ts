import { z } from 'zod'
import type {
  DescriptionReason,
  DescriptionVerdict,
  VerifiedDescription,
} from '../../../contract/agent-descriptions.ts'
import { decodeBase64url, readStrictJson } from '../../../identity/index.ts'
import type { DidResolver } from '../../../identity/types.ts'
import type { NetworkGuard } from '../../../network/index.ts'
import { SatchelError } from '../../../platform/errors.ts'
import { sha256Hex } from '../../../platform/sha256.ts'
import { hostOfDid } from '../../core/host-of-did.ts'
import { canonicalForms } from './canonical-forms.ts'
import type { ReadCard } from './read-card.ts'
import { ALGORITHM_NAMES, curveKey, keyInSet, type CardKey } from './signature-key.ts'

export interface VerifyCardDeps {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly dids: Pick<DidResolver, 'key'>
}

/** What the signatures of a card are worth, in the words of descriptions. */
export interface CardVerdict {
  readonly verdict: DescriptionVerdict
  readonly reasons: VerifiedDescription['reasons']
  /** The DID whose key signed it; null if it isn't a DID's, or nothing is verified. */
  readonly did: string | null
  readonly keyId: string | null
  /** Hex SHA-256 of the key itself; null if nothing is verified. */
  readonly keyDigest: string | null
  /** Hex SHA-256 of what is signed. */
  readonly digest: string
}

const MAX_SIGNATURES = 5
const MAX_KEYS_BYTES = 256 * 1024

/** From the best to the worst: one good signature is enough, and one that is broken says more than one that can't be checked. */
const ORDER: readonly DescriptionVerdict[] = ['valid', 'not-domain-bound', 'invalid', 'unsupported']

/**
 * Verifies the signatures of a card (A2A 8.4): JWS over its canonical JSON. The key is a DID's, where `kid` is the id of one, or
 * from a key set (`jku`) at the host that the card was read from. It counts for that host if the key set is there, or if the DID
 * is of that host.
 */
export const verifyCard = async (
  read: ReadCard,
  host: string,
  deps: VerifyCardDeps,
): Promise<CardVerdict> => {
  const forms = canonicalForms(read)
  const digest = sha256Hex(forms[0] ?? '')
  const refused = (one: Refusal): CardVerdict => ({
    verdict: one.verdict,
    reasons: [{ code: one.code, detail: one.detail }],
    did: null,
    keyId: one.keyId ?? null,
    keyDigest: null,
    digest,
  })
  const signatures = read.json['signatures']
  if (signatures === undefined || (Array.isArray(signatures) && signatures.length === 0))
    return refused({ verdict: 'unsigned', code: 'no_proof', detail: null })
  if (!Array.isArray(signatures)) return refused(invalid('proof_unreadable', 'signatures'))
  const verdicts: CardVerdict[] = []
  for (const [index, signature] of signatures.slice(0, MAX_SIGNATURES).entries()) {
    const found = await verifySignature(signature, `signatures[${String(index)}]`, { forms, host, deps })
    if ('code' in found) verdicts.push(refused(found))
    else verdicts.push(found)
    if (found.verdict === 'valid') break
  }
  const [best] = verdicts.toSorted((one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict))
  return best ?? refused(invalid('proof_unreadable', 'signatures'))
}

interface Refusal {
  readonly verdict: 'unsigned' | 'unsupported' | 'invalid'
  readonly code: DescriptionReason
  readonly detail: string | null
  readonly keyId?: string
}

const invalid = (code: DescriptionReason, detail: string | null = null, keyId?: string): Refusal => ({
  verdict: 'invalid',
  code,
  detail,
  ...(keyId === undefined ? {} : { keyId }),
})

const unsupported = (code: DescriptionReason, detail: string | null, keyId?: string): Refusal => ({
  ...invalid(code, detail, keyId),
  verdict: 'unsupported',
})

const signatureSchema = z.object({ protected: z.string().max(8192), signature: z.string().max(1024) })
const headerSchema = z.looseObject({
  alg: z.string(),
  kid: z.string().min(1).max(2048),
  jku: z.string().max(2048).optional(),
})
type Header = z.infer<typeof headerSchema>

interface Verifying {
  readonly forms: readonly string[]
  readonly host: string
  readonly deps: VerifyCardDeps
}

const verifySignature = async (
  json: unknown,
  place: string,
  { forms, host, deps }: Verifying,
): Promise<CardVerdict | Refusal> => {
  const parts = signatureSchema.safeParse(json).data
  const protectedBytes = parts === undefined ? null : decodeBase64url(parts.protected)
  const signature = parts === undefined ? null : decodeBase64url(parts.signature)
  if (parts === undefined || protectedBytes === null) return invalid('proof_unreadable', place)
  const header = headerOf(Buffer.from(protectedBytes).toString('utf8'))
  if (header === null) return invalid('proof_unreadable', `${place}.protected`)
  const { alg, kid } = header
  if (signature === null) return invalid('signature_unreadable', null, kid)
  // Whatever it names would have to be understood (RFC 7515, 4.1.11).
  if (header['crit'] !== undefined) return unsupported('proof_type_unknown', 'crit', kid)
  if (!ALGORITHM_NAMES.includes(alg)) return unsupported('proof_type_unknown', alg, kid)
  const found = await keyOf(header, host, deps)
  if ('code' in found) return found
  for (const form of forms) {
    const signed = `${parts.protected}.${Buffer.from(form, 'utf8').toString('base64url')}`
    const isBy = found.key.verifies(alg, Buffer.from(signed, 'ascii'), signature)
    if (isBy === null) return invalid('type_not_of_key', alg, kid)
    if (isBy) return verdictOf(found, { kid, host, digest: sha256Hex(form) })
  }
  return invalid('wrong_signature', null, kid)
}

const verdictOf = (
  { key, did, isOfHost }: FoundKey,
  { kid, host, digest }: { readonly kid: string; readonly host: string; readonly digest: string },
): CardVerdict => ({
  verdict: isOfHost ? 'valid' : 'not-domain-bound',
  reasons: [
    { code: 'signed', detail: null },
    isOfHost ? { code: 'key_of_host', detail: host } : { code: 'did_of_another_host', detail: did },
  ],
  did,
  keyId: kid,
  keyDigest: key.digest,
  digest,
})

const headerOf = (text: string): Header | null => {
  const parsed = readStrictJson(text)
  return parsed.ok ? (headerSchema.safeParse(parsed.value).data ?? null) : null
}

interface FoundKey {
  readonly key: CardKey
  readonly did: string | null
  /** Whether only the host that the card was read from could publish this key. */
  readonly isOfHost: boolean
}

const keyOf = async (
  { kid, jku }: Header,
  host: string,
  { guard, dids }: VerifyCardDeps,
): Promise<FoundKey | Refusal> => {
  try {
    if (/^did:[^#]+#./.test(kid)) {
      const did = kid.slice(0, kid.indexOf('#'))
      const key = curveKey(await dids.key(kid, 'assertionMethod'))
      return { key, did, isOfHost: hostOfDid(did) === host }
    }
    if (jku === undefined) return unsupported('no_key_address', kid, kid)
    if (!URL.canParse(jku) || new URL(jku).host !== host) return unsupported('key_elsewhere', jku, kid)
    const key = keyInSet(await keySet(new URL(jku), guard), kid)
    return key === null ? invalid('key_unavailable', kid, kid) : { key, did: null, isOfHost: true }
  } catch (thrown) {
    if (thrown instanceof SatchelError && thrown.code !== 'internal')
      return invalid('key_unavailable', thrown.code, kid)
    throw thrown
  }
}

/** Null for anything but JSON. */
const keySet = async (url: URL, guard: VerifyCardDeps['guard']): Promise<unknown> => {
  const policy = { kind: 'package_host', hosts: [url.host], maxBytes: MAX_KEYS_BYTES } as const
  const response = await guard.fetch(url, { headers: { accept: 'application/json' } }, policy)
  const text = await response.text()
  const parsed = response.status === 200 ? readStrictJson(text) : null
  return parsed?.ok === true ? parsed.value : null
}
