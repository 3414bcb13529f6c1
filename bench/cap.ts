/** CAP: its cost over calling a server directly, and its behavior with many capabilities, many servers and a flood. */
import { floodRow } from './cap/flood.ts'
import { invokeRow } from './cap/invoke.ts'
import { listingRows } from './cap/listing.ts'
import { startRows } from './cap/start.ts'
import type { Benchmark } from './frame.ts'

const groups: readonly Benchmark[] = [invokeRow, listingRows, startRows, floodRow]

export const cap: Benchmark = async (frame, options) => {
  for (const rows of groups) await rows(frame, options)
}
