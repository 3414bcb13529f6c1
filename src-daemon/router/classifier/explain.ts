import { hasCjk } from '../text.ts'
import { gramsOf, wordsOf } from './features.ts'

const SHOWN = 3

/**
 * The message's words that spoke for a capability most, in the order of the message: `remind, dentist`. Neighbours
 * in a script without spaces are shown as one. Empty when no word did.
 */
export const speakingWords = (text: string, contributions: ReadonlyMap<string, number>): string => {
  const worth = new Map<string, number>()
  let run = ''
  let runWorth = 0
  const close = (): void => {
    if (run !== '') worth.set(run, Math.max(runWorth, worth.get(run) ?? 0))
    run = ''
    runWorth = 0
  }
  for (const word of wordsOf(text)) {
    const own = worthOf(word, contributions)
    if (!hasCjk(word) || own === 0) close()
    if (own === 0) continue
    run += word
    runWorth += own
    if (!hasCjk(word)) close()
  }
  close()
  const shown = new Set(
    [...worth]
      .sort((a, b) => b[1] - a[1])
      .slice(0, SHOWN)
      .map(([word]) => word),
  )
  return [...worth.keys()].filter((word) => shown.has(word)).join(', ')
}

/** A word speaks when the capability has it, or a third of its pieces, as another form of it has: a letter or two in common say nothing to a person. */
const worthOf = (word: string, contributions: ReadonlyMap<string, number>): number => {
  const grams = gramsOf(word)
  const shared = grams.filter((gram) => contributions.has(gram))
  const isLike = shared.length > 0 && shared.length * 3 >= grams.length
  if (!contributions.has(word) && !isLike) return 0
  return [word, ...shared].reduce((sum, feature) => sum + (contributions.get(feature) ?? 0), 0)
}
