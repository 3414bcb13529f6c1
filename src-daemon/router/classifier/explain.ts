import { NUMBER, type ReadWord } from './features.ts'

const SHOWN = 3

/** How much a feature of a message supports a capability; 0 if the capability lacks it. */
export type Worth = (feature: string) => number

/**
 * The words of a message that supported a capability most, in message order: `remind, dentist`. Neighbours in
 * a script without spaces are joined. Empty if there are none.
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
  // Which number it was is forgotten, so it says nothing beside other words.
  if (worths.size > 1) worths.delete(NUMBER)
  const shown = new Set(
    [...worths]
      .sort((a, b) => b[1] - a[1])
      .slice(0, SHOWN)
      .map(([word]) => word),
  )
  return [...worths.keys()].filter((word) => shown.has(word)).join(', ')
}

/**
 * A word counts if the capability has it, a near synonym, or a third of its character runs, as other forms of
 * the word do: a letter or two in common, or the same topic, explain nothing to a person.
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
