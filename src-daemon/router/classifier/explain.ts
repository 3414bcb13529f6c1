import { hasCjk } from '../text.ts'
import { gramsOf, wordsOf } from './features.ts'

const SHOWN = 3

/** How much a feature of a message speaks for a capability; 0 where the capability does not have it. */
export type Worth = (feature: string) => number

/**
 * Reads a message, and says of a capability which of its words spoke for it most, in the order of the message: `remind, dentist`.
 * Neighbours in a script without spaces are shown as one. Empty when no word did.
 */
export const speakingWords = (text: string): ((worth: Worth) => string) => {
  const words = wordsOf(text).map((word) => ({ word, grams: gramsOf(word), cjk: hasCjk(word) }))
  return (worth) => {
    const worths = new Map<string, number>()
    let run = ''
    let runWorth = 0
    const close = (): void => {
      if (run !== '') worths.set(run, Math.max(runWorth, worths.get(run) ?? 0))
      run = ''
      runWorth = 0
    }
    for (const { word, grams, cjk } of words) {
      const own = worthOf(word, grams, worth)
      if (!cjk || own === 0) close()
      if (own === 0) continue
      run += word
      runWorth += own
      if (!cjk) close()
    }
    close()
    const shown = new Set(
      [...worths]
        .sort((a, b) => b[1] - a[1])
        .slice(0, SHOWN)
        .map(([word]) => word),
    )
    return [...worths.keys()].filter((word) => shown.has(word)).join(', ')
  }
}

/** A word speaks when the capability has it, or a third of its pieces, as another form of it has: a letter or two in common say nothing to a person. */
const worthOf = (word: string, grams: readonly string[], worth: Worth): number => {
  let shared = 0
  let sum = worth(word)
  const isWhole = sum > 0
  for (const gram of grams) {
    const own = worth(gram)
    if (own > 0) shared++
    sum += own
  }
  return isWhole || (shared > 0 && shared * 3 >= grams.length) ? sum : 0
}
