import { damaged, FRAGMENTS, pick, randomOf } from '../../src-daemon/testing/mutations.ts'
import type { Counters } from './instrument.ts'
import { attempt, type Finding } from './oracle.ts'
import type { Target } from './target.ts'

export interface FuzzOptions {
  readonly corpus: readonly Uint8Array[]
  readonly seed: number
  /** Ends at the first of both. */
  readonly runs: number
  readonly seconds: number
  readonly counters: Counters
  /** Called before each run, for a watchdog that detects endless ones. */
  readonly running: (input: Uint8Array) => void
  readonly found: (input: Uint8Array, finding: Finding) => void
}

export interface FuzzReport {
  readonly runs: number
  readonly seconds: number
  /** Inputs that each reach something that smaller ones don't. */
  readonly corpus: readonly Uint8Array[]
}

const MAX_BYTES = 16 * 1024

/** Damages inputs that reached something new, again and again. */
export const fuzz = async (target: Target, options: FuzzOptions): Promise<FuzzReport> => {
  const { counters, running, found } = options
  const { maxBytes = MAX_BYTES } = target
  const random = randomOf(options.seed)
  const kept: Uint8Array[] = []
  const known = new Set<string>()
  const started = performance.now()
  const seconds = (): number => (performance.now() - started) / 1000
  let runs = 0

  const run = async (input: Uint8Array): Promise<boolean> => {
    runs += 1
    running(input)
    counters.clear()
    const finding = await attempt(target, input)
    if (finding !== null && !known.has(finding.key)) {
      known.add(finding.key)
      found(await shrunk(target, input, finding.key), finding)
    }
    return finding === null && counters.takeNew(true)
  }

  // The smaller ones first: what a larger one adds is then its own.
  for (const input of options.corpus.toSorted((a, b) => a.length - b.length))
    if (await run(input)) kept.push(input)
  if (kept.length === 0) kept.push(new Uint8Array())
  const fragments = [...FRAGMENTS, ...counters.literals]
  while (runs < options.runs && seconds() < options.seconds) {
    // Half of the time one of the newest, which hasn't been mutated yet.
    const newest = Math.floor(random() * Math.min(kept.length, 32))
    const parent = (random() < 0.5 ? kept.at(-1 - newest) : undefined) ?? pick(kept, random)
    const child = damaged(parent, random, { others: kept, fragments }).subarray(0, maxBytes)
    if (await run(child)) kept.push(child)
  }
  return { runs, seconds: seconds(), corpus: kept }
}

/** Of these inputs the smaller ones, as long as together they reach every branch that all reach. */
export const smallest = async (
  target: Target,
  inputs: readonly Uint8Array[],
  counters: Counters,
): Promise<readonly Uint8Array[]> => {
  const needed: Uint8Array[] = []
  counters.forget()
  for (const input of inputs.toSorted((a, b) => a.length - b.length)) {
    counters.clear()
    await attempt(target, input)
    if (counters.takeNew(false)) needed.push(input)
  }
  return needed
}

/** A shorter input with the same mistake: without each part that it doesn't need. */
const shrunk = async (target: Target, input: Uint8Array, key: string): Promise<Uint8Array> => {
  let least = input
  if (key === 'slow') return least
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < least.length;) {
      const fewer = Buffer.concat([least.subarray(0, at), least.subarray(at + size)])
      if ((await attempt(target, fewer))?.key === key) least = fewer
      else at += size
    }
  }
  return least
}
