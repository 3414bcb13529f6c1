import { getAddress, isAddress, type Address } from 'viem'

/** An address with the checksum of EIP-55; null for none, and for one whose own checksum says that it was mistyped. */
export const readAddress = (text: string): Address | null => {
  const plain = text.trim()
  const isOneCase = /^0x[0-9a-f]{40}$/.test(plain) || /^0x[0-9A-F]{40}$/.test(plain)
  return isOneCase || isAddress(plain) ? getAddress(plain.toLowerCase()) : null
}
