import { createMarkFinder } from '../core/mark-finder.ts'
import type { ModelTool } from '../core/types.ts'
import { CALL_MARKS } from './call-marks.ts'
import type { WrittenCall } from './written-call.ts'
import { recoverCalls } from './written-calls.ts'

const marks = createMarkFinder(CALL_MARKS)

/**
 * Reads an answer piece by piece and passes on what is certainly text; a possible call is held until
 * the end. So an ordinary answer still streams, and half a call is never shown.
 */
export const createCallFinder = (tools: readonly ModelTool[], results: readonly string[]) => {
  /** The text passed on, and the held text. Separate, so that only new text is searched. */
  const said: string[] = []
  let held = ''
  let waits = false

  const push = (delta: string): string => {
    held += delta
    if (waits) return ''
    if (said.length === 0) {
      const start = held.trimStart()
      if (mayBegin(start, tools)) {
        waits = isCallLike(start, tools)
        return ''
      }
    }
    const found = marks.find(held)
    waits = found !== null
    return passOn(found?.at ?? held.length - marks.startAtEnd(held))
  }

  const passOn = (length: number): string => {
    const words = held.slice(0, length)
    held = held.slice(length)
    if (words !== '') said.push(words)
    return words
  }

  /** Ends the answer: returns the calls, or the text that was held back. */
  const finish = (): { readonly text: string; readonly calls: readonly WrittenCall[] } => {
    const before = said.join('')
    const whole = before + held
    const found = recoverCalls(whole, tools, results)
    if (found === null) return { text: held, calls: [] }
    if (found.text === '') return { text: '', calls: found.calls }
    // The text before the calls that wasn't passed on yet; line breaks between them are
    // dropped.
    const end = whole.length - whole.trimStart().length + found.text.length
    return { text: whole.slice(before.length, Math.max(before.length, end)), calls: found.calls }
  }

  return { push, finish, words: (): string => held }
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
