import type { Evidence } from './evidence.ts'
import { escaped } from '../../core/pattern.ts'
import type { Property } from './schema.ts'

/** The place in a message of one of the values a schema lists. */
interface Said {
  readonly value: string | number
  readonly at: number
}

/**
 * The listed values in a message, in its order, also in the plural ("miles") and in the other spelling
 * ("meters"). A longer value hides those inside it: "nautical mile" is not "mile".
 */
export const saidValues = (allowed: readonly unknown[], message: string): Said[] => {
  const values = allowed.filter((value) => typeof value === 'string' || typeof value === 'number')
  const found: Said[] = []
  let rest = message
  for (const value of values.toSorted((a, b) => String(b).length - String(a).length)) {
    if (value === '') continue
    for (const match of formsOf(String(value)).flatMap((form) => [...rest.matchAll(patternOf(form))])) {
      found.push({ value, at: match.index })
      rest =
        rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length)
    }
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/**
 * Distributes the values in a message among properties that list the same ones ("from" and "to"): by the word
 * before a value, then the last value to the last property. If it stays ambiguous, nothing is guessed.
 */
export const shareChoices = (
  properties: readonly Property[],
  { message }: Pick<Evidence, 'message'>,
): Map<string, string | number> => {
  const chosen = new Map<string, string | number>()
  const groups = Map.groupBy(
    properties.filter(({ node }) => (node.enum?.length ?? 0) > 1),
    ({ node }) => JSON.stringify(node.enum),
  )
  for (const group of groups.values()) {
    const said = saidValues(group[0]?.node.enum ?? [], message)
    const [only] = group
    if (group.length === 1 && only !== undefined) {
      const distinct = new Set(said.map(({ value }) => value))
      if (distinct.size === 1 && said[0] !== undefined) chosen.set(only.name, said[0].value)
      continue
    }
    const taken = new Set<Said>()
    for (const { name } of group) {
      const cued = said.filter(({ at }) => isCued(name, message.slice(0, at)))
      const [value] = cued
      if (value === undefined || cued.length > 1 || taken.has(value)) continue
      chosen.set(name, value.value)
      taken.add(value)
    }
    const open = group.filter(({ name }) => !chosen.has(name))
    const left = said.filter((one) => !taken.has(one))
    const [last] = left
    if (
      taken.size > 0 &&
      open.length === 1 &&
      left.length === 1 &&
      open[0] !== undefined &&
      last !== undefined
    )
      chosen.set(open[0].name, last.value)
  }
  return chosen
}

/** The word before a value that shows which property it is for; a quantity is where one starts. The property's name counts too. */
const CUES: Readonly<Record<string, RegExp>> = {
  from: /(?<!\p{L})(?:from|desde|de)\s+$|(?:从|從|\d)\s*$/iu,
  to: /(?<!\p{L})(?:to|into|in|as|a|en|hacia|how\s+many|how\s+much)\s+$|(?:换成|換成|换算成|到|成)\s*$/iu,
}

const isCued = (name: string, before: string): boolean =>
  CUES[name.toLowerCase()]?.test(before) === true ||
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}\\s*[:=]?\\s*$`, 'iu').test(before)

/**
 * The spellings of a value: itself, the other spelling ("meter"), and the one irregular plural among units.
 */
const formsOf = (value: string): string[] => [
  ...new Set([value, value.replace(/([bct])re$/i, '$1er'), value.replace(/\bfoot$/i, 'feet')]),
]

const patternOf = (form: string): RegExp => {
  // Chinese and Japanese words have no boundaries to match.
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(form))
    return new RegExp(`(?:${escaped(form)})`, 'giu')
  return /\p{L}$/u.test(form)
    ? new RegExp(`(?<![\\p{L}\\p{N}])${escaped(form)}(?:e?s)?(?![\\p{L}\\p{N}])`, 'giu')
    : new RegExp(`(?<![\\p{L}\\p{N}])${escaped(form)}(?![\\p{L}\\p{N}])`, 'giu')
}
