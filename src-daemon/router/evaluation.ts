import type { Classifier, ClassifierCapability, ClassifierScore } from './classifier/index.ts'

/** A message, and the capability it is for; null if it is for none. */
export interface RoutingQuery {
  readonly text: string
  readonly expected: string | null
}

export interface RoutingPrediction extends RoutingQuery {
  /** The best capability, whether or not it would be chosen; null if the message shares nothing with any. */
  readonly prediction: string | null
  /** 0..1. */
  readonly score: number
  /** The app's choice: the prediction if its score reaches the threshold, else null. */
  readonly routed: string | null
  readonly runnerUps: readonly { readonly name: string; readonly score: number }[]
  readonly matched: string
}

export interface RoutingSummary {
  readonly queries: number
  readonly inScope: number
  readonly outOfScope: number
  /**
   * Share of the in-scope messages whose capability is the best, or among the three best, at any score; null
   * without any.
   */
  readonly top1: number | null
  readonly top3: number | null
  /**
   * Probability that an in-scope message scores higher than an out-of-scope one; null if one kind is missing.
   */
  readonly outOfScopeAuroc: number | null
  readonly operatingPoint: {
    readonly threshold: number
    /** Share of the in-scope messages routed to the right, and to a wrong capability. */
    readonly routedRight: number | null
    readonly routedWrong: number | null
    /** Share of the out-of-scope messages routed to none. */
    readonly outOfScopeRefused: number | null
  }
  readonly latency: { readonly p50Micros: number; readonly p99Micros: number }
}

const WARM_UP = 200

/** Evaluates a classifier: learns `capabilities` and scores every query. */
export const evaluateRouting = (
  classifier: Classifier,
  capabilities: readonly ClassifierCapability[],
  queries: readonly RoutingQuery[],
): { predictions: RoutingPrediction[]; summary: RoutingSummary } => {
  classifier.learn(capabilities)
  // The first calls run code that is not compiled yet; in the daemon it is.
  for (const { text } of queries.slice(0, WARM_UP)) classifier.score(text)
  const micros: number[] = []
  const predictions = queries.map((query) => {
    const began = performance.now()
    const scores = classifier.score(query.text)
    micros.push((performance.now() - began) * 1000)
    return predictionOf(query, scores, classifier.threshold)
  })
  return { predictions, summary: summarise(predictions, micros, classifier.threshold) }
}

const predictionOf = (
  { text, expected }: RoutingQuery,
  scores: readonly ClassifierScore[],
  threshold: number,
): RoutingPrediction => {
  const [best, ...others] = scores
  const routed = best !== undefined && best.score >= threshold ? best.name : null
  return {
    text,
    expected,
    prediction: best?.name ?? null,
    score: best?.score ?? 0,
    routed,
    runnerUps: others.map(({ name, score }) => ({ name, score })),
    matched: best?.matched ?? '',
  }
}

const summarise = (
  predictions: readonly RoutingPrediction[],
  micros: readonly number[],
  threshold: number,
): RoutingSummary => {
  const inScope = predictions.filter(({ expected }) => expected !== null)
  const outOfScope = predictions.filter(({ expected }) => expected === null)
  const part = (
    of: readonly RoutingPrediction[],
    holds: (one: RoutingPrediction) => boolean,
  ): number | null => (of.length === 0 ? null : of.filter(holds).length / of.length)
  const sorted = micros.toSorted((a, b) => a - b)
  const quantile = (at: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * at)] ?? 0)
  return {
    queries: predictions.length,
    inScope: inScope.length,
    outOfScope: outOfScope.length,
    top1: part(inScope, ({ prediction, expected }) => prediction === expected),
    top3: part(inScope, ({ prediction, runnerUps, expected }) =>
      [prediction, ...runnerUps.slice(0, 2).map(({ name }) => name)].includes(expected),
    ),
    outOfScopeAuroc: auroc(
      inScope.map(({ score }) => score),
      outOfScope.map(({ score }) => score),
    ),
    operatingPoint: {
      threshold,
      routedRight: part(inScope, ({ routed, expected }) => routed === expected),
      routedWrong: part(inScope, ({ routed, expected }) => routed !== null && routed !== expected),
      outOfScopeRefused: part(outOfScope, ({ routed }) => routed === null),
    },
    latency: { p50Micros: quantile(0.5), p99Micros: quantile(0.99) },
  }
}

/**
 * Area under the ROC curve by ranks (Mann-Whitney); equal scores share their ranks. Null if one side is
 * empty.
 */
export const auroc = (positives: readonly number[], negatives: readonly number[]): number | null => {
  if (positives.length === 0 || negatives.length === 0) return null
  const all = [
    ...positives.map((score) => ({ score, positive: true })),
    ...negatives.map((score) => ({ score, positive: false })),
  ].sort((a, b) => a.score - b.score)
  let ranks = 0
  for (let start = 0; start < all.length;) {
    let end = start
    while (end < all.length && all[end]?.score === all[start]?.score) end++
    const rank = (start + 1 + end) / 2
    for (const { positive } of all.slice(start, end)) if (positive) ranks += rank
    start = end
  }
  return (ranks - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length)
}
