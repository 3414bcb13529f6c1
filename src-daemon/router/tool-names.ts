import { isLeadIn } from './text/remainder.ts'
import { placedTokens, tokensOf } from './text/text.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that say nothing about what a tool is for: function words, pronouns, questions, courtesies. */
const GLUE = setOf(
  'a all an and are as at be by can could day do does for from good has have he hello help hi how i in into is it me my new no not now of on or our out please she so tell thank thanks that the their them they this to today tomorrow tool tools up us use was we what when where which who why will with would yes you your',
)
/** Verbs that apply to anything; a name made only of these says nothing either. */
const WEAK = setOf(
  'add ask call check create delete do edit find get give go list look make manage move open post process put query read remove return run save search send set show start stop update view want write',
)
const NAMED = 0.5
const ONE_WORD = 0.25
/** Factor for asking how or why something is done, which is not asking to have it done. */
const ASKED_ABOUT = 0.5
const ABOUT =
  /^\s*(?:how|why|explain|what(?:'s| is| are| does)|who|cómo|por qué|qué (?:es|son)|explica|怎么|为什么|什么是|なぜ|どう|とは)/iu

/** The words of a message, for comparison with tool names. */
export interface Spoken {
  readonly words: ReadonlySet<string>
  /** The first word after the lead-in. */
  readonly first: string
  /** Whether it asks about something rather than for it. */
  readonly isAbout: boolean
}

/** Splits `create_relations`, `getIssue` and `read-file` into words, without function words. */
export const nameWords = (name: string): readonly string[] => {
  const spaced = name.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').replaceAll(/[_\W]+/gu, ' ')
  return [...new Set(tokensOf(spaced).map(stem))].filter((word) => word.length > 1 && !GLUE.has(word))
}

export const spokenIn = (text: string): Spoken => {
  const tokens = placedTokens(text)
  const lead = tokens.findLast(({ start }) => isLeadIn(text.slice(0, start)))
  return {
    words: new Set(tokens.map((token) => stem(token.text))),
    first: stem(lead?.text ?? ''),
    isAbout: ABOUT.test(text),
  }
}

/**
 * The evidence, 0..1, when a message contains every word of a tool's name. Only the best name counts: many
 * tools are no more evidence than one. A one-word name counts much only if the message begins with it, as a
 * command does.
 */
export const namedTool = (
  names: readonly (readonly string[])[],
  { words, first, isAbout }: Spoken,
): { readonly score: number; readonly words: readonly string[] } | null => {
  const held = names
    .filter((name) => name.some((word) => !WEAK.has(word)) && name.every((word) => words.has(word)))
    .map((name) => ({ score: name.length > 1 || name[0] === first ? NAMED : ONE_WORD, words: name }))
    .toSorted((a, b) => b.score - a.score || b.words.length - a.words.length)
  const [best] = held
  return best === undefined ? null : { ...best, score: isAbout ? best.score * ASKED_ABOUT : best.score }
}

/**
 * Strips English endings, roughly: tools are named in English, such as `list_files`, while a person says
 * "list the file".
 */
const stem = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/u, 'y')
        .replace(/(?<=[sxz]|ch|sh)es$/u, '')
        .replace(/(?<![su])s$/u, '')
