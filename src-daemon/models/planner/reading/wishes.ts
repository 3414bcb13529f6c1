import type { FieldRole, Grammar } from '../grammar/index.ts'
import type { ActName, Rule } from '../grammar/types.ts'
import { findDates } from '../time/dates.ts'
import { sentencesOf } from './sentences.ts'
import { DATE_MARK, fittingRule, kindNamed } from './rules.ts'
import { patternFrom } from '../grammar/pattern.ts'

/** One thing that is asked for, before it is known which capability could do it. */
export interface Wish {
  readonly act: ActName
  /** The kind of object it names, such as `note`; null if it names none. */
  readonly kind: string | null
  /** The noun was in the plural, so that there may be several objects. */
  readonly isPlural: boolean
  /** The content, in the user's own words. */
  readonly what: string
  /** The words that name an object. */
  readonly target: string
  readonly field: FieldRole | null
  readonly value: string
  readonly isReport: boolean
  /** The whole wish, without greetings and polite words. */
  readonly text: string
}

export interface Reader {
  readonly grammar: Grammar
  readonly nouns: Readonly<Record<string, string>>
  readonly now: Date
}

/** How much of a message is read for what it asks; the rest of a longer one is content. */
const READ = 600

/**
 * The wishes of a message, in its order; `none` for a sentence that asks for nothing, empty for one that is not
 * understood. What follows a new object without asking for something else is a part of its content.
 */
export const wishesOf = (message: string, reader: Reader): Wish[] => {
  const text = message.trim()
  if (text.length > READ) return longWish(text, reader)
  if (reader.grammar.labels.test(text)) {
    const [whole] = wishesIn(text, reader)
    if (whole?.act === 'make') return [whole]
  }
  const wishes: Wish[] = []
  /** The mark that ended the last sentence. */
  let end = ''
  for (const sentence of sentencesOf(text)) {
    const read = wishesIn(sentence, reader)
    const last = wishes.at(-1)
    const goesOn = last?.act === 'make' && last.what !== '' && !read.some(standsAlone)
    const joined = (part: string): string => `${part.endsWith(end) ? part : part + end} ${sentence}`
    if (goesOn) wishes[wishes.length - 1] = { ...last, what: joined(last.what), text: joined(last.text) }
    else wishes.push(...read)
    end = /[.!?。！？…]*$/u.exec(sentence)?.[0] ?? ''
  }
  const asked = wishes.filter(({ act }) => act !== 'none')
  return asked.length > 0 ? asked : wishes.slice(0, 1)
}

/** Whether a sentence behind a new object is a wish of its own: it names a kind of object. */
const standsAlone = ({ act, kind }: Wish): boolean => act === 'undo' || (act !== 'none' && kind !== null)

const longWish = (text: string, reader: Reader): Wish[] => {
  const [head] = wishesIn(text.slice(0, READ) + CUT, reader)
  return head?.act === 'make' && head.what.endsWith(CUT)
    ? [{ ...head, what: head.what.slice(0, -CUT.length) + text.slice(READ), text }]
    : []
}
/** Stands for the rest of a long message. */
const CUT = '\uE002'

/** A sentence's wishes: several only if each part names what it is about. */
const wishesIn = (sentence: string, reader: Reader): Wish[] => {
  for (const { index, length } of joinsIn(sentence)) {
    const left = wishOf(sentence.slice(0, index), reader)
    if (left === null || left.kind === null || left.act === 'none' || left.act === 'ask' || left.isReport)
      continue
    const right = wishOf(sentence.slice(index + length), reader)
    if (
      right === null ||
      right.kind === null ||
      right.isReport ||
      right.act === 'none' ||
      right.act === 'ask'
    )
      continue
    if (right.act === 'make' && right.isBare && right.kind !== left.kind) continue
    return [left, ...wishesIn(sentence.slice(index + length), reader)]
  }
  const wish = wishOf(sentence, reader)
  return wish === null ? [] : [wish]
}

const JOINS =
  /[,;，；、]?\s*(?<!\p{L})(?:and then|and also|and|then|also|y también|y luego|y|luego)\s+|[，,；;]\s*(?:然后|再|并且|并|还有)?\s*/giu
const joinsIn = (sentence: string): { index: number; length: number }[] =>
  [...sentence.matchAll(JOINS)].map((match) => ({ index: match.index, length: match[0].length }))

const wishOf = (sentence: string, reader: Reader): (Wish & { readonly isBare: boolean }) | null => {
  const { grammar, nouns } = reader
  const { text: masked, restore } = withDateMarks(sentence, reader.now)
  const unmannered = fittingRule(grammar, nouns, bared(masked), () => true)
  const whole = unmannered?.rule.act === 'none' ? unmannered : null
  const polite = withoutManners(masked, grammar)
  // "Could you add …?" is no question.
  const text = polite.length < bared(masked).length ? polite.replace(/[?？]+$/u, '') : polite
  if (text === '') return wish({ act: 'none', form: '' }, {}, '', reader, restore)
  const isQuestion = grammar.question.test(text)
  const fitting =
    whole ??
    fittingRule(
      grammar,
      nouns,
      bared(text),
      ({ report, act }) => !(isQuestion && (report === true || act === 'tick')),
    )
  if (fitting === null) return null
  const read = wish(fitting.rule, fitting.groups, text, reader, restore)
  // A full stop belongs to the content that it ends.
  const stop = /[.。]$/u.exec(text)?.[0] ?? ''
  return read.what !== '' && bared(restore(text)).endsWith(read.what)
    ? { ...read, what: read.what + stop }
    : read
}

const wish = (
  rule: Rule,
  groups: Readonly<Record<string, string | undefined>>,
  text: string,
  { grammar, nouns }: Reader,
  restore: (text: string) => string,
): Wish & { readonly isBare: boolean } => {
  const group = (name: string): string => restore(groups[name] ?? '').trim()
  const noun = group('kind')
  const field = group('field')
  return {
    act: rule.act,
    kind:
      noun === '' ? (rule.kind ?? (rule.act === 'ask' ? nounIn(text, nouns) : null)) : kindNamed(nouns, noun),
    isPlural: /s$/iu.test(noun) || !/\p{Script=Latin}/u.test(noun) || /\blist\b/iu.test(text),
    what: [group('what'), group('more')].filter((part) => part !== '').join(' '),
    target: group('target'),
    field: rule.field ?? (field === '' ? null : roleNamed(grammar, field)),
    value: rule.value ?? group('value'),
    isReport: rule.report === true,
    isBare: noun !== '' && text.toLowerCase().startsWith(noun.toLowerCase()),
    text: restore(text),
  }
}

/** The first kind a question mentions. */
const nounIn = (text: string, nouns: Readonly<Record<string, string>>): string | null => {
  const all = Object.values(nouns).join('|')
  const found = patternFrom(`(?<!\\p{Script=Latin})(?:${all})(?!\\p{Script=Latin})`, 'iu').exec(text)?.[0]
  return found === undefined ? null : kindNamed(nouns, found)
}

const roleNamed = (grammar: Grammar, name: string): FieldRole | null => {
  const roles = Object.entries(grammar.fields) as [FieldRole, string][]
  return roles.find(([, pattern]) => patternFrom(`^(?:${pattern})$`, 'iu').test(name))?.[0] ?? null
}

/** Without a greeting before and thanks behind it, and without the mark at its end. */
const withoutManners = (text: string, { opening, closing }: Grammar): string => {
  let rest = text.trim().replace(EMOJI, '')
  for (let before = ''; rest !== before;) {
    before = rest
    rest = rest.replace(opening, '').trim()
  }
  return rest.replace(closing, '').replace(EMOJI, '').trim()
}

const bared = (text: string): string => text.replace(/[\s.!。！~～…]+$/u, '').replace(/^[¿¡\s]+/u, '')

const EMOJI = /^(?:\p{Extended_Pictographic}|\uFE0F|\s)+|(?:\p{Extended_Pictographic}|\uFE0F|\s)+$/gu

/** Replaces each date by a mark, and restores them in any part of the text. */
const withDateMarks = (text: string, now: Date): { text: string; restore: (part: string) => string } => {
  const dates = findDates(text, now)
  const marked = dates.reduceRight(
    (rest, { at, source }, index) =>
      `${rest.slice(0, at)}${DATE_MARK.begin}${String(index)}${DATE_MARK.end}${rest.slice(at + source.length)}`,
    text,
  )
  const mark = patternFrom(`${DATE_MARK.begin}(\\d+)${DATE_MARK.end}`, 'g')
  return {
    text: marked,
    restore: (part) => part.replaceAll(mark, (_mark, index: string) => dates[Number(index)]?.source ?? ''),
  }
}
