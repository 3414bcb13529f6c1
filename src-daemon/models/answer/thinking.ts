import { createMarkFinder } from '../core/mark-finder.ts'
import { createCodeContext } from '../core/code-context.ts'
import { KIMI_CALLS } from '../recover/call-marks.ts'
import { createHarmonyReader, HARMONY_OPENINGS } from './harmony.ts'
import { closesAt, endsThinking, openingAt, UNDECIDED } from './mark-use.ts'
import type { Piece } from './piece.ts'
import {
  ANSWER_MARKS,
  BARE_ANALYSIS,
  END_MARKS,
  THINKING_MARKS,
  THINKING_TAGS,
  type Marks,
} from './thinking-marks.ts'

/** How much possible thinking is held back, in UTF-16 units. */
const LONGEST_HELD = 4_000

const finder = createMarkFinder([
  ...[...THINKING_MARKS, ...ANSWER_MARKS].flatMap(({ open, close }) => [open, close]),
  ...THINKING_TAGS.map(({ open }) => open),
  ...END_MARKS,
])
const tagByBeginning = new Map(THINKING_TAGS.map((marks) => [marks.open, marks]))
/** The attributes of a tag, up to its end; also incomplete ones. */
const ATTRIBUTES = /^\s*(?:[\w-]+=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]*)\s*)*>/
const BEGUN_ATTRIBUTES = /^[^<>]{0,200}$/
const byOpening = new Map(THINKING_MARKS.map((marks) => [marks.open, marks]))
const byClosing = new Map(THINKING_MARKS.map((marks) => [marks.close, marks]))
const answerByOpening = new Map(ANSWER_MARKS.map((marks) => [marks.open, marks]))

type State =
  | { readonly type: 'text' }
  | { readonly type: 'thinking'; readonly marks: Marks; readonly finder: ReturnType<typeof createMarkFinder> }
  /** Held until it is known whether it is thinking. `unclosed`: how to treat it without a closing mark. */
  | { readonly type: 'maybe'; readonly marks: Marks; readonly unclosed: 'text' | 'thinking' }

/**
 * Separates thinking from the answer, by the marks that servers leave in if they do not know the model's template. A mark in
 * code, in a quotation or in a sentence about it is ordinary text.
 */
export const createThinkingSplitter = () => {
  let context = createCodeContext()
  let state: State = { type: 'text' }
  let harmony: ReturnType<typeof createHarmonyReader> | null = null
  let held = ''
  /** Nothing was said but spaces, since the beginning or since the thinking ended. */
  let isFresh = true
  /** Spaces that follow are dropped. */
  let inGap = false
  let isFirst = true
  let answerClosing: string | null = null
  /** The last character of the thinking that was passed on. */
  let lastThought = ''
  /** Marks that were written as text. */
  const mentioned = new Set<string>()

  const push = (delta: string): Piece[] => {
    if (harmony !== null) return harmony.push(delta)
    held += delta
    return drain(false)
  }

  const drain = (ended: boolean): Piece[] => {
    const pieces: Piece[] = []
    for (;;) {
      const before = held
      const was = state
      if (state.type === 'thinking') pieces.push(...think(state, ended))
      else if (state.type === 'maybe') pieces.push(...decide(state, ended))
      else pieces.push(...say(ended))
      if (harmony !== null || (held === before && state === was) || (held === '' && state.type !== 'maybe'))
        return pieces
    }
  }

  const say = (ended: boolean): Piece[] => {
    if (inGap) held = held.trimStart()
    const begun = held.trimStart()
    if (isFirst && begun !== '' && begins(begun, ended)) return harmony?.push(begun) ?? []
    if (isFresh && !ended && (begun === '' || (isFirst && mayBegin(begun)))) return []
    const found = finder.find(held)
    if (found === null) {
      const kept = ended ? 0 : finder.startAtEnd(held)
      return release(held.length - kept)
    }
    const isNext = isFresh && held.slice(0, found.at).trim() === ''
    if (!isNext && found.at > 0) return release(found.at)
    return atMark(found.at, found.mark, ended)
  }

  /** `spaces`: how many precede the mark, at the beginning. */
  const atMark = (spaces: number, beginning: string, ended: boolean): Piece[] => {
    const tag = tagByBeginning.get(beginning)
    const attributes = held.slice(spaces + beginning.length)
    if (tag !== undefined && !ended && BEGUN_ATTRIBUTES.test(attributes)) return []
    const mark = beginning + ((tag && ATTRIBUTES.exec(attributes)?.[0]) ?? '')
    const after = held.slice(spaces + mark.length)
    if (!ended && UNDECIDED.test(after)) return []
    const drop = (): void => {
      held = after
      inGap = true
    }
    const thinking = mark.endsWith('>') && tag ? { ...tag, open: mark } : byOpening.get(mark)
    const verdict = thinking === undefined ? null : openingAt({ context, isFresh }, after)
    if (thinking !== undefined && verdict === 'thinking') {
      drop()
      enter(thinking)
      return []
    }
    if (thinking !== undefined && verdict !== null && verdict !== 'text') {
      held = mark + after
      state = { type: 'maybe', marks: thinking, unclosed: verdict === 'maybe' ? 'thinking' : 'text' }
      return []
    }
    const closed = byClosing.get(mark)
    if (closed !== undefined && closesAt({ context, isFresh }, after) && !mentioned.has(closed.open)) {
      drop()
      return turnIntoThinking()
    }
    const answer = answerByOpening.get(mark)
    // A token of a template is no word of an answer, whatever stands before it.
    if (answer !== undefined && isFresh && (inGap || mark.startsWith('<|'))) {
      drop()
      answerClosing = answer.close
      return []
    }
    const endsAnswer = mark === answerClosing || (END_MARKS.includes(mark) && after.trim() === '')
    if (endsAnswer && !context.isSample()) {
      held = after.trim() === '' ? '' : after
      return []
    }
    if (thinking !== undefined) mentioned.add(mark)
    return release(spaces + mark.length)
  }

  const turnIntoThinking = (): Piece[] => {
    const said = !isFresh
    context = createCodeContext()
    isFresh = true
    return said ? [{ type: 'was_thinking' }] : []
  }

  /** gpt-oss's format, with its tokens or without them. */
  const begins = (begun: string, ended: boolean): boolean => {
    if (HARMONY_OPENINGS.some((opening) => begun.startsWith(opening))) {
      harmony = createHarmonyReader()
      held = ''
      return true
    }
    if (/^analysis\p{Lu}/u.test(begun)) {
      held = begun.slice(BARE_ANALYSIS.open.length)
      enter(BARE_ANALYSIS)
      return true
    }
    if (!mayBegin(begun) || ended) isFirst = false
    return false
  }

  const mayBegin = (begun: string): boolean =>
    [...HARMONY_OPENINGS, BARE_ANALYSIS.open].some((opening) => opening.startsWith(begun))

  const enter = (marks: Marks): void => {
    isFirst = false
    lastThought = ''
    // Kimi may begin its calls without ending its thinking.
    state = { type: 'thinking', marks, finder: createMarkFinder([marks.close, ...KIMI_CALLS]) }
  }

  const decide = ({ marks, unclosed }: Extract<State, { type: 'maybe' }>, ended: boolean): Piece[] => {
    const at = held.indexOf(marks.close, marks.open.length)
    const isLong = held.length > LONGEST_HELD
    const rest = at === -1 ? '' : held.slice(at + marks.close.length)
    if (!ended && !isLong && (at === -1 || UNDECIDED.test(rest))) return []
    const isThinking = at === -1 ? (isLong && isFresh) || unclosed === 'thinking' : endsThinking(rest)
    if (isThinking) {
      held = held.slice(marks.open.length)
      enter(marks)
      inGap = true
      return []
    }
    mentioned.add(marks.open)
    state = { type: 'text' }
    return release(marks.open.length)
  }

  const think = ({ marks, finder: ends }: Extract<State, { type: 'thinking' }>, ended: boolean): Piece[] => {
    if (inGap) held = held.trimStart()
    let found = ends.find(held)
    while (found !== null && isQuoted(found.at, found.mark)) found = ends.find(held, found.at + 1)
    if (found === null) {
      const kept = ended ? 0 : ends.startAtEnd(held)
      return thought(held.length - kept)
    }
    const { at, mark } = found
    // In code, the next character decides.
    if (!ended && characterBefore(at) === '`' && held.length === at + mark.length)
      return thought(Math.max(0, at - 1))
    const pieces = thought(at)
    if (mark === marks.close) held = held.slice(mark.length)
    state = { type: 'text' }
    isFresh = true
    inGap = true
    return pieces
  }

  const isQuoted = (at: number, mark: string): boolean =>
    characterBefore(at) === '`' && held[at + mark.length] === '`'

  const characterBefore = (at: number): string => held[at - 1] ?? lastThought

  const thought = (length: number): Piece[] => {
    const delta = held.slice(0, length)
    held = held.slice(length)
    if (delta === '') return []
    inGap = false
    lastThought = delta.slice(-1)
    return [{ type: 'thinking', delta }]
  }

  const release = (length: number): Piece[] => {
    const delta = held.slice(0, length)
    held = held.slice(length)
    context.add(delta)
    if (delta.trim() !== '') {
      isFresh = false
      inGap = false
    }
    return delta === '' ? [] : [{ type: 'text', delta }]
  }

  return {
    push,
    /** Releases the held text when the answer ends. */
    finish: (): Piece[] => (harmony === null ? drain(true) : harmony.finish()),
  }
}
