import { newSeed, publicPartOf, signWithSeed } from './ed25519.ts'
import type { Signer } from './types.ts'

/** A signer whose key is never stored: made, used and gone with the process. `seed` only for reproducible test data. */
export const createMemorySigner = (seed: Uint8Array = newSeed()): Signer => ({
  ...publicPartOf(seed),
  sign: (bytes) => Promise.resolve(signWithSeed(seed, bytes)),
})
