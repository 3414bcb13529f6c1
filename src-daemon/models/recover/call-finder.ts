import { longestStart } from '../core/longest-start.ts'
import type { ModelTool } from '../core/types.ts'
import { CALL_MARKS, recoverCalls, type WrittenCall } from './written-calls.ts'

/**
 * Reads an answer piece by piece and lets through what is certainly words; what may become a call waits for the end. So an
 * ordinary answer streams as ever, and nobody sees half a call.
 */
export const createCallFinder = (tools: readonly ModelTool[], results: readonly string[]) => {
  /** All that was said, to be judged at the end. */
  let whole = ''
  /** How much of it was let through. */
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

  /** What the end settles: the calls, or the words that were held back. */
  const finish = (): { readonly text: string; readonly calls: readonly WrittenCall[] } => {
    const found = recoverCalls(whole, tools, results)
    const rest = whole.slice(said)
    if (found === null) return { text: rest, calls: [] }
    // Of words before the calls, only what was not said yet; the line breaks between them are nobody's.
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

/** Whether it already is more than a beginning: from here on everything waits. A list of sources or a code sample does not. */
const isCallLike = (start: string, tools: readonly ModelTool[]): boolean =>
  /^(?:\{|\[\s*\{|```(?:json|tool_\w+|python|xml)?\s)/.test(start) ||
  CALL_MARKS.some((mark) => start.startsWith(mark)) ||
  tools.some(({ name }) => start.replace(/^\[\s*/, '').startsWith(`${name}(`))
