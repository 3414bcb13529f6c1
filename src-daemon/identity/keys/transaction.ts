/** The cryptography of chains. Loaded on demand: few runs sign a transaction. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, getAddress, keccak256, parseTransaction } from 'viem'
import { SatchelError } from '../../platform/errors.ts'

/** The address of a compressed public key of secp256k1, with the checksum of EIP-55. */
export const addressOf = (publicKey: Uint8Array): string => {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return getAddress(`0x${keccak256(bytesToHex(point.subarray(1))).slice(-40)}`)
}

/**
 * Signs the bytes of a transaction that EIP-1559 hashes: 65 bytes, r||s with the lower `s`, and the parity of y (0 or 1). Nothing else is
 * signed, because valid transaction bytes that begin with 0x02 can't be anything else.
 *
 * @throws SatchelError `transaction_invalid` for anything but an unsigned transaction of that kind
 */
export const signTransactionWith = (secret: Uint8Array, transaction: Uint8Array): Uint8Array => {
  if (!isUnsigned(transaction)) throw new SatchelError('transaction_invalid')
  return signHash(secret, keccak256(transaction, 'bytes'))
}

/** A signature of a hash: 65 bytes, r||s with the lower `s`, and the parity of y. */
export const signHash = (secret: Uint8Array, hash: Uint8Array): Uint8Array => {
  const signature = secp256k1.sign(hash, secret, { prehash: false, lowS: true, format: 'recovered' })
  return Uint8Array.of(...signature.subarray(1), signature[0] ?? 0)
}

/** Whether bytes are a transaction of EIP-1559 without a signature. */
export const isUnsigned = (transaction: Uint8Array): boolean => {
  if (transaction[0] !== 2) return false
  try {
    const { type, r } = parseTransaction(`0x02${bytesToHex(transaction.subarray(1)).slice(2)}`)
    return type === 'eip1559' && r === undefined
  } catch {
    return false // the library reports a malformed one by throwing
  }
}
