import { timingSafeEqual } from 'node:crypto'
import { SatchelError } from '../../platform/errors.ts'
import { keyOfDid } from '../dids/did-key.ts'
import { isEntryId } from './entry-id.ts'
import type { KeyKind } from '../../contract/identity.ts'

/** Length of a key's secret: the seed of an Ed25519 key, the scalar of the others. */
const KEY_BYTES = 32
/**
 * What fits into one entry of every keychain: Windows takes 2,560 bytes, and counts two for each UTF-16 unit.
 */
const PART_UNITS = 1200

/** The prefix of a key's secret in the keychain, so that it cannot be mistaken for one of another curve. */
const prefixes: Readonly<Record<KeyKind, string>> = {
  Ed25519: 'ed25519-seed:',
  secp256k1: 'secp256k1:',
  'P-256': 'p256:',
}
/** The prefix of a named secret: its number of entries. */
const TEXT = /^text\/([1-9]\d?):/

/** The curve of a `did:key`. Errors: those of `keyOfDid`. */
export const kindOfDid = (did: string): KeyKind => keyOfDid(did).curve

/** Whether both hold the same bytes, in constant time. */
export const sameSecret = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/**
 * Checks that a secret can be stored under its id: 32 bytes for the DID of a key, at least one for a named
 * secret.
 *
 * @throws SatchelError `keystore_failed`; those of `keyOfDid` for an id that is neither
 */
export const checkSecret = (id: string, secret: Uint8Array): void => {
  if (!isEntryId(id)) kindOfDid(id)
  if (isEntryId(id) ? secret.length === 0 : secret.length !== KEY_BYTES)
    throw new SatchelError('keystore_failed', { details: { id, reason: 'length' } })
}

/**
 * The texts that store a secret in the keychain, each short enough for one entry; the first says how many
 * there are.
 */
export const textsOfSecret = (id: string, secret: Uint8Array): readonly string[] => {
  if (!isEntryId(id)) return [prefixes[kindOfDid(id)] + Buffer.from(secret).toString('base64url')]
  const parts = split(Buffer.from(secret).toString('utf8'))
  return parts.map((part, at) => (at === 0 ? `text/${String(parts.length)}:${part}` : `part:${part}`))
}

/** The number of entries of a secret, by its first text. Errors: `keystore_failed` if it is invalid. */
export const partsIn = (id: string, first: string): number => {
  if (!isEntryId(id)) return 1
  const [, parts] = TEXT.exec(first) ?? []
  if (parts === undefined) throw notOfThisKind(id)
  return Number(parts)
}

/** Assembles a secret from its texts. Errors: `keystore_failed` if the result does not suit its id. */
export const secretOfTexts = (id: string, texts: readonly string[]): Uint8Array => {
  const [first = '', ...rest] = texts
  if (isEntryId(id)) {
    if (partsIn(id, first) !== texts.length || rest.some((part) => !part.startsWith('part:')))
      throw notOfThisKind(id)
    const whole = first.replace(TEXT, '') + rest.map((part) => part.slice('part:'.length)).join('')
    return new Uint8Array(Buffer.from(whole))
  }
  const prefix = prefixes[kindOfDid(id)]
  const secret = Buffer.from(first.slice(prefix.length), 'base64url')
  if (!first.startsWith(prefix) || secret.length !== KEY_BYTES) throw notOfThisKind(id)
  return new Uint8Array(secret)
}

/** Splits a text without cutting characters. */
const split = (text: string): readonly string[] => {
  const parts: string[] = []
  let part = ''
  for (const character of text) {
    if (part.length + character.length > PART_UNITS) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

const notOfThisKind = (id: string): SatchelError =>
  new SatchelError('keystore_failed', { details: { id, reason: 'not a secret of this kind' } })
