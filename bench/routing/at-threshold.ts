/** What the app does with a message at its own threshold: the right capability, a wrong one, or none. */
import { createClassifier, evaluateRouting, type RoutingSummary } from '../../src-daemon/router/index.ts'
import type { Benchmark, Frame } from '../frame.ts'
import { median } from '../statistics.ts'
import { createNearestCentroid } from './nearest-centroid.ts'
import { readSets } from './sets.ts'

const MAX_NOT_RIGHT = 40
const MAX_WRONG = 4

/** The further sets, by words alone. */
export const heldOutRows: Benchmark = async (frame, { quick }) => {
  for (const { title, capabilities, queries } of readSets(quick)) {
    const judge = (make: typeof createClassifier) => evaluateRouting(make(), capabilities, queries).summary
    await thresholdRows(frame, title, {
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
    // Of a set without messages for none, nothing can be said of those.
    if (ours.every(({ operatingPoint }) => figure(operatingPoint) === null)) continue
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
