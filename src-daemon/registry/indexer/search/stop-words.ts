import { eng, spa } from 'stopword'

/** Words of grammar: they say nothing of what is looked for, but are rare in a catalogue of a few capabilities. */
const STOP_WORDS: ReadonlySet<string> = new Set([...eng, ...spa])

/** The words of a query without those of grammar; all of them if there are no others. */
export const withoutStopWords = (words: readonly string[]): readonly string[] => {
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return telling.length > 0 ? telling : words
}
