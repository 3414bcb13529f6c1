import type { Signer } from '../core/types.ts'
import { heldKey } from './curves.ts'

/**
 * A signer whose key is never stored and ends with the process. Pass `seed` only for reproducible test
 * data.
 */
export const createMemorySigner = (seed?: Uint8Array): Signer => {
  const { did, keyId, sign } = heldKey(seed)
  return { did, keyId, sign: (bytes) => Promise.resolve(sign(bytes)) }
}
