import { createHash } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { isScalar, type Scalar } from 'yaml'
import { verifySignature } from '../identity/index.ts'
import type { Signer } from '../identity/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { readText } from './bytes.ts'
import { parseDocument, type PackageDocument } from './document.ts'
import type { Findings } from './findings.ts'

const DOMAIN = Buffer.from('NuwaACPv1:')
const SIGNATURE = ['metadata', 'signature'] as const
const DID = ['metadata', 'author', 'did'] as const
const KEY_ID = ['metadata', 'author', 'key_id'] as const

/** UTF-16 offsets of the signature token in the text, quotes included. */
export interface TokenRange {
  readonly start: number
  readonly end: number
}

/**
 * Where the signature stands; null when it is not one plain or quoted word on one line (acp.md 2.1). An escape inside the
 * quotes is refused as well, so that what is read is what is written.
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

/** The bytes a signature is over: the domain and the SHA-256 of the file without its signature token (acp.md 2.1, 2.2). */
export const signingBytes = (text: string, { start, end }: TokenRange): Uint8Array => {
  const hash = createHash('sha256').update(text.slice(0, start)).update(text.slice(end)).digest()
  return new Uint8Array(Buffer.concat([DOMAIN, hash]))
}

/** Checks author and signature; each way it can fail has its own code (acp.md 2.4). */
export const checkSignature = (text: string, document: PackageDocument, findings: Findings): void => {
  const did = stringAt(document, DID)
  const keyId = stringAt(document, KEY_ID)
  const value = stringAt(document, SIGNATURE)
  if (did === null || keyId === null || value === null || value === '') {
    const missing = did === null ? DID : keyId === null ? KEY_ID : SIGNATURE
    findings.error('unsigned', document.place(missing), { expected: missing.join('.') })
    return
  }
  const token = signatureToken(text, document)
  const signature = token === null ? null : decodeSignature(value)
  if (token === null || signature === null) {
    findings.error('invalid_signature_form', document.place(SIGNATURE), { found: value, expected: 'z…' })
    return
  }
  if (!keyId.startsWith(`${did}#`)) {
    findings.error('key_not_authorized', document.place(KEY_ID), { found: keyId, expected: `${did}#…` })
    return
  }
  try {
    if (verifySignature({ keyId, bytes: signingBytes(text, token), signature })) return
    findings.error('bad_signature', document.place(SIGNATURE), { found: value })
  } catch (thrown) {
    if (!(thrown instanceof SatchelError) || thrown.code !== 'did_unresolvable') throw thrown
    // A did:key lists its one key alone; any other key id of it is not in its document.
    if (isReadable(did)) findings.error('key_not_authorized', document.place(KEY_ID), { found: keyId })
    else findings.error('did_unresolvable', document.place(DID), { found: did, expected: 'did:key:z…' })
  }
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

/**
 * Signs a package: only the signature token changes. Its author must already be the signer.
 *
 * @throws SatchelError `signature_place_missing` with `details.problems`, `keystore_locked`
 */
export const signPackage = async (bytes: Uint8Array, file: string, signer: Signer): Promise<Uint8Array> => {
  const { text, document } = openForSigning(bytes, file)
  const token = signatureToken(text, document)
  if (
    token === null ||
    stringAt(document, DID) !== signer.did ||
    stringAt(document, KEY_ID) !== signer.keyId
  ) {
    throw new SatchelError('signature_place_missing', {
      params: { file, problem: 'metadata.author, metadata.signature' },
    })
  }
  const signature = base58btc.encode(await signer.sign(signingBytes(text, token)))
  return Buffer.from(replace(text, [{ ...token, by: signature }]))
}

/**
 * Writes the signer into the author fields that are there, and touches nothing else: what signs last owns the file.
 *
 * @throws SatchelError `signature_place_missing`
 */
export const setAuthor = (
  bytes: Uint8Array,
  file: string,
  signer: Pick<Signer, 'did' | 'keyId'>,
): Uint8Array => {
  const { text, document } = openForSigning(bytes, file)
  const edits = [
    { path: DID, by: signer.did },
    { path: KEY_ID, by: signer.keyId },
  ].map(({ path, by }) => {
    const range = document.node(path)?.range
    if (!range)
      throw new SatchelError('signature_place_missing', { params: { file, problem: path.join('.') } })
    return { start: range[0], end: range[1], by: JSON.stringify(by) }
  })
  return Buffer.from(replace(text, edits))
}

const openForSigning = (bytes: Uint8Array, file: string): { text: string; document: PackageDocument } => {
  const { text, findings } = readText(bytes, file)
  const document = text === null ? null : parseDocument(text, findings)
  if (text === null || document === null) {
    const problem = findings.all()[0]
    const place =
      problem === undefined ? '' : `${problem.code} (${String(problem.line)}:${String(problem.column)})`
    throw new SatchelError('signature_place_missing', {
      params: { file, problem: place },
      details: { problems: findings.all() },
    })
  }
  return { text, document }
}

const replace = (text: string, edits: readonly { start: number; end: number; by: string }[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, end, by }) => edited.slice(0, start) + by + edited.slice(end), text)

const stringAt = (document: PackageDocument, path: readonly string[]): string | null => {
  const node = document.node(path)
  return isScalar(node) && typeof node.value === 'string' ? node.value : null
}
