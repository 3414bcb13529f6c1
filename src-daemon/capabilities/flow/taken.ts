/** A shorter text is a word that many things have; an address is one's own in any length. */
const TELLING = 16
/** The same in scripts that write no blanks between words: so many signs tell as much. */
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}/u
const TELLING_SIGNS = 6
/** Words of so many letters tell of something; numbers do in any length. */
const TELLING_WORD = 5
/** What a fact with one such word has to have in it. */
const LONE_WORD = /^(?:\p{L}{8,}|\d{4,})$/u

/** Whether a value has a line of what was read in it, or is a part of one; both folded. */
export const isTaken = (said: string, line: string): boolean =>
  (isTelling(line) && said.includes(line)) || (isTelling(said) && line.includes(said))

/**
 * Whether a value says what a remembered fact does: 16 characters of it, or half of its telling words, two at least, in any order. `words`: the
 * owner's own in this turn, which tell nothing new.
 */
export const isRemembered = (said: string, fact: string, words: readonly string[]): boolean => {
  if (isTaken(said, fact) || sharesRun(said, fact)) return true
  const own = new Set(words)
  const telling = new Set(wordsOf(fact).filter((word) => isTellingWord(word) && !own.has(word)))
  const used = new Set(wordsOf(said).filter((word) => telling.has(word)))
  if (telling.size < 2) return [...used].some((word) => LONE_WORD.test(word))
  return used.size >= Math.max(2, telling.size / 2)
}

/** Whether a text is long enough to say whose it is. */
export const isTelling = (text: string): boolean =>
  text.length >= TELLING || /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text)

export const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const isTellingWord = (word: string): boolean => /\d/u.test(word) || word.length >= TELLING_WORD

/** Whether two texts have a telling run of characters in common. */
const sharesRun = (one: string, other: string): boolean => {
  const runs = (length: number): string[] =>
    Array.from({ length: Math.max(0, other.length - length + 1) }, (_, at) => other.slice(at, at + length))
  const telling = [
    ...runs(TELLING),
    ...(SIGNS.test(other) ? runs(TELLING_SIGNS).filter((run) => SIGNS.test(run)) : []),
  ]
  return telling.some((run) => one.includes(run))
}
