/** Secret keys of accounts as other wallets hand them out. Loaded on demand, for its list of words. */
import { createHmac } from 'node:crypto'
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { base58btc } from 'multiformats/bases/base58'
import type { KeyKind, WalletFamily } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'
import { publicPartOf } from './curves.ts'
import { keyOfKeyId } from '../dids/did-key.ts'
import { readSecretKey, type ImportedKey } from './import-key.ts'

/** The path to the first account, as the wallets of each family have it (SLIP-44); all of it hardened for Ed25519 (SLIP-10). */
const PATHS = { near: [44, 397, 0], solana: [44, 501, 0, 0] } as const

/**
 * Reads the secret key of an account: a recovery phrase of 12 to 24 English words (BIP-39, without a passphrase of its own), of which it is the
 * first account; `ed25519:` and base58, as NEAR writes keys; base58, or a list of 64 numbers, as Solana does; or what `readSecretKey` reads.
 *
 * @throws SatchelError `key_import_phrase`, and the errors of `readSecretKey`
 */
export const readWalletSecret = async (
  family: WalletFamily,
  kind: KeyKind,
  given: string,
): Promise<ImportedKey> => {
  const text = given.trim()
  const words = text.normalize('NFKD').toLowerCase().split(/\s+/)
  if (words.length >= 12 && words.every((word) => /^[a-z]+$/.test(word)))
    return { kind, secret: await fromPhrase(family, words) }
  const pair = family === 'evm' ? null : pairIn(family, text)
  return pair === null ? readSecretKey({ text, kind }) : fromPair(pair)
}

const fromPhrase = async (family: WalletFamily, words: readonly string[]): Promise<Uint8Array> => {
  const phrase = words.join(' ')
  if (!validateMnemonic(phrase, wordlist)) throw new SatchelError('key_import_phrase')
  const seed = mnemonicToSeedSync(phrase)
  const secret = family === 'evm' ? await evmSecret(seed) : hardened(seed, PATHS[family])
  seed.fill(0)
  return secret
}

/** The first account of Ethereum (BIP-32, BIP-44): m/44'/60'/0'/0/0. */
const evmSecret = async (seed: Uint8Array): Promise<Uint8Array> => {
  const { HDKey, hdKeyToAccount } = await import('viem/accounts')
  const key = hdKeyToAccount(HDKey.fromMasterSeed(seed)).getHdKey().privateKey
  if (key === null) throw new Error('no key at the path')
  return new Uint8Array(key)
}

/** A key of Ed25519 along a path, all of whose steps are hardened (SLIP-10). */
export const hardened = (seed: Uint8Array, path: readonly number[]): Uint8Array => {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const step of path) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(0x80000000 + step, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return new Uint8Array(node.subarray(0, 32))
}

/** The bytes of a secret key and its public one, or of the secret one alone; null if a text isn't written like these. */
const pairIn = (family: 'near' | 'solana', text: string): Uint8Array | null => {
  if (family === 'near') {
    const [, letters] = /^ed25519:([1-9A-HJ-NP-Za-km-z]{32,100})$/.exec(text) ?? []
    return letters === undefined ? null : base58btc.decode(`z${letters}`)
  }
  if (/^\[\s*\d{1,3}(\s*,\s*\d{1,3}){63}\s*\]$/.test(text)) {
    const numbers = text.match(/\d+/g)?.map(Number) ?? []
    return numbers.some((one) => one > 255) ? null : Uint8Array.from(numbers)
  }
  return /^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(text) ? base58btc.decode(`z${text}`) : null
}

/** Errors: `key_import_invalid`, `key_import_mismatch`. */
const fromPair = (pair: Uint8Array): ImportedKey => {
  if (pair.length !== 32 && pair.length !== 64)
    throw new SatchelError('key_import_invalid', { details: { reason: 'length' } })
  const secret = pair.slice(0, 32)
  const { bytes } = keyOfKeyId(publicPartOf('Ed25519', secret).keyId)
  if (pair.length === 64 && !Buffer.from(bytes).equals(pair.subarray(32)))
    throw new SatchelError('key_import_mismatch')
  return { kind: 'Ed25519', secret }
}
