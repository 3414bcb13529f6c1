/** Synonyms, as the test model sees them. */
const SAME = [
  ['buy', 'purchase', 'shopping', 'groceries', 'milk', 'bread', 'fetch'],
  ['remind', 'reminder', 'appointment', 'dentist', 'tomorrow', 'forget'],
  ['photo', 'picture', 'image', 'draw'],
]
const OTHERS = 29

/**
 * A test model that knows a few synonyms and treats every other word as unrelated; like real models, its
 * vectors all lean to one side.
 */
export const meaningOf = (text: string): number[] => {
  const vector = Array.from({ length: SAME.length + OTHERS }, () => 0.1)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const known = SAME.findIndex((words) => words.includes(word))
    const place = known === -1 ? SAME.length + (hash(word) % OTHERS) : known
    vector[place] = (vector[place] ?? 0) + (known === -1 ? 0.2 : 1)
  }
  return vector
}

const hash = (word: string): number =>
  [...word].reduce((sum, one) => (sum * 31 + (one.codePointAt(0) ?? 0)) % 9973, 7)
