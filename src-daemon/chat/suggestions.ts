import type { Language } from '../contract/language.ts'
import { sentencesIn } from '../text/index.ts'

/**
 * Sentences to try, alternating between packages, in the user's language if there are any, else in English.
 */
export const pickSuggestions = (
  packages: readonly { readonly examples: readonly string[] }[],
  language: Language,
  limit: number,
): string[] => {
  const queues = packages.map(({ examples }) => sentencesIn(examples, language))
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  const turns = Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  )
  return [...new Set(turns.flat())].slice(0, limit)
}
