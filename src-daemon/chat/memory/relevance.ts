/** How much a text has to do with another, by their words. */
/** Scripts written without spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/gu
const WORD = /[\p{L}\p{N}]{3,}/gu
/** Characters that continue a word, before and after it. */
const GOES_ON = { before: /[\p{L}\p{N}]$/u, after: /^[\p{L}\p{N}]/u }
/** Longer texts are looked at as far as this; in UTF-16 units. */
const LOOKED_AT = 4000

/** What two texts can have in common: words of three letters and more, and pairs of characters where words are not spaced. */
export const termsOf = (text: string): ReadonlySet<string> => {
  const plain = plainOf(text)
  const terms = new Set(plain.replace(UNSPACED, ' ').match(WORD))
  for (const [run] of plain.matchAll(UNSPACED))
    for (let at = 0; at < run.length - 1; at += 1) terms.add(run.slice(at, at + 2))
  return terms
}

/** How much of `wanted` a text speaks of, 0 to 1; long words count for more than short ones. */
export const relevance = (wanted: ReadonlySet<string>, text: string): number => {
  let all = 0
  let met = 0
  const plain = plainOf(text)
  for (const term of wanted) {
    all += term.length
    if ([term, singular(term), `${term}s`].some((form) => speaksOf(plain, form))) met += term.length
  }
  return all === 0 ? 0 : met / all
}

const plainOf = (text: string): string => text.slice(0, LOOKED_AT).normalize('NFKC').toLowerCase()

/** Whether `term` is one of the terms of a text, without looking for all of them. */
const speaksOf = (plain: string, term: string): boolean => {
  const isPair = term.search(UNSPACED) === 0
  if (!isPair && term.length < 3) return false
  for (let at = plain.indexOf(term); at !== -1; at = plain.indexOf(term, at + 1)) {
    if (isPair) return true
    // Two units hold any complete character.
    const before = plain.slice(Math.max(0, at - 2), at).replace(UNSPACED, ' ')
    const end = at + term.length
    const after = plain.slice(end, end + 2).replace(UNSPACED, ' ')
    if (!GOES_ON.before.test(before) && !GOES_ON.after.test(after)) return true
  }
  return false
}

const singular = (term: string): string => (term.endsWith('s') ? term.slice(0, -1) : term)
