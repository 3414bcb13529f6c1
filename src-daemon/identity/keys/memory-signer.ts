import type { Signer } from '../types.ts'
import { newSecret, publicPartOf, signWith } from './curves.ts'

/** A signer whose key is never stored: made, used and gone with the process. `seed` only for reproducible test data. */
export const createMemorySigner = (seed: Uint8Array = newSecret('Ed25519')): Signer => ({
  ...publicPartOf('Ed25519', seed),
  sign: (bytes) => Promise.resolve(signWith('Ed25519', seed, bytes)),
})
