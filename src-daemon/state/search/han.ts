/** Chinese characters, and the other forms they are written in. */
import { foldText } from '../view/words.ts'

const HAN = /^\p{Script=Han}$/u

export const isHan = (word: string): boolean => HAN.test(word)

/** Where Unicode has radicals, old numerals, characters in circles and squares, and those that old encodings had twice. */
const RANGES = [
  [0x2e80, 0x2fdf],
  [0x3038, 0x303a],
  [0x3190, 0x33ff],
  [0xf900, 0xfaff],
  [0x1f200, 0x1f2ff],
  [0x2f800, 0x2fa1f],
] as const

let known: ReadonlyMap<string, readonly string[]> | null = null

/** A character as it may stand in a text that is not folded. */
export const formsOf = (character: string): readonly string[] => [
  character,
  ...((known ??= readForms()).get(character) ?? []),
]

const readForms = (): ReadonlyMap<string, readonly string[]> => {
  const forms = new Map<string, string[]>()
  for (const [from, to] of RANGES)
    for (let point = from; point <= to; point++) {
      const form = String.fromCodePoint(point)
      for (const character of new Set(foldText(form)))
        if (character !== form && isHan(character))
          forms.set(character, [...(forms.get(character) ?? []), form])
    }
  return forms
}
