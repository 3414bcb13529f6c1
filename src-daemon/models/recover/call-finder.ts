import { longestStart } from '../core/longest-start.ts'
import type { ModelTool } from '../core/types.ts'
import { CALL_MARKS, recoverCalls, type WrittenCall } from './written-calls.ts'

/**
 * Reads an answer piece by piece and passes on what is certainly text; what may become a call is held until
 * the end. So an ordinary answer still streams, and half a call is never shown.
 */
export const createCallFinder = (tools: readonly ModelTool[], results: readonly string[]) => {
  /** The whole answer so far, to be judged at the end. */
  let whole = ''
  /** How many characters of it were passed on. */
  let said = 0
  let waits = false

  const push = (delta: string): string => {
    whole += delta
    if (waits) return ''
    const start = whole.trimStart()
    if (said === 0 && mayBegin(start, tools)) {
      waits = isCallLike(start, tools)
      return ''
    }
    const marks = CALL_MARKS.map((mark) => whole.indexOf(mark, said)).filter((place) => place !== -1)
    const mark = Math.min(...marks)
    if (Number.isFinite(mark)) waits = true
    const kept = Number.isFinite(mark)
      ? whole.length - mark
      : Math.max(...CALL_MARKS.map((one) => longestStart(whole, one)))
    const words = whole.slice(said, whole.length - kept)
    said += words.length
    return words
  }

  /** Ends the answer: returns the calls, or the text that was held back. */
  const finish = (): { readonly text: string; readonly calls: readonly WrittenCall[] } => {
    const found = recoverCalls(whole, tools, results)
    const rest = whole.slice(said)
    if (found === null) return { text: rest, calls: [] }
    // Of the text before the calls, only what was not passed on yet; the line breaks between them are
    // dropped.
    const before = whole.length - whole.trimStart().length + found.text.length
    return { text: whole.slice(said, Math.max(said, before)), calls: found.calls }
  }

  return { push, finish, words: (): string => whole.slice(said) }
}

const OPENINGS = ['{', '[', '```', ...CALL_MARKS] as const

/** Whether the answer so far may turn out to be a call. */
const mayBegin = (start: string, tools: readonly ModelTool[]): boolean =>
  start === '' ||
  isCallLike(start, tools) ||
  /^(?:\[\s*|```\w*)$/.test(start) ||
  OPENINGS.some((opening) => opening.startsWith(start)) ||
  tools.some(({ name }) => `${name}(`.startsWith(start.replace(/^\[\s*/, '')))

/**
 * Whether it is already more than a beginning: from here on everything is held. A list of sources or a code
 * sample is not.
 */
const isCallLike = (start: string, tools: readonly ModelTool[]): boolean =>
  /^(?:\{|\[\s*\{|```(?:json|tool_\w+|python|xml)?\s)/.test(start) ||
  CALL_MARKS.some((mark) => start.startsWith(mark)) ||
  tools.some(({ name }) => start.replace(/^\[\s*/, '').startsWith(`${name}(`))
