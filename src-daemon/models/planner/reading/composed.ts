import { DURATION } from '../grammar/durations.ts'
import type { Cue } from '../grammar/cues.ts'
import type { Grammar } from '../grammar/index.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { DATE_MARK, type Fitting } from './rules.ts'

const MARK = patternFrom(`${DATE_MARK.begin}\\d+${DATE_MARK.end}`, 'gu')

/**
 * What a sentence says to do with something kept, put together from its parts in whatever order they stand: takes the first cue and its
 * value out of `text`, which stands without manners and with marks for its dates. All that is left is the target, so that nothing is
 * done unless one kept object has every word of it. Null where no cue fits, or the sentence orders nothing.
 */
export const composed = (text: string, grammar: Grammar): Fitting | null => {
  const { cues, unsaid } = grammar.cues
  if (unsaid.test(text)) return null
  for (const cue of cues) {
    const form = patternFrom(cue.form, 'iu')
    if (!form.test(text)) continue
    const valued = valueIn(text, cue, grammar)
    if (valued === null) continue
    const bare = cue.isReport === true ? valued.rest : valued.rest.replace(form, ' ')
    const rest = cue.also === undefined ? bare : bare.replace(patternFrom(cue.also, 'giu'), ' ')
    const { act, field, shift, isStatement, isReport } = cue
    if (NEW.test(rest)) continue
    const value = cue.needs === undefined ? cue.value : undefined
    return {
      rule: {
        ...{ act, form: cue.form },
        ...(field !== undefined && { field }),
        ...(shift !== undefined && { shift }),
        ...(value !== undefined && { value }),
        ...(isStatement === true && { statement: true }),
        ...(isReport === true && { report: true }),
      },
      groups: { target: targetIn(rest, grammar), value: valued.value },
    }
  }
  return null
}

/** Whether a last clause only tells more, such as why: it has no date, orders nothing and takes nothing back. */
export const isAside = (clause: string, { cues: { cues, unsaid } }: Grammar): boolean =>
  !unsaid.test(clause) &&
  clause.length <= MAX_ASIDE &&
  clause.search(MARK) === -1 &&
  !cues.some(
    ({ form, isStatement, isReport }) =>
      isStatement !== true && isReport !== true && patternFrom(form, 'iu').test(clause),
  )
const MAX_ASIDE = 40

/** What is new is none that is kept. */
const NEW =
  /^\s*(?:me )?(?:an?|another|una|otra) (?:new |nueva )?(?:task|note|reminder|to-?do|tarea|nota)(?!\p{L})/iu

/** The value that a cue needs, and the sentence without it; null if it doesn't stand there once. */
const valueIn = (text: string, cue: Cue, grammar: Grammar): { value: string; rest: string } | null => {
  if (cue.needs === undefined) return { value: cue.value ?? '', rest: text }
  const found = [...text.matchAll(patternOf(cue.needs, grammar))]
  const [match] = found
  if (match === undefined || found.length > 1) return null
  const value = match.groups?.['value'] ?? match[0]
  return { value, rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}` }
}

const patternOf = (needs: NonNullable<Cue['needs']>, { values, fields }: Grammar): RegExp => {
  if (needs === 'date') return MARK
  if (needs === 'length') return patternFrom(`(?<value>${DURATION})`, 'giu')
  const bounded = (words: string): string => `(?<![\\p{Script=Latin}])(?:${words})(?![\\p{Script=Latin}])`
  const rank = `(?<value>${bounded(`${values.high}|${values.normal}|${values.low}`)})`
  const field = bounded(fields.priority)
  return patternFrom(`(?:${field}(?:\\s*(?:to|as|is|a|en))?\\s*)?${rank}(?:[\\s-]*的?${field})?`, 'giu')
}

/** The words for an object that are left of a clause: without those that name nothing. */
const targetIn = (rest: string, { cues: { fillers }, articles }: Grammar): string => {
  let target = rest
  for (let before = ''; target !== before;) {
    before = target
    target = target.replace(fillers, ' ').replaceAll(/\s+/gu, ' ').trim()
  }
  return target
    .replace(patternFrom(`^${articles}`, 'iu'), '')
    .replace(/^[\s,，、:：;；.。!！?？–—-]+|[\s,，、:：;；.。!！?？–—-]+$/gu, '')
}
