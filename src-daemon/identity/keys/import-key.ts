import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { base16 } from 'multiformats/bases/base16'
import { base58btc } from 'multiformats/bases/base58'
import { base64url } from 'multiformats/bases/base64'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { keyOfMulticodec } from '../core/multicodec.ts'
import { readStrictJson } from '../core/strict-json.ts'
import { keyKindSchema, type KeyKind } from '../../contract/identity.ts'
import { spellingsOf } from '../stores/passphrase.ts'
import { isSecret, secretJwkOf } from './curves.ts'

export interface ImportedKey {
  readonly kind: KeyKind
  readonly secret: Uint8Array
}

/** Multicodec prefixes of secret keys: ed25519-priv 0x1300, secp256k1-priv 0x1301, p256-priv 0x1306, as varint bytes. */
const codecs: readonly { readonly kind: KeyKind; readonly prefix: readonly [number, number] }[] = [
  { kind: 'Ed25519', prefix: [0x80, 0x26] },
  { kind: 'secp256k1', prefix: [0x81, 0x26] },
  { kind: 'P-256', prefix: [0x86, 0x26] },
]
const bases = { z: base58btc, u: base64url, f: base16 } as const

const namedCurves: Readonly<Record<string, KeyKind>> = { secp256k1: 'secp256k1', prime256v1: 'P-256' }

const jwkSchema = z.looseObject({
  kty: z.string(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  d: z.string().optional(),
})

/**
 * Reads one secret key: PEM (PKCS #8, SEC 1, either encrypted), JWK, multibase with the multicodec prefix of a secret key (Ed25519
 * also as seed and public key together, 64 bytes), or 64 hexadecimal digits, for which `kind` must be given.
 *
 * @throws SatchelError `key_import_invalid`, `key_import_public`, `key_import_curve`, `key_import_other_kind`,
 * `key_import_kind_needed`, `key_import_passphrase_needed`, `key_import_out_of_range`, `key_import_mismatch`, `wrong_passphrase`
 */
export const readSecretKey = (input: {
  readonly text: string
  readonly kind?: KeyKind | undefined
  readonly passphrase?: string | undefined
}): ImportedKey => {
  const text = input.text.trim()
  const key = readAny(text, input.kind, input.passphrase)
  if (input.kind !== undefined && input.kind !== key.kind)
    throw new SatchelError('key_import_other_kind', { params: { found: key.kind, expected: input.kind } })
  return key
}

const readAny = (text: string, kind: KeyKind | undefined, passphrase: string | undefined): ImportedKey => {
  if (text.startsWith('-----BEGIN ')) return readPem(text, passphrase)
  if (text.startsWith('{')) return readJwk(text)
  if (/^(0x)?[0-9a-f]{64}$/i.test(text)) {
    if (kind === undefined) throw new SatchelError('key_import_kind_needed')
    return checked(kind, Buffer.from(text.slice(-64), 'hex'))
  }
  if (text.startsWith('did:')) throw new SatchelError('key_import_public')
  return readMultibase(text)
}

const readPem = (text: string, passphrase: string | undefined): ImportedKey => {
  // `openssl ecparam -genkey` puts the name of the curve in a separate block before the key.
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g)].filter(
    ([, name]) => name !== 'EC PARAMETERS',
  )
  const [block] = blocks
  const name = block?.[1] ?? ''
  if (block === undefined || blocks.length > 1) throw invalid('pem_blocks')
  if (/PUBLIC KEY|CERTIFICATE/.test(name)) throw new SatchelError('key_import_public')
  const encrypted = name.startsWith('ENCRYPTED') || block[0].includes('4,ENCRYPTED')
  if (encrypted && passphrase === undefined) throw new SatchelError('key_import_passphrase_needed')
  return keyOfObject(openPem(block[0], encrypted ? passphrase : undefined))
}

const openPem = (key: string, passphrase: string | undefined): KeyObject => {
  let cause: unknown
  for (const spelling of passphrase === undefined ? [undefined] : spellingsOf(passphrase)) {
    try {
      return decodePem(key, spelling)
    } catch (thrown) {
      cause = thrown
    }
  }
  if (passphrase !== undefined && !isUnsupported(cause, key, passphrase))
    throw new SatchelError('wrong_passphrase', { cause })
  throw invalid('pem_content', cause)
}

const decodePem = (key: string, passphrase: string | undefined): KeyObject =>
  createPrivateKey({ key, format: 'pem', ...(passphrase === undefined ? {} : { passphrase }) })

/**
 * Whether the encryption is unsupported, rather than the passphrase wrong. One wrong passphrase in 256
 * decrypts to valid padding, and the garbage is then reported as unsupported, too; it is unlikely that
 * several other wrong passphrases all do the same.
 */
const isUnsupported = (thrown: unknown, key: string, passphrase: string): boolean => {
  const saysSo = (error: unknown): boolean =>
    error instanceof Error && 'code' in error && String(error.code).includes('UNSUPPORTED')
  const isRefused = (other: string): boolean => {
    try {
      decodePem(key, other)
      return false
    } catch (again) {
      return saysSo(again)
    }
  }
  return (
    saysSo(thrown) && ['not', 'nor', 'never', 'neither'].every((word) => isRefused(`${word} ${passphrase}`))
  )
}

const keyOfObject = (key: KeyObject): ImportedKey => {
  const type = key.asymmetricKeyType ?? ''
  const curve = key.asymmetricKeyDetails?.namedCurve ?? ''
  const kind = type === 'ed25519' ? 'Ed25519' : namedCurves[curve]
  if (kind === undefined)
    throw new SatchelError('key_import_curve', { params: { found: curve === '' ? type : curve } })
  const { d } = key.export({ format: 'jwk' })
  const publicPart = createPublicKey(key).export({ format: 'jwk' })
  return withPublicPart(checked(kind, decoded(d ?? '')), publicPart)
}

const readJwk = (text: string): ImportedKey => {
  const read = readStrictJson(text)
  const jwk = jwkSchema.safeParse(read.ok ? read.value : null)
  if (!jwk.success) throw invalid(read.ok ? 'jwk' : read.problem)
  const { kty, crv, d } = jwk.data
  const kind = keyKindSchema.safeParse(crv)
  if (!kind.success || kty !== (kind.data === 'Ed25519' ? 'OKP' : 'EC'))
    throw new SatchelError('key_import_curve', { params: { found: crv ?? kty } })
  if (d === undefined) throw new SatchelError('key_import_public')
  return withPublicPart(checked(kind.data, decoded(d)), jwk.data)
}

const readMultibase = (text: string): ImportedKey => {
  const bytes = multibaseBytes(text)
  if (keyOfMulticodec(bytes) !== null) throw new SatchelError('key_import_public')
  const kind = codecs.find(({ prefix }) => bytes[0] === prefix[0] && bytes[1] === prefix[1])?.kind
  const body = bytes.subarray(2)
  if (kind === undefined) throw invalid('multicodec')
  if (kind !== 'Ed25519' || body.length !== 64) return checked(kind, body)
  const x = Buffer.from(body.subarray(32)).toString('base64url')
  return withPublicPart(checked(kind, body.subarray(0, 32)), { x })
}

const multibaseBytes = (text: string): Uint8Array => {
  const base = Object.entries(bases).find(([prefix]) => text.startsWith(prefix))?.[1]
  if (base === undefined || text.length > 1024) throw invalid('format')
  try {
    return base.decode(text)
  } catch (cause) {
    throw invalid('multibase', cause)
  }
}

const checked = (kind: KeyKind, bytes: Uint8Array): ImportedKey => {
  if (bytes.length !== 32) throw invalid('length')
  if (!isSecret(kind, bytes)) throw new SatchelError('key_import_out_of_range', { params: { kind } })
  return { kind, secret: new Uint8Array(bytes) }
}

/** A key with a public part must match it: signing with a mismatched one would look like a forgery. */
const withPublicPart = (
  key: ImportedKey,
  publicPart: { readonly x?: unknown; readonly y?: unknown },
): ImportedKey => {
  const { x, y } = secretJwkOf(key.kind, key.secret)
  if (publicPart.x !== x || publicPart.y !== y) throw new SatchelError('key_import_mismatch')
  return key
}

/** Decodes base64url without padding, in canonical form only; anything else yields no bytes. */
const decoded = (text: string): Uint8Array => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : Buffer.alloc(0)
}

const invalid = (reason: string, cause?: unknown): SatchelError =>
  new SatchelError('key_import_invalid', { details: { reason }, cause })
