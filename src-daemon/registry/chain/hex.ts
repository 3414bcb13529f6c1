import { isHex, type Hex } from 'viem'

/** A hash, an address or bytes that are kept as text, with the library's type. Throws for anything but `0x…`. */
export const hexOf = (text: string): Hex => {
  if (!isHex(text)) throw new TypeError(`not hexadecimal: ${text.slice(0, 20)}`)
  return text
}
