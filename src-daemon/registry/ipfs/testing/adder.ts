/** Adds block after block to the node in the given folder, and prints each CID once it was acknowledged. */
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createEmbeddedStore } from '../embedded/store.ts'

const [, , dir = ''] = process.argv
const store = createEmbeddedStore({ dir, network: null })

const addOn = async (): Promise<never> => {
  for (;;) writeSync(1, `${await store.add(randomBytes(4_000))}\n`)
}
await Promise.all([addOn(), addOn(), addOn()])
