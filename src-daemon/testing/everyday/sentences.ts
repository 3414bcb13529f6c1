import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../contract/language.ts'

/** What people say to Satchel every day, and how each must end. The text files beside this one hold them, one a line. */

/**
 * The halves of the first set: the one looked at while building, and the one that only judged (a sentence's hash decided).
 * `fresh` was written later, each round before any of it was run; `bench/README.md` has the figures of each round's first run. All
 * rounds have been mended after.
 */
export const HALVES = ['building', 'aside', 'fresh'] as const
export type Half = (typeof HALVES)[number]

export type Kind = 'note' | 'task'

/** Fields as the text files write them: `due=+1` is tomorrow, `due=` none. */
export type Fields = Readonly<Record<string, string>>

export type Ending =
  /** All of these, and nothing else. */
  | { readonly as: 'each'; readonly endings: readonly Ending[] }
  | { readonly as: 'made'; readonly objects: readonly { readonly kind: Kind; readonly fields: Fields }[] }
  | { readonly as: 'changed'; readonly kind: Kind; readonly title: string; readonly fields: Fields }
  | { readonly as: 'deleted'; readonly kind: Kind; readonly title: string }
  | { readonly as: 'found'; readonly titles: readonly string[] }
  | { readonly as: 'converted'; readonly value: number; readonly from: string; readonly to: string }
  | { readonly as: 'said'; readonly any: readonly string[] }
  /** Nothing changes, and the answer is a question. */
  | { readonly as: 'asked' }
  /** Nothing changes. */
  | { readonly as: 'nothing' }

export interface Sentence {
  readonly language: Language
  /** What was said before it in the same conversation. */
  readonly before: readonly string[]
  readonly said: string
  readonly ending: Ending
  /** The whole line. */
  readonly line: string
}

/** The sentences of one half in one language. */
export const sentencesOf = (half: Half, language: Language): Sentence[] =>
  sentencesIn(readFileSync(join(import.meta.dirname, half, `${language}.txt`), 'utf8'), language)

/** The sentences of a text with one in each line. */
export const sentencesIn = (text: string, language: Language): Sentence[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => sentenceOf(line, language))

const sentenceOf = (line: string, language: Language): Sentence => {
  const at = line.lastIndexOf(' =>')
  const turns = line.slice(0, at).split(' // ')
  const said = turns.at(-1) ?? ''
  return { language, before: turns.slice(0, -1), said, ending: endingOf(line.slice(at + 3).trim()), line }
}

const endingOf = (written: string): Ending => {
  const parts = written.split(' && ')
  if (parts.length > 1) return { as: 'each', endings: parts.map(endingOf) }
  if (written === '.') return { as: 'nothing' }
  if (written === 'asks') return { as: 'asked' }
  const [, sign = '', rest = ''] = /^([+~?-]|convert|says)\s*(.*)$/u.exec(written) ?? []
  switch (sign) {
    case '+':
      return { as: 'made', objects: rest.split(/ ; \+/).map(objectOf) }
    case '~': {
      const { kind, fields } = objectOf(rest)
      const [title = '', ...changed] = rest.replace(/^\w+ /, '').split(' | ')
      return { as: 'changed', kind, title, fields: changed.length === 0 ? fields : fieldsOf(changed) }
    }
    case '-':
      return { as: 'deleted', kind: kindOf(rest), title: rest.replace(/^\w+ /, '') }
    case '?':
      return { as: 'found', titles: rest === '' ? [] : rest.split(', ') }
    case 'convert': {
      const [, value, from = '', to = ''] = /^(\S+) (\S+) (\S+)$/.exec(rest) ?? []
      return { as: 'converted', value: Number(value), from, to }
    }
    case 'says':
      return { as: 'said', any: rest.split('|') }
    default:
      throw new Error(`no ending: ${written}`)
  }
}

const objectOf = (written: string): { kind: Kind; fields: Fields } => {
  const [title = '', ...fields] = written.replace(/^\w+ /, '').split(' | ')
  return { kind: kindOf(written), fields: { title, ...fieldsOf(fields) } }
}

const kindOf = (written: string): Kind => (written.startsWith('note') ? 'note' : 'task')

const fieldsOf = (written: readonly string[]): Fields =>
  Object.fromEntries(
    written.map((field): [string, string] => {
      const [name = '', value = ''] = field.split('=', 2)
      return [name, value]
    }),
  )
