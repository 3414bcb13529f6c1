import { escaped } from '../../core/pattern.ts'

/** Whether a message contains a word; `in_progress` also matches `in progress`. */
export const saysWord = (message: string, word: string): boolean => {
  if (word === '') return false
  // Chinese and Japanese words have no boundaries to match.
  const unbounded = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(word)
  const pattern = unbounded
    ? new RegExp(`(?:${escaped(word)})`, 'iu')
    : new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'iu')
  return pattern.test(message)
}
