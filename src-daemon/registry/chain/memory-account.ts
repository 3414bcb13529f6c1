import { randomBytes } from 'node:crypto'
import { bytesToHex, hexToBytes, keccak256 } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import type { ChainSigner } from './types.ts'

/**
 * An account whose key is never stored and is gone with the process. For chains whose money is worth nothing.
 */
export const createMemoryAccount = (): ChainSigner => {
  const privateKey = bytesToHex(randomBytes(32))
  return {
    address: privateKeyToAddress(privateKey),
    signTransaction: async (bytes) => {
      const { r, s, yParity } = await sign({ hash: keccak256(bytes), privateKey })
      return Uint8Array.of(...hexToBytes(r), ...hexToBytes(s), yParity ?? 0)
    },
  }
}
