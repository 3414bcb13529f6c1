import { isDeepStrictEqual } from 'node:util'
import { base58btc } from 'multiformats/bases/base58'
import { isMap } from 'yaml'
import type { Signer } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { Language } from '../../contract/language.ts'
import { readText } from '../document/bytes.ts'
import { parseDocument, type PackageDocument } from '../document/document.ts'

import {
  AUTHOR_DID,
  AUTHOR_KEY_ID,
  SIGNATURE,
  signatureToken,
  signingBytes,
  stringAt,
} from '../document/signature.ts'
import type { CheckSchema } from '../document/validate.ts'
import { addToMap, applyEdits, setText, type Edit, type Entry } from './edit.ts'
import { refuseInvalid } from './refuse-invalid.ts'

export interface SignOptions {
  /** Signs even if the file names another author, and replaces that author. */
  readonly takeAuthorship?: boolean | undefined
  /** Also checks the schema against state. */
  readonly checkSchema?: CheckSchema | null | undefined
  /** Language of the problems when the file is refused; English by default. */
  readonly language?: Language | undefined
}

/**
 * Signs a package with its author's key: writes the author if none is named, and the signature. No other byte changes; missing
 * keys are added as the last lines of `metadata`, indented like its other keys.
 *
 * @throws SatchelError `package_rejected` with `details.problems` when the file is not valid without its signature,
 * `author_is_other`, `signature_place_missing`, and those of signing
 */
export const signPackage = async (
  bytes: Uint8Array,
  file: string,
  signer: Signer,
  options: SignOptions = {},
): Promise<Uint8Array> => {
  refuseInvalid(bytes, file, options)
  const authored = setAuthor(bytes, file, signer, options)
  return writeSignature(authored, file, signer)
}

/**
 * Writes the signer as the author if none is named.
 *
 * @throws SatchelError `author_is_other`, `signature_place_missing`
 */
export const setAuthor = (
  bytes: Uint8Array,
  file: string,
  { did, keyId }: Pick<Signer, 'did' | 'keyId'>,
  { takeAuthorship = false }: Pick<SignOptions, 'takeAuthorship'> = {},
): Uint8Array => {
  const original = open(bytes, file)
  const wanted = [
    { path: AUTHOR_DID, by: did },
    { path: AUTHOR_KEY_ID, by: keyId },
  ]
  let text = original.text
  for (const { path, by } of wanted) {
    const { document } = parse(text, file)
    const present = stringAt(document, path)
    if (present === by) continue
    if (present !== null && present !== '' && !takeAuthorship)
      throw new SatchelError('author_is_other', {
        params: { file, author: present },
        details: { author: present },
      })
    text = applyEdits(text, [authorEdit(text, document, path, by) ?? noPlace(file, path.join('.'))])
  }
  return encode(text, original, file)
}

/**
 * The edit that writes one field of the author, wherever the file has it; null if there is no place for it.
 */
const authorEdit = (
  text: string,
  document: PackageDocument,
  path: typeof AUTHOR_DID | typeof AUTHOR_KEY_ID,
  by: string,
): Edit | null => {
  const [section, owner, field] = path
  const entry: Entry = [field, JSON.stringify(by)]
  const written = setText(text, document, path, JSON.stringify(by))
  if (written !== null) return written
  const author = document.node([section, owner])
  // Nothing can be appended to `{}`.
  if (isMap(author) && author.items.length === 0 && author.range)
    return { start: author.range[0], end: author.range[1], by: `{${field}: ${JSON.stringify(by)}}` }
  return (
    addToMap(text, document, [section, owner], [entry]) ??
    setText(text, document, [section, owner], `{${field}: ${JSON.stringify(by)}}`) ??
    addToMap(text, document, [section], [[owner, [entry]]])
  )
}

/**
 * Signs the file as it is: only the signature token is replaced or added. The author must already be the
 * signer.
 *
 * @throws SatchelError `signature_place_missing` with `details.problems`, and those of signing
 */
export const writeSignature = async (
  bytes: Uint8Array,
  file: string,
  signer: Signer,
): Promise<Uint8Array> => {
  const original = open(bytes, file)
  const { did, keyId } = signer
  if (stringAt(original.document, AUTHOR_DID) !== did || stringAt(original.document, AUTHOR_KEY_ID) !== keyId)
    noPlace(file, 'metadata.author')
  const text = withPlace(original, file)
  const token = signatureToken(text, parse(text, file).document) ?? noPlace(file, SIGNATURE.join('.'))
  const signature = base58btc.encode(await signer.sign(signingBytes(text, token)))
  return encode(applyEdits(text, [{ ...token, by: signature }]), original, file)
}

/** The text with a signature token: the existing one, or a placeholder. */
const withPlace = ({ text, document }: Opened, file: string): string => {
  if (signatureToken(text, document) !== null) return text
  const [section, key] = SIGNATURE
  const edit =
    setText(text, document, SIGNATURE, '""') ??
    (hasKey(document, key) ? null : addToMap(text, document, [section], [[key, '""']]))
  return applyEdits(text, [edit ?? noPlace(file, SIGNATURE.join('.'))])
}

const hasKey = ({ value }: PackageDocument, key: string): boolean =>
  isRecord(value) && isRecord(value['metadata']) && Object.hasOwn(value['metadata'], key)

interface Opened {
  readonly text: string
  readonly document: PackageDocument
}

const open = (bytes: Uint8Array, file: string): Opened => parse(Buffer.from(bytes).toString('utf8'), file)

const parse = (text: string, file: string): Opened => {
  const read = readText(Buffer.from(text), file)
  const document = read.text === null ? null : parseDocument(read.text, read.findings)
  if (document !== null) return { text, document }
  const problems = read.findings.all()
  const [first] = problems
  const problem = first === undefined ? '' : `${first.code} (${String(first.line)}:${String(first.column)})`
  throw new SatchelError('signature_place_missing', { params: { file, problem }, details: { problems } })
}

/** The edited text as bytes, after checking that only author and signature differ. */
const encode = (text: string, before: Opened, file: string): Uint8Array => {
  const after = parse(text, file).document
  if (!isDeepStrictEqual(unsigned(after.value), unsigned(before.document.value))) noPlace(file, 'metadata')
  return new Uint8Array(Buffer.from(text))
}

const unsigned = (value: unknown): unknown => {
  if (!isRecord(value) || !isRecord(value['metadata'])) return value
  const { author, signature: _signature, ...metadata } = value['metadata']
  const { did: _did, key_id: _keyId, ...rest } = isRecord(author) ? author : {}
  return { ...value, metadata: { ...metadata, author: rest } }
}

const noPlace = (file: string, problem: string): never => {
  throw new SatchelError('signature_place_missing', { params: { file, problem } })
}
