import type { ReadWord } from './features.ts'

const SHOWN = 3

/** How much a feature of a message speaks for a capability; 0 where the capability does not have it. */
export type Worth = (feature: string) => number

/**
 * Says of a capability which words of a message spoke for it most, in the order of the message: `remind, dentist`. Neighbours in a
 * script without spaces are shown as one. Empty when no word did.
 */
export const speakingWords = (words: readonly ReadWord[], worth: Worth): string => {
  const worths = new Map<string, number>()
  let run = ''
  let runWorth = 0
  const close = (): void => {
    if (run !== '') worths.set(run, Math.max(runWorth, worths.get(run) ?? 0))
    run = ''
    runWorth = 0
  }
  for (const read of words) {
    const own = worthOf(read, worth)
    if (!read.isCjk || own === 0) close()
    if (own === 0) continue
    run += read.word
    runWorth += own
    if (!read.isCjk) close()
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

/**
 * A word speaks when the capability has it, or one that means nearly the same, or a third of its pieces, as another form of it has:
 * a letter or two in common, or the same topic, say nothing to a person.
 */
const worthOf = ({ word, pieces, senses, topics }: ReadWord, worth: Worth): number => {
  let shared = 0
  let sum = worth(word)
  for (const sense of senses) sum += worth(sense)
  const isMeant = sum > 0
  for (const piece of pieces) {
    const own = worth(piece)
    if (own > 0) shared++
    sum += own
  }
  for (const topic of topics) sum += worth(topic)
  return isMeant || (shared > 0 && shared * 3 >= pieces.length) ? sum : 0
}
