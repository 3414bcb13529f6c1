/** The first letter or digit of a text, in capitals where there are any; a dot for a text without. */
export const firstLetter = (text: string): string =>
  (/[\p{L}\p{N}]\p{M}*/u.exec(text.normalize('NFC'))?.[0] ?? '·').toLocaleUpperCase()

/** A hue from 0 to 359, always the same for an author. */
export const authorHue = (did: string): number => {
  let hash = 0
  for (const character of did) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  // Neighbouring numbers are far apart on the wheel.
  return Math.floor((hash * 137.508) % 360)
}
