/** Whether a mark begins or ends thinking, or is mentioned in ordinary text, by the words around it. */
import type { createCodeContext } from '../core/code-context.ts'

/** What precedes a mark. */
interface Before {
  readonly context: ReturnType<typeof createCodeContext>
  /** Nothing was said but spaces, since the beginning or since the thinking ended. */
  readonly isFresh: boolean
}

/** The continuation of a sentence that mentions a mark: ` is a tag`, `, and`. */
const GOES_ON = /^(?:[ \t]+\p{Ll}|[ \t]*[,.;:!?)\]}"'”’…])/u
const ENDS_LINE = /^[ \t]*\r?(?:\n|$)/
const ENDS_SENTENCE = /[.!?。！？)\]>”’]/
/** Too little after a mark to judge it. */
export const UNDECIDED = /^[ \t]*\r?$/

/** `maybe` and `maybe-text`: its closing mark decides; without one, it is thinking or text. */
type Opening = 'thinking' | 'maybe' | 'maybe-text' | 'text'

/** What an opening mark is, before `after`. */
export const openingAt = ({ context, isFresh }: Before, after: string): Opening => {
  if (context.isSample()) return 'text'
  const goesOn = GOES_ON.test(after)
  if (isFresh) return goesOn ? 'maybe-text' : 'thinking'
  if (/[:：]/.test(context.lastWord())) return 'text'
  if (context.isLineStart()) {
    if (goesOn) return 'text'
    return ENDS_LINE.test(after) ? 'thinking' : 'maybe'
  }
  if (goesOn || /^[ \t]/.test(after)) return 'text'
  const attached = /[\p{L}\p{N}.!?。！？)\]>”’]/u.test(context.last())
  return attached || ENDS_SENTENCE.test(context.lastWord()) ? 'maybe-text' : 'text'
}

/** Whether a closing mark without an opening one ends thinking, which is then all the text before it. */
export const closesAt = ({ context, isFresh }: Before, after: string): boolean => {
  if (context.isSample()) return false
  if (isFresh) return true
  if (context.isLineStart() && /[:：]/.test(context.lastWord())) return false
  if (context.isLineStart() || !/\s/.test(context.last())) return !GOES_ON.test(after)
  return ENDS_LINE.test(after) && ENDS_SENTENCE.test(context.lastWord())
}

/** Whether the text between an opening and a closing mark is thinking, by what follows. */
export const endsThinking = (after: string): boolean => ENDS_LINE.test(after) || !GOES_ON.test(after)
