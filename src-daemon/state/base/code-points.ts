const SURROGATES = 0xd800
const AFTER_SURROGATES = 0xe000

/** The order of two texts by code point, as SQLite has it: JavaScript's own is by UTF-16 unit. */
export const compareCodePoints = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let n = 0; n < length; n++) {
    const [x, y] = [a.charCodeAt(n), b.charCodeAt(n)]
    if (x !== y) return placeOf(x) - placeOf(y)
  }
  return a.length - b.length
}

/** Halves of characters beyond U+FFFF come after all others. */
const placeOf = (unit: number): number =>
  unit >= SURROGATES && unit < AFTER_SURROGATES ? unit + 0x1_0000 : unit
