/** What accounts of Ethereum and its like sign, as hashes. */
import {
  bytesToHex,
  fromRlp,
  hashTypedData,
  hexToBytes,
  keccak256,
  stringToBytes,
  toPrefixedMessage,
  type TypedDataDefinition,
} from 'viem'
import { SatchelError } from '../../platform/errors.ts'
import type { Signable, WalletPayloadOf, WalletTypedData } from '../core/wallet-keys.ts'
import { isUnsigned, signHash } from './transaction.ts'
import { typedDataProblem } from './wallet-typed-data.ts'

/** What `hashForWallet` makes of it: a signature is 65 bytes, r||s and the parity of y. */
export const evmSignable = (payload: WalletPayloadOf<'evm'>): Signable => {
  const { hash, bytes } = hashForWallet(payload)
  return { bytes, sign: (secret) => signHash(secret, hash) }
}

/**
 * The hash that a signature is made of, and the bytes that the log has a digest of.
 *
 * @throws SatchelError `transaction_invalid`, `wallet_message_refused`, `wallet_typed_data_invalid`
 */
export const hashForWallet = (payload: WalletPayloadOf<'evm'>): { hash: Uint8Array; bytes: Uint8Array } => {
  switch (payload.kind) {
    case 'transaction':
      if (!isUnsigned(payload.bytes)) throw new SatchelError('transaction_invalid')
      return { hash: keccak256(payload.bytes, 'bytes'), bytes: payload.bytes }
    case 'message': {
      if (hidesTransaction(payload.text)) throw new SatchelError('wallet_message_refused')
      const bytes = hexToBytes(toPrefixedMessage(payload.text))
      return { hash: keccak256(bytes, 'bytes'), bytes }
    }
    case 'typed_data': {
      const hash = typedDataHash(payload.data)
      return { hash, bytes: hash }
    }
  }
}

/** Whether a text is the bytes of a transaction, as they are or written in hexadecimal digits or base64. */
export const hidesTransaction = (text: string): boolean => {
  const plain = text.trim()
  const digits = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(plain)?.[1]
  return [
    stringToBytes(text),
    Buffer.from(text, 'latin1'),
    ...(digits === undefined ? [] : [Buffer.from(digits, 'hex')]),
    ...(/^[\w+/-]+={0,2}$/.test(plain) ? [Buffer.from(plain, 'base64')] : []),
  ].some(looksLikeTransaction)
}

/** A list of RLP, by itself with as many members as a legacy transaction has, or behind the number of a type (EIP-2718). */
const looksLikeTransaction = (bytes: Uint8Array): boolean => {
  const [first = 0] = bytes
  if (first >= 1 && first <= 4) return listOf(bytes.subarray(1)) !== null
  const list = first < 0xc0 ? null : listOf(bytes)
  return list === 6 || list === 9
}

/** The number of members of a list of RLP that is all of the bytes; null for any other bytes. */
const listOf = (bytes: Uint8Array): number | null => {
  if ((bytes[0] ?? 0) < 0xc0) return null
  try {
    const list = fromRlp(bytesToHex(bytes))
    return Array.isArray(list) ? list.length : null
  } catch {
    return null // the library reports bytes that are no RLP by throwing
  }
}

/** Errors: `wallet_typed_data_invalid`, with the place or what the library found. */
const typedDataHash = (data: WalletTypedData): Uint8Array => {
  const invalid = (problem: string, cause?: unknown): SatchelError =>
    new SatchelError('wallet_typed_data_invalid', { params: { problem: problem.slice(0, 200) }, cause })
  const problem = typedDataProblem(data)
  if (problem !== null) throw invalid(problem)
  try {
    return hexToBytes(hashTypedData(data as unknown as TypedDataDefinition))
  } catch (cause) {
    throw invalid(cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : '', cause)
  }
}
