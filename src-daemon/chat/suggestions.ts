import { hasCjk } from '../router/index.ts'
import type { Language } from '../contract/language.ts'

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const SPANISH =
  /[¿¡ñáéíóú]|\b(?:añade|apunta|busca|convierte|crea|nueva|notas?|tareas?|una?|el|la|los|las|mis|de|del|con|que|para|sobre|mañana)\b/iu

/**
 * Sentences to try, alternating between packages, in the user's language if there are any. Chinese and Japanese sentences
 * are shown only to users of that language; English ones to all users if there is nothing better.
 */
export const pickSuggestions = (
  packages: readonly { readonly examples: readonly string[] }[],
  language: Language,
  limit: number,
): string[] => {
  const queues = packages.map(({ examples }) => readable(examples, language))
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  const turns = Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  )
  return [...new Set(turns.flat())].slice(0, limit)
}

const readable = (examples: readonly string[], language: Language): readonly string[] => {
  const own = examples.filter((example) => languageOf(example).includes(language))
  return own.length > 0 ? own : examples.filter((example) => languageOf(example).includes('en'))
}

/** Han characters alone may be Chinese or Japanese; kana settles it. */
const languageOf = (text: string): readonly Language[] => {
  if (KANA.test(text)) return ['ja']
  if (hasCjk(text)) return ['zh']
  return SPANISH.test(text) ? ['es'] : ['en']
}
