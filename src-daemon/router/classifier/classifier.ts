import { tokensOf } from '../text.ts'
import { featuresOf } from './features.ts'
import type { Classifier, ClassifierCapability, ClassifierScore } from './types.ts'

type Vector = ReadonlyMap<string, number>

const THRESHOLD = 0.5
const SHOWN_WORDS = 3
const RESULTS = 10
/** The likeness at which a message is as likely for the capability as not. */
const EVEN = 0.3
const STEEPNESS = 12

/** Makes a classifier that knows nothing yet. */
export const createClassifier = (): Classifier => {
  const known = new Map<string, Vector>()
  let frequencies: Map<string, number> | null = null

  const add = (capability: ClassifierCapability): void => {
    known.set(capability.name, countsOf(capability))
    frequencies = null
  }

  const score = (text: string): readonly ClassifierScore[] => {
    const counted = (frequencies ??= frequenciesOf(known))
    const rarity = (feature: string): number =>
      Math.log((1 + known.size) / (0.5 + (counted.get(feature) ?? 0)))
    const message = weigh(count(featuresOf(text), 1), rarity)
    return [...known]
      .map(([name, counts]) => ({ name, likeness: dot(message, weigh(counts, rarity)), counts }))
      .filter(({ likeness }) => likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
      .slice(0, RESULTS)
      .map(({ name, likeness, counts }) => ({
        name,
        score: 1 / (1 + Math.exp(-STEEPNESS * (likeness - EVEN))),
        matched: [...new Set(tokensOf(text))]
          .filter((token) => counts.has(token))
          .sort((a, b) => rarity(b) - rarity(a))
          .slice(0, SHOWN_WORDS)
          .join(', '),
      }))
  }

  return {
    threshold: THRESHOLD,
    learn: (capabilities) => {
      known.clear()
      frequencies = null
      for (const capability of capabilities) add(capability)
    },
    add,
    remove: (name) => {
      known.delete(name)
      frequencies = null
    },
    score,
  }
}

const countsOf = ({
  name,
  description,
  examples,
  keywords,
  corrections = [],
}: ClassifierCapability): Vector => {
  const counts = count(featuresOf([name.replaceAll(/[-_.]/g, ' '), description, ...keywords].join('\n')), 0.5)
  for (const example of examples) count(featuresOf(example), 1, counts)
  for (const correction of corrections) count(featuresOf(correction), 2, counts)
  return counts
}

const count = (
  features: readonly string[],
  weight: number,
  into = new Map<string, number>(),
): Map<string, number> => {
  for (const feature of features) into.set(feature, (into.get(feature) ?? 0) + weight)
  return into
}

const frequenciesOf = (known: ReadonlyMap<string, Vector>): Map<string, number> => {
  const frequencies = new Map<string, number>()
  for (const vector of known.values()) count([...vector.keys()], 1, frequencies)
  return frequencies
}

const weigh = (counts: Vector, rarity: (feature: string) => number): Vector => {
  const weights = new Map(
    [...counts].map(([feature, times]) => [feature, Math.log1p(times) * rarity(feature)]),
  )
  const length = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0))
  return new Map([...weights].map(([feature, weight]) => [feature, length === 0 ? 0 : weight / length]))
}

const dot = (left: Vector, right: Vector): number => {
  let sum = 0
  for (const [feature, weight] of left) sum += weight * (right.get(feature) ?? 0)
  return sum
}
