import { scoresOf, THRESHOLD } from './chances.ts'
import { speakingWords } from './explain.ts'
import { featuresOf, readWords } from './features.ts'
import { createLibrary } from './library.ts'
import { createModel } from './model.ts'
import type { Classifier, ClassifierCapability } from './types.ts'

/** A capability's own names, and the user's corrections, count as two examples. */
const NAMED = 2
const CORRECTED = 2
/** More texts per capability only cost time; the first in code-unit order are used. */
const MAX_TEXTS = 500
const RESULTS = 5
/** How long one slice of background learning may block other work. */
const SLICE_MS = 5

/** Creates an empty classifier. */
export const createClassifier = (): Classifier => {
  let library = createLibrary()
  let model = createModel(library)
  /**
   * Capabilities still to be learned: bit by bit in the background, or at the latest with the next message.
   */
  const waiting = new Map<string, ClassifierCapability>()
  let isPlanned = false

  const add: Classifier['add'] = (capability) => {
    waiting.set(capability.name, capability)
    plan()
  }

  const remove: Classifier['remove'] = (name) => {
    waiting.delete(name)
    library.remove(name)
  }

  const learn: Classifier['learn'] = (capabilities) => {
    waiting.clear()
    library = createLibrary()
    model = createModel(library)
    for (const capability of capabilities) add(capability)
  }

  /** The timer does not keep an otherwise idle process alive. */
  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      catchUp(performance.now() + SLICE_MS)
      if (waiting.size > 0) plan()
    }).unref()
  }

  const catchUp = (until: number): void => {
    for (const [name, capability] of waiting) {
      library.add(
        name,
        textsOf(capability).map(({ text, emphasis }) => ({
          features: featuresOf(readWords(text)),
          emphasis,
        })),
      )
      waiting.delete(name)
      if (performance.now() > until) return
    }
    library.view()
  }

  const score: Classifier['score'] = (text, limit = RESULTS) => {
    if (waiting.size > 0) catchUp(Infinity)
    const words = readWords(text)
    const { candidates, ...setting } = model.weigh(featuresOf(words))
    const scores = scoresOf(
      candidates.map(({ worth }) => worth),
      { ...setting, words: words.length },
    )
    return candidates
      .slice(0, limit)
      .map(({ name, worths }, rank) => ({
        name,
        score: scores[rank] ?? 0,
        matched: speakingWords(words, worths()),
      }))
      .filter(({ matched }) => matched !== '')
  }

  return { learn, add, remove, score, threshold: THRESHOLD }
}

/** The texts to learn of a capability, in an order that depends only on the texts. */
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
    .slice(0, MAX_TEXTS)
}
