/** What accounts on Solana sign: off-chain messages, and texts. */
import { getAddressDecoder } from '@solana/addresses'
import { getOffchainMessageV1Decoder } from '@solana/offchain-messages'
import { getCompiledTransactionMessageDecoder } from '@solana/transaction-messages'
import { base58btc } from 'multiformats/bases/base58'
import { SatchelError } from '../../platform/errors.ts'
import type { Signable, WalletPayloadOf } from '../core/wallet-keys.ts'
import { signWith } from './curves.ts'

/** The first byte of an off-chain message, with which neither a text nor a transaction begins. */
const OFFCHAIN = 0xff
/** The signing domain, the version, the number of signatories, and the one signatory (SRFC 3). */
const PREAMBLE_BYTES = 16 + 1 + 1 + 32
/** Longer than a transaction can be, in whatever letters it is written. */
const MAX_WRITTEN = 4096

/**
 * An off-chain message of version 1 that only this account signs, or a text.
 *
 * @throws SatchelError `wallet_message_refused` for a transaction, `wallet_message_invalid` for anything else
 */
export const solanaSignable = ({ bytes }: WalletPayloadOf<'solana'>, publicKey: Uint8Array): Signable => {
  if (bytes[0] === OFFCHAIN) checkOffchain(bytes, publicKey)
  else checkText(bytes)
  return { bytes, sign: (secret) => signWith('Ed25519', secret, bytes) }
}

const invalid = (problem: string, cause?: unknown): SatchelError =>
  new SatchelError('wallet_message_invalid', { params: { problem }, cause })

const checkOffchain = (bytes: Uint8Array, publicKey: Uint8Array): void => {
  const { requiredSignatories } = readOffchain(bytes)
  const address = getAddressDecoder().decode(publicKey)
  if (requiredSignatories.length !== 1 || requiredSignatories[0]?.address !== address)
    throw invalid('signatories')
  // The library leaves zeros out of the text that it reads.
  checkText(bytes.subarray(PREAMBLE_BYTES))
}

const readOffchain = (bytes: Uint8Array) => {
  try {
    return getOffchainMessageV1Decoder().decode(bytes)
  } catch (cause) {
    throw invalid('off-chain message', cause)
  }
}

/** A text, with nothing in it that isn't shown, that can't be anything else. */
const checkText = (bytes: Uint8Array): void => {
  const text = textOf(bytes)
  if (looksLikeTransaction(bytes) || (text !== null && hidesTransaction(text)))
    throw new SatchelError('wallet_message_refused')
  if (text === null || text === '' || /[^\P{Cc}\t\n\r]/u.test(text)) throw invalid('text')
}

const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null // bytes that are no UTF-8
  }
}

/** Whether a text is the bytes of a transaction, written in hexadecimal digits, base64 or base58. */
const hidesTransaction = (text: string): boolean => {
  const plain = text.trim()
  if (plain.length > MAX_WRITTEN) return false
  const digits = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(plain)?.[1]
  return [
    Buffer.from(text, 'latin1'),
    ...(digits === undefined ? [] : [Buffer.from(digits, 'hex')]),
    ...(/^[\w+/-]+={0,2}$/.test(plain) ? [Buffer.from(plain, 'base64')] : []),
    ...(/^[1-9A-HJ-NP-Za-km-z]+$/.test(plain) ? [base58btc.decode(`z${plain}`)] : []),
  ].some(looksLikeTransaction)
}

/** The message of a transaction, by itself, or behind its signatures. */
const looksLikeTransaction = (bytes: Uint8Array): boolean => {
  const [signatures = 0] = bytes
  return isMessage(bytes) || (signatures < 0x80 && isMessage(bytes.subarray(1 + 64 * signatures)))
}

/** Whether the bytes, to the last of them, are what a network would carry out once it is signed. */
const isMessage = (bytes: Uint8Array): boolean => {
  if (bytes.length === 0) return false
  try {
    const [, end] = getCompiledTransactionMessageDecoder().read(bytes, 0)
    return end === bytes.length
  } catch {
    return false // the library reports what is no transaction by throwing
  }
}
