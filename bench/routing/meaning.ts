/** What an embedding model adds to the words; the reference is the classifier alone. Last, as a model takes minutes. */
import {
  createClassifier,
  evaluateRouting,
  type ClassifierCapability,
  type RoutingQuery,
  type RoutingSummary,
} from '../../src-daemon/router/index.ts'
import { ENGLISH, FOREIGN } from '../../src-daemon/router/meaning/testdata/languages.ts'
import type { Benchmark, Frame } from '../frame.ts'
import { median } from '../statistics.ts'
import { thresholdRows } from './at-threshold.ts'
import { drawn, queriesOf, readClinc150 } from './clinc150.ts'
import { readSets } from './sets.ts'
import { createBoth, openVectors, type Vectors } from './with-meaning.ts'

const DRAWS = 3
const WRONG_OF_TEN_EXAMPLES = 10

export const meaningRows: Benchmark = async (frame, { quick }) => {
  const vectors = await openVectors()
  if (vectors === null) return
  try {
    const data = readClinc150()
    if (data !== null)
      await rowsOf(frame, 'CLINC150, 150 capabilities, 10 examples', {
        draws: Array.from({ length: quick ? 1 : DRAWS }, (_, seed) => drawn(data, 10, seed + 1)),
        ...{ queries: queriesOf(data, quick), vectors, bar: WRONG_OF_TEN_EXAMPLES },
      })
    await rowsOf(frame, 'English capabilities, messages in Chinese, Japanese and Spanish', {
      ...{ draws: [ENGLISH], queries: FOREIGN, vectors, bar: null },
    })
    for (const { title, capabilities, queries } of readSets(quick))
      await rowsOf(frame, title, { draws: [capabilities], queries, vectors, bar: null })
  } finally {
    await vectors.close()
  }
}

/** What is measured, its unit, the figure, and its bar. */
type MeaningRow = readonly [string, string, (summary: RoutingSummary) => number, number | null]

const rowsOf = async (
  frame: Frame,
  set: string,
  from: {
    readonly draws: readonly (readonly ClassifierCapability[])[]
    readonly queries: readonly RoutingQuery[]
    readonly vectors: Vectors
    readonly bar: number | null
  },
): Promise<void> => {
  const { draws, queries, vectors, bar } = from
  const [both, words]: [RoutingSummary[], RoutingSummary[]] = [[], []]
  for (const capabilities of draws) {
    const texts = queries.map(({ text }) => text)
    const one = await createBoth(capabilities, texts, vectors)
    both.push(evaluateRouting(one, capabilities, queries).summary)
    words.push(evaluateRouting(createClassifier(), capabilities, queries).summary)
  }
  const about = `${set}, with multilingual-e5-small`
  const someForNone = queries.some(({ expected }) => expected === null)
  for (const [what, unit, figure, most] of [
    ['wrong at top-1', '%', ({ top1 }) => 100 * (1 - (top1 ?? 0)), bar],
    ['wrong at top-3', '%', ({ top3 }) => 100 * (1 - (top3 ?? 0)), null],
    ...(someForNone
      ? ([
          ['1 - out-of-scope AUROC', '', (one) => 1 - (one.outOfScopeAuroc ?? 0), null],
        ] satisfies MeaningRow[])
      : []),
    ['one message besides its vector, p99', 'us', ({ latency }) => latency.p99Micros, null],
  ] satisfies MeaningRow[])
    await frame.compare({
      ...{ what: `${about}: ${what} (reference: words alone)`, unit, runs: 1 },
      ours: () => median(both.map(figure)),
      reference: () => median(words.map(figure)),
      ...(most === null ? {} : { bar: { atMost: most } }),
    })
  await thresholdRows(frame, about, {
    ...{ ours: both, reference: words, of: 'words alone', barred: bar !== null },
  })
}
