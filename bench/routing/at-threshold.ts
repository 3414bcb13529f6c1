/** What the app does with a message at its own threshold: the right capability, a wrong one, or none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { z } from 'zod'
import { createClassifier, evaluateRouting, type RoutingSummary } from '../../src-daemon/router/index.ts'
import type { Benchmark, Frame } from '../frame.ts'
import { median } from '../statistics.ts'
import { createNearestCentroid } from './nearest-centroid.ts'

/** A folder of further sets, a file each; not part of the repository. */
const SETS = process.env['ROUTING_SETS'] ?? ''
const MAX_NOT_RIGHT = 40
const MAX_WRONG = 4

const setSchema = z.object({
  capabilities: z.array(
    z.object({
      name: z.string(),
      description: z.string().default(''),
      examples: z.array(z.string()).default([]),
      keywords: z.array(z.string()).default([]),
    }),
  ),
  queries: z.array(z.object({ text: z.string(), expected: z.string().nullable() })),
})

/** The sets in the folder that `ROUTING_SETS` names: `{"capabilities": CAPS, "queries": QUERIES}` of `router eval`. */
export const heldOutRows: Benchmark = async (frame, { quick }) => {
  if (SETS === '' || !existsSync(SETS)) {
    process.stderr.write('no rows of further sets: ROUTING_SETS names no folder\n')
    return
  }
  for (const file of readdirSync(SETS).filter((one) => one.endsWith('.json'))) {
    const set = setSchema.parse(JSON.parse(readFileSync(join(SETS, file), 'utf8')))
    const queries = set.queries.filter((_, at) => !quick || at % 8 === 0)
    const judge = (make: typeof createClassifier) =>
      evaluateRouting(make(), set.capabilities, queries).summary
    await thresholdRows(frame, `${parse(file).name}, ${String(set.capabilities.length)} capabilities`, {
      ours: [judge(createClassifier)],
      reference: [judge(createNearestCentroid)],
      of: 'TF-IDF nearest centroid',
    })
  }
}

/** A row for each of what the app does; the median of several draws. */
export const thresholdRows = async (
  frame: Frame,
  set: string,
  {
    ours,
    reference,
    of,
    barred = true,
  }: {
    readonly ours: readonly RoutingSummary[]
    readonly reference: readonly RoutingSummary[]
    /** What the reference is. */
    readonly of: string
    /** Whether the rows have bars. */
    readonly barred?: boolean
  },
): Promise<void> => {
  const rows: readonly [string, (one: RoutingSummary['operatingPoint']) => number | null, number | null][] = [
    ['not routed to the right one', (one) => 1 - (one.routedRight ?? 0), MAX_NOT_RIGHT],
    ['routed to a wrong one', (one) => one.routedWrong, MAX_WRONG],
    [
      'for none, but routed',
      (one) => (one.outOfScopeRefused === null ? null : 1 - one.outOfScopeRefused),
      null,
    ],
  ]
  for (const [what, figure, bar] of rows) {
    const percent = (all: readonly RoutingSummary[]): number =>
      100 * median(all.map(({ operatingPoint }) => figure(operatingPoint) ?? 0))
    await frame.compare({
      what: `${set}, at the app's threshold: ${what} (reference: ${of})`,
      unit: '%',
      runs: 1,
      ours: () => percent(ours),
      reference: () => percent(reference),
      ...(bar === null || !barred ? {} : { bar: { atMost: bar } }),
    })
  }
}
