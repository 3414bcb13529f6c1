import unhomoglyph from 'unhomoglyph'
import { splitHidden } from '../text/index.ts'

/**
 * The ways a person or a model may read a text: without invisible characters; and, for lines where that makes a
 * difference, with look-alike letters and accents as plain ones, s p a c e d letters joined, and d1g1ts as letters.
 */
export const readingsOf = (text: string): readonly string[] => {
  const seen = isAscii(text) ? text : withoutHidden(text.normalize('NFKC'))
  const others = seen.split('\n').flatMap(otherReadings)
  return others.length === 0 ? [seen] : [seen, others.join('\n')]
}

const otherReadings = (line: string): readonly string[] => {
  const readings = [line]
  const add = (change: (text: string) => string): void => {
    const changed = change(readings.at(-1) ?? line)
    if (!readings.includes(changed)) readings.push(changed)
  }
  if (!isAscii(line)) add(foldLookAlikes)
  add(joinSpaced)
  if (DIGIT_WORD.test(line)) add(foldDigits)
  return readings.slice(1)
}

/** Whether a text is of ASCII letters alone. */
export const isAscii = (text: string): boolean => !/[^\x00-\x7F]/.test(text)

const withoutHidden = (text: string): string =>
  splitHidden(text)
    .map((part) => (part.hidden ? '' : part.text))
    .join('')

/** Letters that look like those of ASCII become these; ASCII, whose letters also look like each other, stays. */
const foldLookAlikes = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\x00-\x7F]/gu, (character) => {
      const alike = unhomoglyph(character)
      // A capital I looks like a small l; here it is read as I.
      if (alike === 'l' && /\p{Lu}/u.test(character)) return 'I'
      return isAscii(alike) ? alike : character
    })

/** Five letters or more, each alone: `i g n o r e`, `i-g-n-o-r-e`. */
const SPACED_RUNS = /(?<![\p{L}\d])\p{L}(?:[ \t._*~|-]{1,3}\p{L}(?![\p{L}\d])){4,}/gu

/** Words are separated by gaps wider than those between letters; without gaps, they run together. */
const joinSpaced = (text: string): string =>
  text.replaceAll(SPACED_RUNS, (run) =>
    run
      .split(/[._*~|-]/.test(run) ? /[ \t]+/ : /[ \t]{2,3}/)
      .map((word) => word.replaceAll(/[ \t._*~|-]/g, ''))
      .join(' '),
  )

/** A word of letters and digits that replace letters. */
const DIGIT_WORD = /[A-Za-z][013457@$]+[A-Za-z]|\b[013457@$]+[A-Za-z]{2}/
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

const foldDigits = (text: string): string =>
  text.replaceAll(/[A-Za-z013457@$]*[A-Za-z][A-Za-z013457@$]*/g, (word) =>
    word.replaceAll(/[013457@$]/g, (digit) => LETTERS[digit] ?? digit),
  )
