/** How often the classifier is right, on CLINC150 and compared with a plain nearest centroid; and its cost. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  createClassifier,
  evaluateRouting,
  type Classifier,
  type ClassifierCapability,
  type RoutingQuery,
  type RoutingSummary,
} from '../../src-daemon/router/index.ts'
import { ENGLISH, FOREIGN } from '../../src-daemon/router/meaning/testdata/languages.ts'
import type { Benchmark, Frame } from '../frame.ts'
import { median, quantile } from '../statistics.ts'
import { microsecondsEach } from '../timing.ts'
import { thresholdRows } from './at-threshold.ts'
import { createNearestCentroid } from './nearest-centroid.ts'
import { createBoth, openVectors, type Vectors } from './with-meaning.ts'

/** Where the data is; not part of the repository. */
export const CLINC150 =
  process.env['CLINC150'] ?? join(import.meta.dirname, '../../../shared/data/clinc150/train_val.json')
const DRAWS = 5
/** A model takes its time for each text. */
const MEANT_DRAWS = 3
const SLOWEST_US = 1_000
/** The slowest messages with the most capabilities. */
const SLOWEST_OF_MOST_US = 1_500

const pairs = z.array(z.tuple([z.string(), z.string()]))
const dataSchema = z.object({ train: pairs, val: pairs, oos_train: pairs, oos_val: pairs })
type Data = z.infer<typeof dataSchema>

export const accuracyRows: Benchmark = async (frame, { quick }) => {
  if (existsSync(CLINC150))
    await accuracy(frame, dataSchema.parse(JSON.parse(readFileSync(CLINC150, 'utf8'))), quick)
  else process.stderr.write(`no accuracy rows: there is no ${CLINC150} (CLINC150 names another file)\n`)
  await adding(frame)
}

/** What an embedding model adds; the reference is the classifier alone. */
const withMeaning = async (frame: Frame, data: Data, queries: readonly RoutingQuery[]): Promise<void> => {
  const vectors = await openVectors()
  if (vectors === null) return
  try {
    const draws = Array.from({ length: MEANT_DRAWS }, (_, seed) => drawn(data, 10, seed + 1))
    await meaningRows(frame, 'CLINC150, 150 capabilities, 10 examples', { draws, queries, vectors, bar: 10 })
    await meaningRows(frame, 'English capabilities, messages in Chinese, Japanese and Spanish', {
      ...{ draws: [ENGLISH], queries: FOREIGN, vectors, bar: null },
    })
  } finally {
    await vectors.close()
  }
}

const meaningRows = async (
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
  for (const [what, unit, figure, most] of [
    ['wrong at top-1', '%', ({ top1 }) => 100 * (1 - (top1 ?? 0)), bar],
    ['wrong at top-3', '%', ({ top3 }) => 100 * (1 - (top3 ?? 0)), null],
    ['1 - out-of-scope AUROC', '', (one) => 1 - (one.outOfScopeAuroc ?? 0), null],
    ['one message besides its vector, p99', 'us', ({ latency }) => latency.p99Micros, null],
  ] satisfies [string, string, (summary: RoutingSummary) => number, number | null][])
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

const accuracy = async (frame: Frame, data: Data, quick: boolean): Promise<void> => {
  const queries: RoutingQuery[] = [
    ...data.val.map(([text, expected]) => ({ text, expected })),
    ...[...data.oos_train, ...data.oos_val].map(([text]) => ({ text, expected: null })),
  ].filter((_, at) => !quick || at % 8 === 0)
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
  await withMeaning(frame, data, queries)
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

const drawn = ({ train }: Data, examples: number, seed: number): ClassifierCapability[] => {
  const random = randomOf(seed)
  const byName = Map.groupBy(train, ([, name]) => name)
  return [...byName].map(([name, said]) => ({
    name,
    description: '',
    keywords: [],
    examples: said
      .map(([text]) => ({ text, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, examples)
      .map(({ text }) => text),
  }))
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

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const randomOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
