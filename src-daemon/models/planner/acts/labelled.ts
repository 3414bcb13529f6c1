import type { Grammar } from '../grammar/index.ts'
import { likenessOf } from '../reading/keywords.ts'

/** A line that says what something is: "The wifi password is tulip42", "パスワードは tulip42". */
const LINE =
  /^(?<label>.{1,60}?)(?<is>\s*[:：=]\s*|\s+(?:is|are|was|es|son|era)\s+|\s*(?:是|は)\s*)(?<value>\S.*?)(?<end>[.。]?)$/u

/** A text with another value behind a label, and whether the old one was a single word, as a password or a number is. */
export interface Relabelled {
  readonly body: string
  readonly isPlain: boolean
}

/**
 * Gives what a line of a text names another value: "change the wifi password to rose77". Null unless just one line names
 * what was said, of which the title may say a part.
 */
export const relabelled = (
  { title, body }: { readonly title: string; readonly body: string },
  words: string,
  value: string,
  grammar: Grammar,
): Relabelled | null => {
  const lines = body.split('\n')
  const named = lines.flatMap((line, at) => {
    const { label = '', is = '', value: old = '', end = '' } = LINE.exec(line)?.groups ?? {}
    const isNamed =
      likenessOf(words, label, grammar).said > 0 &&
      likenessOf(words, `${title} ${label}`, grammar).said === 1 &&
      likenessOf(`${title} ${words}`, label, grammar).covered === 1
    return isNamed ? [{ at, line: label + is + value + end, isPlain: !/\s/u.test(old) }] : []
  })
  const [only] = named
  if (only === undefined || named.length > 1) return null
  return { body: lines.with(only.at, only.line).join('\n'), isPlain: only.isPlain }
}
