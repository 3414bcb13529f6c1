/** Routing: how fast triggers are found among very many, and other figures. */
import type { Benchmark } from './frame.ts'
import { accuracyRows } from './routing/accuracy.ts'
import { heldOutRows } from './routing/at-threshold.ts'
import { meaningRows } from './routing/meaning.ts'
import { toolSearchRows } from './routing/tool-search.ts'
import { triggerRows } from './routing/triggers.ts'

const groups: readonly Benchmark[] = [triggerRows, accuracyRows, heldOutRows, toolSearchRows, meaningRows]

export const routing: Benchmark = async (frame, options) => {
  for (const rows of groups) await rows(frame, options)
}
