import { EVERYDAY } from './everyday.ts'
import { IRREGULAR } from './irregular.ts'
import { WORLD } from './world.ts'

/** The meanings of a word as feature names; both lists are empty for a word that is not in the lexicon. */
export interface Senses {
  /** Its groups of near synonyms. */
  readonly senses: readonly string[]
  /** Its topics. */
  readonly topics: readonly string[]
}

const NONE: Senses = { senses: [], topics: [] }
const ENDINGS = ['ing', 'ed', 'er', 'ly'] as const
const SHORTEST_STEM = 2

const basesOf = (list: string): ReadonlyMap<string, string> => {
  const bases = new Map<string, string>()
  for (const line of list.trim().split('\n')) {
    const [base = '', ...forms] = line.split(' ')
    for (const form of forms) if (!bases.has(form)) bases.set(form, base)
  }
  return bases
}

const readLexicon = (list: string): ReadonlyMap<string, Senses> => {
  const found = new Map<string, { senses: string[]; topics: Set<string> }>()
  let topic = ''
  list
    .trim()
    .split('\n')
    .forEach((line, group) => {
      if (line.startsWith('@')) topic = line
      else
        for (const word of line.split(' ')) {
          const own = found.get(word) ?? { senses: [], topics: new Set() }
          own.senses.push(`~${group}`)
          own.topics.add(topic)
          found.set(word, own)
        }
    })
  return new Map([...found].map(([word, { senses, topics }]) => [word, { senses, topics: [...topics] }]))
}

/** Words with irregular forms that are in no group, so that their forms at least count as one word. */
const lone = (bases: ReadonlyMap<string, string>): [string, Senses][] =>
  [...bases.values()].map((base) => [base, { senses: [`~${base}`], topics: [] }])

const bases = basesOf(IRREGULAR)
const lexicon = new Map([...lone(bases), ...readLexicon(EVERYDAY.trim() + WORLD)])

/** The base forms a case-folded English word may have, likeliest first. */
const formsOf = (word: string): readonly string[] => {
  const forms = [word]
  const base = bases.get(word)
  if (base !== undefined) forms.push(base)
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('s')) forms.push(word.slice(0, -1))
  for (const ending of ENDINGS) {
    const stem = word.slice(0, -ending.length)
    if (!word.endsWith(ending) || stem.length < SHORTEST_STEM) continue
    forms.push(stem)
    if (ending === 'ly') continue
    forms.push(`${stem}e`)
    if (stem.at(-1) === stem.at(-2)) forms.push(stem.slice(0, -1))
    if (ending === 'ed' && stem.endsWith('i')) forms.push(`${stem.slice(0, -1)}y`)
  }
  return forms
}

/**
 * The meanings of a case-folded word. Only forms in the lexicon count, so that no rule invents a word.
 *
 * @example
 * sensesOf('purchased').senses // those of `buy`
 */
export const sensesOf = (word: string): Senses => {
  for (const form of formsOf(word)) {
    const senses = lexicon.get(form)
    if (senses !== undefined) return senses
  }
  return NONE
}
