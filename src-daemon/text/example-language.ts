import type { Language } from '../contract/language.ts'

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HAN = /\p{Script=Han}/u
const SPANISH =
  /[¿¡ñáéíóú]|\b(?:añade|apunta|busca|convierte|crea|nueva|notas?|tareas?|una?|el|la|los|las|mis|de|del|con|que|para|sobre|mañana)\b/iu

/**
 * The sentences in a language, or the English ones if there are none. Sentences in Chinese and Japanese are for people who
 * use that language only.
 */
export const sentencesIn = (sentences: readonly string[], language: Language): readonly string[] => {
  const own = sentences.filter((sentence) => languageOf(sentence) === language)
  return own.length > 0 ? own : sentences.filter((sentence) => languageOf(sentence) === 'en')
}

/** Han characters alone may be Chinese or Japanese; kana settles it. */
const languageOf = (text: string): Language => {
  if (KANA.test(text)) return 'ja'
  if (HAN.test(text)) return 'zh'
  return SPANISH.test(text) ? 'es' : 'en'
}
