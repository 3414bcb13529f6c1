/** How often the classifier is right, on CLINC150 and compared with a plain nearest centroid; and its cost. */
import {
  createClassifier,
  evaluateRouting,
  type Classifier,
  type ClassifierCapability,
  type RoutingSummary,
} from '../../src-daemon/router/index.ts'
import type { Benchmark, Frame } from '../frame.ts'
import { median, quantile } from '../statistics.ts'
import { microsecondsEach } from '../timing.ts'
import { thresholdRows } from './at-threshold.ts'
import { drawn, queriesOf, readClinc150, type Clinc150 } from './clinc150.ts'
import { createNearestCentroid } from './nearest-centroid.ts'
import { randomOf } from './random.ts'

const DRAWS = 5
const SLOWEST_US = 1_000
/** The slowest messages with the most capabilities. */
const SLOWEST_OF_MOST_US = 1_500

export const accuracyRows: Benchmark = async (frame, { quick }) => {
  const data = readClinc150()
  if (data !== null) await accuracy(frame, data, quick)
  await adding(frame)
}

const accuracy = async (frame: Frame, data: Clinc150, quick: boolean): Promise<void> => {
  const queries = queriesOf(data, quick)
  for (const { examples, errors1, errors3 } of [
    { examples: 5, errors1: 25, errors3: null },
    { examples: 10, errors1: 18, errors3: 7 },
    { examples: 50, errors1: 9, errors3: null },
  ]) {
    const draws = Array.from({ length: quick ? 2 : DRAWS }, (_, seed) => drawn(data, examples, seed + 1))
    const judge = (make: () => Classifier) =>
      draws.map((capabilities) => evaluateRouting(make(), capabilities, queries).summary)
    const ours = judge(createClassifier)
    const reference = judge(createNearestCentroid)
    const row = (
      name: string,
      unit: string,
      figure: (summary: RoutingSummary) => number,
      bar: number | null,
    ) =>
      frame.compare({
        what: `150 capabilities, ${examples} examples: ${name} (reference: TF-IDF nearest centroid)`,
        unit,
        runs: 1,
        ours: () => median(ours.map(figure)),
        reference: () => median(reference.map(figure)),
        ...(bar === null ? {} : { bar: { atMost: bar } }),
      })
    await row('wrong at top-1', '%', ({ top1 }) => 100 * (1 - (top1 ?? 0)), errors1)
    await row('wrong at top-3', '%', ({ top3 }) => 100 * (1 - (top3 ?? 0)), errors3)
    await row(
      '1 - out-of-scope AUROC',
      '',
      (one) => 1 - (one.outOfScopeAuroc ?? 0),
      examples === 10 ? 0.08 : null,
    )
    if (examples === 10)
      await thresholdRows(frame, `CLINC150, 150 capabilities, ${examples} examples`, {
        ...{ ours, reference, of: 'TF-IDF nearest centroid' },
      })
    const [draw = []] = draws
    const [eachOurs, eachReference] = [createClassifier, createNearestCentroid].map((make) => {
      const classifier = make()
      classifier.learn(draw)
      return microsecondsEach(
        queries.map(({ text }) => text),
        classifier.score,
      )
    })
    for (const [name, part] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const)
      await frame.compare({
        what: `150 capabilities, ${examples} examples: one message, ${name} (reference: TF-IDF nearest centroid)`,
        unit: 'us',
        runs: 1,
        ours: () => quantile(eachOurs ?? [], part),
        reference: () => quantile(eachReference ?? [], part),
        bar: { atMost: examples === 50 && name === 'p99' ? SLOWEST_OF_MOST_US : SLOWEST_US },
      })
  }
}

/** From a message of an installed capability until the first message after another one came is routed. */
const adding = async (frame: Frame): Promise<void> => {
  const capabilities = Array.from({ length: 1_000 }, (_, at) => made(at))
  const classifier = createClassifier()
  classifier.learn(capabilities)
  classifier.score('warm')
  let next = 1_000
  const timed = (work: () => void): number => {
    const began = performance.now()
    work()
    return performance.now() - began
  }
  await frame.compare({
    what: 'a capability added to 1,000, until it routes (reference: learning all anew)',
    unit: 'ms',
    ours: () => {
      const more = made(next++)
      const taken = timed(() => {
        classifier.add(more)
        if (classifier.score(more.examples[0] ?? '')[0]?.name !== more.name)
          throw new Error('It does not route')
      })
      classifier.remove(more.name)
      classifier.score('warm')
      return taken
    },
    reference: () =>
      timed(() => {
        const anew = createClassifier()
        anew.learn(capabilities)
        anew.score('warm')
      }),
    bar: { atMost: 100 },
  })
}

/** Ten sentences of its own words among common words. */
const made = (at: number): ClassifierCapability => {
  const random = randomOf(at + 1)
  const word = (of: number): string => `w${Math.floor(random() * of).toString(36)}`
  const examples = Array.from({ length: 10 }, () =>
    [`own${at}`, ...Array.from({ length: 7 }, () => word(3_000))].join(' '),
  )
  return { name: `made-${at}`, description: '', keywords: [], examples }
}
