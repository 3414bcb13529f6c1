/** A text as symbols that are compared and changed as units: what a reader sees as one character. */
export interface Units {
  readonly symbols: Int32Array
  /** Where each symbol begins, and the end, in code units. Undefined if every symbol is one code unit. */
  readonly offsets: Int32Array | undefined
}

/**
 * Code units before and after which a text may always be split (UAX 29): Latin without combining marks, kana, Chinese
 * characters, Hangul syllables. Everything else is left to `Intl.Segmenter`, which is slow. (A line end of two code
 * units counts as two.)
 */
const plainRanges: readonly (readonly [from: number, to: number])[] = [
  [0, 0x2ff],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
]
const hex = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
const PLAIN = plainRanges.map(([from, to]) => `${hex(from)}-${hex(to)}`).join('')
const allPlain = new RegExp(`^[${PLAIN}]*$`, 'u')
/** Includes the plain character before, which others may combine with, and the one after. */
const others = new RegExp(`[${PLAIN}]?(?:[^${PLAIN}]+[${PLAIN}]?)+`, 'gu')
/** A single code unit is its own symbol; longer characters are numbered from here. */
const FIRST_NUMBER = 0x10000

/** Converts texts to units; one instance gives equal characters the same number. */
export const createUnits = (): ((text: string) => Units) => {
  const numbers = new Map<string, number>()

  const unitsOf = (text: string): Units => {
    if (allPlain.test(text)) return { symbols: codeUnits(text), offsets: undefined }
    const symbols: number[] = []
    const offsets: number[] = []
    const plain = (from: number, to: number): void => {
      for (let at = from; at < to; at++) {
        symbols.push(text.charCodeAt(at))
        offsets.push(at)
      }
    }
    let done = 0
    for (const { 0: run, index } of text.matchAll(others)) {
      plain(done, index)
      for (const { segment, index: within } of segmenter.segment(run)) {
        symbols.push(segment.length === 1 ? segment.charCodeAt(0) : numberOf(segment))
        offsets.push(index + within)
      }
      done = index + run.length
    }
    plain(done, text.length)
    offsets.push(text.length)
    return { symbols: Int32Array.from(symbols), offsets: Int32Array.from(offsets) }
  }

  const numberOf = (character: string): number => {
    const known = numbers.get(character)
    if (known !== undefined) return known
    const number = FIRST_NUMBER + numbers.size
    numbers.set(character, number)
    return number
  }

  return unitsOf
}

/** Whether a text may be split there in any language: both neighbours are plain, or there is none. */
export const isCuttable = (text: string, at: number): boolean =>
  at === 0 || at === text.length || (isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at)))

const isPlain = (unit: number): boolean => plainRanges.some(([from, to]) => unit >= from && unit <= to)

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

const codeUnits = (text: string): Int32Array => {
  const units = new Int32Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return units
}
