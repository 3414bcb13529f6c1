import { say } from '../../../text/index.ts'
import { escaped } from '../../core/pattern.ts'
import type { Kind } from '../base/kinds.ts'
import type { Call, Program } from '../base/program.ts'
import { keywordsOf, likenessOf, loosely, patternFor, type Keyword } from '../reading/keywords.ts'
import { kindNamed } from '../reading/rules.ts'
import type { Wish } from '../reading/wish.ts'
import { itemsIn } from '../base/results.ts'
import type { Known, Situation } from '../base/situation.ts'
import { propertiesOf, readNode } from '../arguments/schema.ts'
import { unquoted } from './content.ts'
import type { Grammar } from '../grammar/index.ts'
import { kindsFor } from './which-kind.ts'
import { listed, titleOfKind } from '../base/phrases.ts'
import { patternFrom } from '../grammar/pattern.ts'

export type Found = Known | { readonly say: string }

/**
 * The one object a wish names by its own words, by "it", or by its place in the last list. Anything less sure is asked, and
 * a report ("I called the dentist") must name all of it,
 * or the thing that it is about: "the milk is done".
 */
export function* findTarget(
  wish: Wish,
  situation: Situation,
  can: (kind: Kind) => boolean,
  prefers: (known: Known) => boolean = () => true,
): Program<Found> {
  const { grammar, language, nouns, recent } = situation
  if (wish.follows && recent.act !== 'made' && recent.act !== 'changed')
    return { say: say(language, 'planner_what') }
  const pointed = pointedAt(wish.target, situation, can)
  if (pointed !== null) return pointed
  const { words, noun } = named(wish.target, situation)
  const kinds = kindsFor(noun ?? wish.kind, situation, (kind) => can(kind) && kind.query !== null)
  const keywords = keywordsOf(words, grammar)
  const name = titleOfKind({ noun: noun ?? wish.kind ?? kinds[0]?.noun ?? kindNamed(nouns, words) ?? '' })
  if (kinds.length === 0) return { say: say(language, 'planner_no_kind', { kind: name }) }
  if (keywords.length === 0) return { say: say(language, 'planner_which_object') }
  const outcomes = yield { calls: kinds.flatMap((kind) => lookUp(kind, keywords)) }
  const known = outcomes.flatMap(({ tool, content }): Known[] => {
    const kind = kinds.find(({ query }) => query === tool)
    return kind === undefined ? [] : (itemsIn(content) ?? []).map((item) => ({ kind, item }))
  })
  const fitting = bestOf(words, known, situation, wish)
  const preferred = fitting.filter(prefers)
  const left = preferred.length > 0 ? preferred : wish.isReport ? [] : fitting
  const [only] = left
  // "The list" is every object, or the one that is called so.
  if (grammar.collection.test(words) && only?.item.title.toLowerCase() !== words.toLowerCase())
    return { say: say(language, 'planner_which_object') }
  if (only === undefined) return { say: say(language, 'planner_not_found', { words, kind: name }) }
  if (left.length === 1) return only
  return { say: say(language, 'planner_which', { titles: listed(left.map(({ item }) => item.title)) }) }
}

/** The objects a wish names: one, or one for each part of "milk and the dentist" where no single one is called so. */
export function* findTargets(
  wish: Wish,
  situation: Situation,
  can: (kind: Kind) => boolean,
  prefers?: (known: Known) => boolean,
): Program<readonly Known[] | { readonly say: string }> {
  const whole = yield* findTarget(wish, situation, can, prefers)
  if (!('say' in whole)) return [whole]
  const parts = wish.isReport ? [] : wish.target.split(situation.grammar.between)
  const found: Known[] = []
  if (parts.length < 2) return whole
  for (const part of parts) {
    const one = yield* findTarget({ ...wish, target: part }, situation, can, prefers)
    if ('say' in one) return whole
    if (!found.some(({ item }) => item.id === one.item.id)) found.push(one)
  }
  return found
}

/** What "it" or "the second one" means; null if the words name something themselves. */
const pointedAt = (
  target: string,
  { grammar, recent, language }: Situation,
  can: (kind: Kind) => boolean,
): Found | null => {
  const [ordinal] = grammar.ordinals.flatMap(([pattern, place]) => (pattern.test(target) ? [place] : []))
  const objects = recent.objects.filter(({ kind }) => can(kind))
  const which = { say: say(language, 'planner_which_object') }
  if (ordinal !== undefined && objects.length > 0)
    return objects.at(ordinal > 0 ? ordinal - 1 : ordinal) ?? which
  if (!grammar.pointing.test(target.trim())) return null
  const [only] = objects
  if (only !== undefined && objects.length === 1) return only
  return objects.length === 0
    ? which
    : { say: say(language, 'planner_which', { titles: listed(objects.map(({ item }) => item.title)) }) }
}

/** The words of a target without the noun for its kind: "the note about Porto" is a note, and "Porto". */
export const named = (
  target: string,
  { grammar, nouns }: Situation,
): { words: string; noun: string | null } => {
  const noun = Object.values(nouns).join('|')
  const about =
    '(?:\\s*(?:about|called|named|titled|for|on|to|with|that says|saying|de la|del|de|sobre|llamad[oa]|para)(?!\\p{L})\\s*)?'
  const patterns = [
    patternFrom(`^${grammar.articles}(?<noun>${noun})(?!\\p{Script=Latin})${about}[:：]?\\s*(?=\\S)`, 'iu'),
    patternFrom(
      `^(?:关于|有关)?(?<words>.+?)(?:这条|那条|这个|那个)?的?(?:这条|那条|这个|那个)?(?<noun>${noun})$`,
      'iu',
    ),
    patternFrom(`^(?<words>.+?)(?:についての|に関する|という|の)?(?<noun>${noun})$`, 'iu'),
    patternFrom(`^${grammar.articles}(?<words>.+?)\\s+(?<noun>${noun})$`, 'iu'),
  ]
  const text = target.trim().replace(/[?？、，,]$/u, '')
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    const said = match?.groups?.['noun']
    if (match === null || said === undefined) continue
    const words = match.groups?.['words'] ?? text.slice(match[0].length)
    return { words: plain(words, grammar.articles), noun: kindNamed(nouns, said) }
  }
  return { words: plain(text, grammar.articles), noun: null }
}

const plain = (words: string, articles: string): string =>
  unquoted(
    words
      .trim()
      .replace(patternFrom(`^${articles}`, 'iu'), '')
      .replace(/(?:这|那)[条个项件]$|都$|\s+(?:one|thing)$/u, ''),
  )

/** Looks for objects that have any of the words. */
const lookUp = (kind: Kind, keywords: readonly Keyword[]): Call[] => {
  const where = anyOf(loosely(keywords).flatMap((keyword) => inTexts(kind, keyword)))
  return kind.query === null || where === null ? [] : [queryCall(kind, where)]
}

/** Conditions for a word in the title or the text of a kind; a single character of one in the title only. */
export const inTexts = ({ roles: { title, body } }: Kind, keyword: Keyword): Record<string, unknown>[] =>
  [title, keyword.inTitle === true ? undefined : body].flatMap((field) =>
    field === undefined ? [] : [{ [field.name]: { $regex: patternFor(keyword) } }],
  )

export const anyOf = (conditions: readonly Record<string, unknown>[]): Record<string, unknown> | null =>
  conditions.length > 1 ? { $or: conditions } : (conditions[0] ?? null)

export const allOf = (conditions: readonly Record<string, unknown>[]): Record<string, unknown> | null =>
  conditions.length > 1 ? { $and: conditions } : (conditions[0] ?? null)

/** A query of this kind; `more` only as far as the tool lets it be said. */
export const queryCall = (
  kind: Kind,
  where: Record<string, unknown> | null,
  more: Readonly<Record<string, unknown>> = {},
): Call => {
  const tool = kind.query
  if (tool === null) throw new Error('a kind that cannot be queried was chosen')
  const query = propertiesOf(readNode(tool.parameters)).find(({ name }) => name === 'query')
  const known = propertiesOf(query?.node ?? {})
  const from = known.find(({ name }) => name === 'from')?.node.enum?.[0]
  const allowed = Object.entries(more).filter(([name]) => known.some((property) => property.name === name))
  return {
    tool,
    args: {
      query: {
        ...(from !== undefined && { from }),
        ...(where !== null && { where }),
        ...Object.fromEntries(allowed),
      },
    },
  }
}

/**
 * Those that fit the words best; several only if they fit equally well. All of the words must be found: "the garden party" is
 * not "Garden".
 */
const bestOf = (
  words: string,
  known: readonly Known[],
  { grammar }: Situation,
  { isReport, isWhole, isTold }: Pick<Wish, 'isReport' | 'isWhole' | 'isTold'>,
): Known[] => {
  const exact = known.filter(({ item }) => patternFrom(`^${escaped(words)}$`, 'iu').test(item.title.trim()))
  if (exact.length > 0) return exact
  const rated = known.map((one) => ({
    one,
    title: likenessOf(words, one.item.title, grammar),
    named: namedBy(words, one.item.title, grammar),
    all: likenessOf(words, `${one.item.title} ${bodyOf(one)} ${tagsOf(one)}`, grammar),
  }))
  const fitting = rated.filter(({ title, all, named }) => {
    if (isWhole) return title.covered === 1 && title.said === 1
    if (isTold) return title.covered >= HALF && named >= HALF
    return isReport ? title.covered === 1 || (named === 1 && title.said === 1) : all.said === 1
  })
  const rank = ({ title }: (typeof rated)[number]): number => (isTold ? title.covered : title.said)
  const best = Math.max(...fitting.map(rank))
  const equal = fitting.filter((one) => rank(one) === best)
  const whole = equal.filter(({ title }) => title.covered === 1)
  // What is named in full is meant, whatever else has one of its words.
  return (whole.length > 0 ? whole : equal).map(({ one }) => one)
}

/** How much of what something to do is done with was said: who paid the bill hasn't paid the rent. */
const namedBy = (words: string, title: string, grammar: Grammar): number => {
  const thing = title.replace(grammar.doing, '')
  return likenessOf(words, thing.trim() === '' ? title : thing, grammar).covered
}

/** Tags say what something is: "the goulash recipe". */
export const tagsOf = ({ kind, item }: Known): string => {
  const tags = kind.roles.tags === undefined ? undefined : item.object[kind.roles.tags.name]
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string').join(' ') : ''
}

/** So much of its title names what a story is about. */
const HALF = 0.5

const bodyOf = ({ kind, item }: Known): string => {
  const body = kind.roles.body === undefined ? undefined : item.object[kind.roles.body.name]
  return typeof body === 'string' ? body : ''
}
