/** Scripts written without spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/gu
const WORD = /[\p{L}\p{N}]{3,}/gu
/** Longer texts are looked at as far as this; in UTF-16 units. */
const LOOKED_AT = 4000

/** What two texts can have in common: words of three letters and more, and pairs of characters where words are not spaced. */
export const termsOf = (text: string): ReadonlySet<string> => {
  const plain = text.slice(0, LOOKED_AT).normalize('NFKC').toLowerCase()
  const terms = new Set(plain.replace(UNSPACED, ' ').match(WORD))
  for (const [run] of plain.matchAll(UNSPACED))
    for (let at = 0; at < run.length - 1; at += 1) terms.add(run.slice(at, at + 2))
  return terms
}

/** How much of `wanted` a text speaks of, 0 to 1; long words count for more than short ones. */
export const relevance = (wanted: ReadonlySet<string>, text: string): number => {
  let all = 0
  let met = 0
  const terms = termsOf(text)
  for (const term of wanted) {
    all += term.length
    if (terms.has(term) || terms.has(singular(term)) || terms.has(`${term}s`)) met += term.length
  }
  return all === 0 ? 0 : met / all
}

const singular = (term: string): string => (term.endsWith('s') ? term.slice(0, -1) : term)
