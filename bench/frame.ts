import { createHash } from 'node:crypto'
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'
import { median, spreadOf } from './statistics.ts'

/** One measured figure. `ratio` is ours / reference. A row without a bar holds or fails nothing: `holds` is null. */
export interface Row {
  readonly what: string
  readonly ours: number
  readonly reference: number | null
  readonly unit: string
  readonly ratio: number | null
  /** `<= 400 ms`, `<= 4 x reference`, or null. */
  readonly bar: string | null
  readonly holds: boolean | null
}

/** What `bench/results/<name>.json` holds. `noise` is the relative spread of a fixed calculation during the run. */
export interface Result {
  readonly name: string
  readonly date: string
  readonly machine: string
  readonly noise: number
  readonly rows: readonly Row[]
}

/** Relative spread of ours and of the reference, by row; for the table. */
export type Spreads = readonly { readonly ours: number; readonly reference: number | null }[]

type Measure = () => number | Promise<number>
type Bar = { readonly atMost: number } | { readonly atMostTimesReference: number }

export interface Comparison {
  readonly what: string
  readonly unit: string
  /** Measures once and returns the figure, in `unit`. */
  readonly ours: Measure
  readonly reference?: Measure
  readonly bar?: Bar
  /** The number of runs, if it differs from the default. A figure that can't vary is measured once. */
  readonly runs?: number
}

export interface Frame {
  /** Measures ours and the reference alternately and keeps the medians as a row. */
  compare(comparison: Comparison): Promise<void>
  finish(name: string): { result: Result; spreads: Spreads }
}

export type Benchmark = (frame: Frame, options: { quick: boolean; cold: boolean }) => Promise<void>

/** The frame every benchmark runs in. `runs` is at least five. */
export const createFrame = ({ runs, log }: { runs: number; log: (line: string) => void }): Frame => {
  const rows: Row[] = []
  const spreads: { ours: number; reference: number | null }[] = []
  const noise: number[] = []

  const compare = async (comparison: Comparison): Promise<void> => {
    const { what, unit, bar } = comparison
    log(`measuring: ${what}`)
    const ours: number[] = []
    const reference: number[] = []
    for (let run = 0; run < (comparison.runs ?? runs); run++) {
      noise.push(probe())
      // The order alternates with every run, so that neither always has the warmer machine.
      if (run % 2 === 1 && comparison.reference !== undefined) reference.push(await comparison.reference())
      ours.push(await comparison.ours())
      if (run % 2 === 0 && comparison.reference !== undefined) reference.push(await comparison.reference())
    }
    const hasReference = reference.length > 0
    rows.push(
      rowOf({ what, unit, bar, ours: median(ours), reference: hasReference ? median(reference) : null }),
    )
    spreads.push({ ours: spreadOf(ours), reference: hasReference ? spreadOf(reference) : null })
  }

  return {
    compare,
    finish: (name) => ({
      result: {
        name,
        date: new Date().toISOString(),
        machine: describeMachine(),
        noise: round(spreadOf(noise)),
        rows,
      },
      spreads,
    }),
  }
}

/** A row from its figures. Compared before rounding, so that a figure just over its bar does not pass. */
export const rowOf = (input: {
  what: string
  unit: string
  bar: Bar | undefined
  ours: number
  reference: number | null
}): Row => {
  const { what, unit, bar, ours, reference } = input
  const ratio = reference === null || reference === 0 ? null : ours / reference
  return {
    what,
    ours: round(ours),
    reference: reference === null ? null : round(reference),
    unit,
    ratio: ratio === null ? null : round(ratio),
    bar:
      bar === undefined
        ? null
        : 'atMost' in bar
          ? `<= ${bar.atMost} ${unit}`
          : `<= ${round(bar.atMostTimesReference)} x reference`,
    holds:
      bar === undefined
        ? null
        : 'atMost' in bar
          ? ours <= bar.atMost
          : ratio !== null && ratio <= bar.atMostTimesReference,
  }
}

/** Milliseconds that a fixed calculation takes now; its spread says how much of a difference may be the machine's. */
const probe = (): number => {
  const started = performance.now()
  const block = Buffer.alloc(1 << 20, 7)
  const hash = createHash('sha256')
  for (let i = 0; i < 8; i++) hash.update(block)
  hash.digest()
  return performance.now() - started
}

const describeMachine = (): string => {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${platform()} ${arch()}, ${availableParallelism()} x ${model}, ${memory} GiB, Node ${process.versions.node}`
}

const round = (value: number): number => Number(value.toPrecision(4))
