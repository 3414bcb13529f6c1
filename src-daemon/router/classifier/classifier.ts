import { calibrate, THRESHOLD } from './calibration.ts'
import { speakingWords } from './explain.ts'
import { featuresOf } from './features.ts'
import { createModel, type LearnedCapability, type LearnedText, type Model } from './model.ts'
import type { Classifier, ClassifierCapability } from './types.ts'
import { createVocabulary } from './vocabulary.ts'

/** What a capability calls itself, and what the user put right, count as two examples. */
const NAMED = 2
const CORRECTED = 2
/** More texts of one capability than this add nothing but time: they are the first in the order of their characters. */
const MOST_TEXTS = 500
const RESULTS = 5

/** Makes a classifier that knows nothing yet. */
export const createClassifier = (): Classifier => {
  let vocabulary = createVocabulary()
  const known = new Map<string, LearnedCapability>()
  /** Made with the next message: several changes at once cost one. */
  let model: Model | null = null

  const add = (capability: ClassifierCapability): void => {
    remove(capability.name)
    const texts = textsOf(capability).map(({ text, emphasis }): LearnedText => ({
      document: vocabulary.take(featuresOf(text)),
      emphasis,
    }))
    known.set(capability.name, { name: capability.name, texts })
  }

  const remove = (name: string): void => {
    for (const { document } of known.get(name)?.texts ?? []) vocabulary.drop(document)
    known.delete(name)
    model = null
  }

  const learn: Classifier['learn'] = (capabilities) => {
    known.clear()
    vocabulary = createVocabulary()
    model = null
    for (const capability of capabilities) add(capability)
  }

  const score: Classifier['score'] = (text) => {
    model ??= createModel(
      [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
      vocabulary,
    )
    const { capabilities, contributions, weigh } = model
    const features = featuresOf(text)
    const evidence = weigh(features)
    return calibrate(evidence)
      .slice(0, RESULTS)
      .map((chance, rank) => {
        const place = evidence[rank]?.place ?? 0
        const matched = speakingWords(text, contributions(features, place))
        return { name: capabilities[place]?.name ?? '', score: chance, matched }
      })
      .filter(({ matched }) => matched !== '')
  }

  return { learn, add, remove, score, threshold: THRESHOLD }
}

/** What is learned of a capability, in an order that depends on nothing but its texts. */
const textsOf = ({
  name,
  description,
  examples,
  keywords,
  corrections = [],
}: ClassifierCapability): { readonly text: string; readonly emphasis: number }[] => {
  const own = [name.replaceAll(/[-_.]/gu, ' '), ...keywords.toSorted()].join('\n')
  const said = (texts: readonly string[], emphasis: number) =>
    [...new Set(texts)].toSorted().map((text) => ({ text, emphasis }))
  return [
    { text: own, emphasis: NAMED },
    ...said([description], 1),
    ...said(corrections, CORRECTED),
    ...said(examples, 1),
  ]
    .filter(({ text }) => text.trim() !== '')
    .slice(0, MOST_TEXTS)
}
