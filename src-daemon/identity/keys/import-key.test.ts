import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { base64url } from 'multiformats/bases/base64'
import { describe, expect, it } from 'vitest'
import type { KeyKind } from '../../contract/identity.ts'
import { newSecret, secretJwkOf } from './curves.ts'
import { readSecretKey } from './import-key.ts'

const PASSPHRASE = 'correct horse battery'
const pairs: Readonly<Record<KeyKind, { privateKey: KeyObject; publicKey: KeyObject }>> = {
  Ed25519: generateKeyPairSync('ed25519'),
  secp256k1: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
}
const kinds = ['Ed25519', 'secp256k1', 'P-256'] as const
const prefixes = { Ed25519: [0x80, 0x26], secp256k1: [0x81, 0x26], 'P-256': [0x86, 0x26] } as const
const publicPrefixes = { Ed25519: [0xed, 0x01], secp256k1: [0xe7, 0x01], 'P-256': [0x80, 0x24] } as const

const secretOf = (kind: KeyKind): Buffer =>
  Buffer.from(pairs[kind].privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
const pem = (kind: KeyKind, type: 'pkcs8' | 'sec1' = 'pkcs8'): string =>
  String(pairs[kind].privateKey.export({ type, format: 'pem' }))
const encryptedPem = (kind: KeyKind): string =>
  String(
    pairs[kind].privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: PASSPHRASE,
    }),
  )
const multibase = (kind: KeyKind, body: Uint8Array = secretOf(kind)): string =>
  base58btc.encode(Uint8Array.from([...prefixes[kind], ...body]))
const codeOf = (input: Parameters<typeof readSecretKey>[0]): unknown => {
  try {
    return readSecretKey(input).kind
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown
  }
}

describe.each(kinds)('a %s key is read', (kind) => {
  const expected = { kind, secret: new Uint8Array(secretOf(kind)) }
  it.each([
    ['PKCS #8', { text: pem(kind) }],
    ['PKCS #8 with blanks and the kind beside it', { text: `\n ${pem(kind)}\n`, kind }],
    ['encrypted PKCS #8', { text: encryptedPem(kind), passphrase: PASSPHRASE }],
    ['a JWK', { text: JSON.stringify(pairs[kind].privateKey.export({ format: 'jwk' })) }],
    ['a JWK with more members', { text: JSON.stringify({ ...secretJwkOf(kind, secretOf(kind)), kid: '1' }) }],
    ['multibase, base58btc', { text: multibase(kind) }],
    [
      'multibase, base64url',
      { text: base64url.encode(Uint8Array.from([...prefixes[kind], ...secretOf(kind)])) },
    ],
    ['hexadecimal digits', { text: secretOf(kind).toString('hex'), kind }],
    ['hexadecimal digits with 0x', { text: `0x${secretOf(kind).toString('hex').toUpperCase()}`, kind }],
  ])('from %s', (_what, input) => {
    expect(readSecretKey(input)).toEqual(expected)
  })
})

describe.each(['secp256k1', 'P-256'] as const)('a %s key is read', (kind) => {
  const expected = { kind, secret: new Uint8Array(secretOf(kind)) }
  const encrypted = (): string =>
    String(
      pairs[kind].privateKey.export({
        type: 'sec1',
        format: 'pem',
        cipher: 'aes-128-cbc',
        passphrase: PASSPHRASE,
      }),
    )
  it('from SEC 1, also behind the block openssl puts before it', () => {
    const parameters = '-----BEGIN EC PARAMETERS-----\nBgUrgQQACg==\n-----END EC PARAMETERS-----\n'
    expect(readSecretKey({ text: pem(kind, 'sec1') })).toEqual(expected)
    expect(readSecretKey({ text: parameters + pem(kind, 'sec1') })).toEqual(expected)
  })
  it('from encrypted SEC 1', () => {
    expect(readSecretKey({ text: encrypted(), passphrase: PASSPHRASE })).toEqual(expected)
    expect(codeOf({ text: encrypted() })).toBe('key_import_passphrase_needed')
    expect(codeOf({ text: encrypted(), passphrase: 'another one' })).toBe('wrong_passphrase')
  })
})

it('reads an Ed25519 seed with its public key behind it', () => {
  const { x, d } = secretJwkOf('Ed25519', secretOf('Ed25519'))
  const body = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
  expect(readSecretKey({ text: multibase('Ed25519', body) }).secret).toEqual(
    new Uint8Array(secretOf('Ed25519')),
  )
  body.writeUInt8(body.readUInt8(40) ^ 1, 40)
  expect(codeOf({ text: multibase('Ed25519', body) })).toBe('key_import_mismatch')
})

describe('every mistake has its own name:', () => {
  const zero = '00'.repeat(32)
  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
  const p256 = secretJwkOf('P-256', secretOf('P-256'))
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
  const x25519 = generateKeyPairSync('x25519').privateKey
  const asPem = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }))
  const asJwk = (key: KeyObject): string => JSON.stringify(key.export({ format: 'jwk' }))
  /** A SEC 1 key with the public part of another key. */
  const swapped = (): string => {
    const der = pairs['P-256'].privateKey.export({ type: 'sec1', format: 'der' })
    Buffer.from(newSecret('P-256')).copy(der, 7)
    return `-----BEGIN EC PRIVATE KEY-----\n${der.toString('base64')}\n-----END EC PRIVATE KEY-----\n`
  }
  it.each([
    ['nothing', { text: '  ' }, 'key_import_invalid'],
    ['prose', { text: 'my secret key' }, 'key_import_invalid'],
    ['a DID', { text: 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw' }, 'key_import_public'],
    [
      'a public key in PEM',
      { text: String(pairs['P-256'].publicKey.export({ type: 'spki', format: 'pem' })) },
      'key_import_public',
    ],
    ['a public JWK', { text: asJwk(pairs.Ed25519.publicKey) }, 'key_import_public'],
    [
      'a public key in multibase',
      { text: base58btc.encode(Uint8Array.from([...publicPrefixes.Ed25519, ...new Uint8Array(32)])) },
      'key_import_public',
    ],
    ['an RSA key in PEM', { text: asPem(rsa) }, 'key_import_curve'],
    ['an RSA key in JWK', { text: asJwk(rsa) }, 'key_import_curve'],
    ['a P-384 key', { text: asPem(p384) }, 'key_import_curve'],
    ['a P-384 JWK', { text: asJwk(p384) }, 'key_import_curve'],
    ['an X25519 key', { text: asPem(x25519) }, 'key_import_curve'],
    ['an X25519 JWK', { text: asJwk(x25519) }, 'key_import_curve'],
    [
      'Ed25519 with the kty of the others',
      { text: JSON.stringify({ ...p256, crv: 'Ed25519' }) },
      'key_import_curve',
    ],
    [
      'another kind than was said',
      { text: pem('P-256'), kind: 'secp256k1' as const },
      'key_import_other_kind',
    ],
    ['digits without a kind', { text: 'ab'.repeat(32) }, 'key_import_kind_needed'],
    ['too few digits', { text: 'ab'.repeat(31), kind: 'Ed25519' as const }, 'key_import_invalid'],
    [
      'an encrypted key without passphrase',
      { text: encryptedPem('Ed25519') },
      'key_import_passphrase_needed',
    ],
    [
      'an encrypted key with a wrong passphrase',
      { text: encryptedPem('Ed25519'), passphrase: 'another one' },
      'wrong_passphrase',
    ],
    ['zero', { text: zero, kind: 'P-256' as const }, 'key_import_out_of_range'],
    ['the order of the group', { text: order, kind: 'secp256k1' as const }, 'key_import_out_of_range'],
    ['zero in multibase', { text: multibase('secp256k1', new Uint8Array(32)) }, 'key_import_out_of_range'],
    [
      'zero in a JWK',
      { text: JSON.stringify({ ...p256, d: Buffer.alloc(32).toString('base64url') }) },
      'key_import_out_of_range',
    ],
    ['a secret of another length', { text: multibase('P-256', new Uint8Array(33)) }, 'key_import_invalid'],
    ['a short secret in a JWK', { text: JSON.stringify({ ...p256, d: 'AAAA' }) }, 'key_import_invalid'],
    ['padding in a JWK', { text: JSON.stringify({ ...p256, d: `${p256.d}=` }) }, 'key_import_invalid'],
    [
      'a JWK whose parts do not belong together',
      { text: JSON.stringify({ ...p256, d: secretJwkOf('P-256', newSecret('P-256')).d }) },
      'key_import_mismatch',
    ],
    ['a JWK without public part', { text: JSON.stringify({ ...p256, x: undefined }) }, 'key_import_mismatch'],
    ['a PEM whose parts do not belong together', { text: swapped() }, 'key_import_mismatch'],
    [
      'a JWK that says a member twice',
      { text: JSON.stringify(p256).replace('{', `{"d":"AAAA",`) },
      'key_import_invalid',
    ],
    ['a set of JWKs', { text: JSON.stringify({ keys: [p256] }) }, 'key_import_invalid'],
    ['two keys in one PEM', { text: pem('P-256') + pem('secp256k1') }, 'key_import_invalid'],
    ['a PEM cut short', { text: pem('P-256').slice(0, 80) }, 'key_import_invalid'],
    [
      'a PEM with damaged content',
      { text: pem('P-256').replace(/\n[A-Za-z0-9+/]{8}/, '\nAAAAAAAA') },
      'key_import_invalid',
    ],
    [
      'an OpenSSH key',
      { text: '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----' },
      'key_import_invalid',
    ],
    ['another base', { text: 'bafybeigdyrzt5' }, 'key_import_invalid'],
    ['damaged multibase', { text: 'z0OIl' }, 'key_import_invalid'],
  ])('%s', (_what, input, code) => {
    expect(codeOf(input)).toBe(code)
  })
})

/** An Ed25519 key encrypted with another passphrase and one round of PBKDF2. */
const BEHIND = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIGaMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAiNurCr0VlY4wIBATAM
BggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQGOtcrQ7Se9IawXxmzX0LCARAL1tj
dVflz20I4dugbKSuD1HfJBAMZwFykbMq9aHoqvV9OQvhsNHI+/KBGxXPUfR0/6SM
ouIcXpBlK6lMI2yVKg==
-----END ENCRYPTED PRIVATE KEY-----
`

// One in 256 ends so. Of the second the same is true with `not` before it, which is the first other one that is tried.
it.each(['wrong 690', 'wrong 42316'])(
  'calls a passphrase wrong also when what it decrypts to happens to end in valid padding: %s',
  (passphrase) => {
    expect(() => createPrivateKey({ key: BEHIND, format: 'pem', passphrase })).toThrow(/unsupported/i)
    expect(codeOf({ text: BEHIND, passphrase })).toBe('wrong_passphrase')
  },
)
