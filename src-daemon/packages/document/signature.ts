import { base58btc } from 'multiformats/bases/base58'
import { isScalar, type Scalar } from 'yaml'
import { verifySignature, verifyWithKey } from '../../identity/index.ts'
import type { VerificationKey } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { PackageDocument } from './document.ts'
import type { About, Findings, Place } from './findings.ts'

const DOMAIN = Buffer.from('NuwaACPv1:')
export const SIGNATURE = ['metadata', 'signature'] as const
export const AUTHOR_DID = ['metadata', 'author', 'did'] as const
export const AUTHOR_KEY_ID = ['metadata', 'author', 'key_id'] as const

/** UTF-16 offsets of the signature token in the text, quotes included. */
export interface TokenRange {
  readonly start: number
  readonly end: number
}

/** The claim of a file: key `keyId` of the author `did` made `signature` over `bytes`. */
export interface Claim {
  readonly did: string
  readonly keyId: string
  readonly value: string
  readonly bytes: Uint8Array
  readonly signature: Uint8Array
  readonly places: { readonly did: Place; readonly keyId: Place; readonly signature: Place }
}

/** The claim, or why it cannot be checked at all. */
export type ReadClaim = { readonly claim: Claim } | { readonly problem: Problem }

interface Problem extends About {
  readonly code: 'unsigned' | 'invalid_signature_form' | 'key_not_authorized'
  readonly place: Place
}

/** The public key of a key id, if its author's document lists it for signing. Errors: those of `DidResolver.key`. */
export type KeyOf = (keyId: string) => Promise<VerificationKey>

/**
 * The position of the signature; null if it is not one plain or quoted word on one line (acp.md 2.1). An
 * escape inside the quotes is refused as well, so that the value is exactly what is written.
 */
export const signatureToken = (text: string, document: PackageDocument): TokenRange | null => {
  const node = document.node(SIGNATURE)
  const value = stringAt(document, SIGNATURE)
  if (!isScalar(node) || !node.range || value === null || !isWord(node)) return null
  const [start, end] = node.range
  const token = text.slice(start, end)
  const spelled = node.type === 'PLAIN' ? value : node.type === 'QUOTE_SINGLE' ? `'${value}'` : `"${value}"`
  return token === spelled ? { start, end } : null
}

const isWord = ({ type }: Scalar): boolean =>
  type === 'PLAIN' || type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE'

/**
 * The bytes that are signed: the domain and the SHA-256 of the file without its signature token (acp.md 2.1,
 * 2.2).
 */
export const signingBytes = (text: string, { start, end }: TokenRange): Uint8Array => {
  const digest = sha256(text.slice(0, start) + text.slice(end))
  return new Uint8Array(Buffer.concat([DOMAIN, digest]))
}

/** Author and signature as the file states them (acp.md 2.4). */
export const readClaim = (text: string, document: PackageDocument): ReadClaim => {
  const did = stringAt(document, AUTHOR_DID)
  const keyId = stringAt(document, AUTHOR_KEY_ID)
  const value = stringAt(document, SIGNATURE)
  const places = {
    did: document.place(AUTHOR_DID),
    keyId: document.place(AUTHOR_KEY_ID),
    signature: document.place(SIGNATURE),
  }
  if (!did || !keyId || value === '') {
    const missing = !did ? AUTHOR_DID : !keyId ? AUTHOR_KEY_ID : SIGNATURE
    const place = document.place(missing)
    return { problem: { code: 'unsigned', place, expected: missing.join('.') } }
  }
  const node = document.node(SIGNATURE)
  if (value === null && (node === null || (isScalar(node) && node.value === null)))
    return { problem: { code: 'unsigned', place: places.signature, expected: SIGNATURE.join('.') } }
  const token = signatureToken(text, document)
  const signature = value === null || token === null ? null : decodeSignature(value)
  if (value === null || token === null || signature === null) {
    const place = places.signature
    return { problem: { code: 'invalid_signature_form', place, found: value, expected: 'z…' } }
  }
  if (!keyId.startsWith(`${did}#`)) {
    const place = places.keyId
    return { problem: { code: 'key_not_authorized', place, found: keyId, expected: `${did}#…` } }
  }
  return { claim: { did, keyId, value, signature, bytes: signingBytes(text, token), places } }
}

/** Checks author and signature where the author is a `did:key`; any other author is `did_unresolvable` (acp.md 2.4). */
export const checkClaim = (read: ReadClaim, findings: Findings): void => {
  if ('problem' in read) {
    const { code, place, ...about } = read.problem
    findings.error(code, place, about)
    return
  }
  const { claim } = read
  try {
    if (!isSignedByOwnKey(claim))
      findings.error('bad_signature', claim.places.signature, { found: claim.value })
  } catch (thrown) {
    reportUnknownKey(thrown, claim, findings)
  }
}

/**
 * The same for any author: resolves the key, unless the DID is the key. Resolves nothing if the form is
 * invalid.
 */
export const checkClaimBy = async (read: ReadClaim, findings: Findings, keyOf: KeyOf): Promise<void> => {
  if ('problem' in read || read.claim.did.startsWith('did:key:')) {
    checkClaim(read, findings)
    return
  }
  const { claim } = read
  const { keyId, bytes, signature, value, places } = claim
  try {
    const key = await keyOf(keyId)
    if (!verifyWithKey(key, bytes, signature))
      findings.error('bad_signature', places.signature, { found: value })
  } catch (thrown) {
    reportUnknownKey(thrown, claim, findings)
  }
}

/** A `did:key` never changes its key, so the result is cached. */
const verdicts = new WeakMap<Claim, boolean>()
const isSignedByOwnKey = (claim: Claim): boolean => {
  const known = verdicts.get(claim)
  if (known !== undefined) return known
  const verdict = verifySignature(claim)
  verdicts.set(claim, verdict)
  return verdict
}

/** Reports why the key is unknown: each DID method has its own message (`text/package-problems.ts`). */
const reportUnknownKey = (thrown: unknown, { did, keyId, places }: Claim, findings: Findings): void => {
  if (!(thrown instanceof SatchelError)) throw thrown
  const code: string = thrown.code
  // A did:key lists only its own key; no other key id is in its document.
  if (code === 'key_not_authorized' || (did.startsWith('did:key:') && isReadable(did))) {
    findings.error('key_not_authorized', places.keyId, { found: keyId, expected: 'assertionMethod' })
    return
  }
  if (!code.startsWith('did_')) throw thrown
  findings.error('did_unresolvable', places.did, { found: did, params: { ...thrown.params, reason: code } })
}

const isReadable = (did: string): boolean => {
  try {
    verifySignature({
      keyId: `${did}#${did.slice('did:key:'.length)}`,
      bytes: DOMAIN,
      signature: new Uint8Array(64),
    })
    return true
  } catch {
    return false
  }
}

const decodeSignature = (text: string): Uint8Array | null => {
  if (!/^z[1-9A-HJ-NP-Za-km-z]{1,90}$/.test(text)) return null
  const bytes = base58btc.decode(text)
  return bytes.length === 64 ? bytes : null
}

/** The text at `path`; null when there is none. */
export const stringAt = (document: PackageDocument, path: readonly string[]): string | null => {
  const node = document.node(path)
  return isScalar(node) && typeof node.value === 'string' ? node.value : null
}
