import type { Grammar } from '../grammar/index.ts'

/** Slips of the finger in the words that say what to do: "rmeind me". What somebody wants kept stays as it is written. */

/** How far into a message a verb is looked for. */
const WORDS = 4

/** The message with its first words corrected where they are one slip away from one of the language's verbs. */
export const withoutSlips = (message: string, { verbs }: Grammar): string => {
  let left = WORDS
  return message.replaceAll(/\p{Script=Latin}+/gu, (word) => {
    left -= 1
    if (left < 0) return word
    const lower = word.toLowerCase()
    const [meant, other] = verbs.filter((verb) => isWithoutVowels(lower, verb))
    if (meant !== undefined && other === undefined) return meant
    if (word.length < SHORTEST) return word
    return verbs.includes(lower) ? word : (verbs.find((verb) => isSlip(lower, verb)) ?? word)
  })
}
/** "rmnd" */
const isWithoutVowels = (written: string, meant: string): boolean =>
  written.length > 2 && written !== meant && written === meant.replaceAll(/[aeiou]/gu, '')

/** Shorter words are too near to others. */
const SHORTEST = 5

/** Whether one letter was added, left out or changed, or two neighbours swapped. Another ending is no slip, but another form: "añadí". */
const isSlip = (written: string, meant: string): boolean =>
  (written.slice(-2) === meant.slice(-2) || written === meant.slice(0, -1)) && isNear(written, meant)

const isNear = (written: string, meant: string): boolean => {
  const at = [...meant].findIndex((letter, index) => letter !== written[index])
  if (at === -1) return written.length === meant.length + 1
  const [rest, other] = [written.slice(at), meant.slice(at)]
  return (
    rest.slice(1) === other.slice(1) ||
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    (rest.slice(2) === other.slice(2) && rest[0] === other[1] && rest[1] === other[0])
  )
}
