import { createMarkFinder } from '../core/mark-finder.ts'
import { HARMONY_CALL } from '../recover/call-marks.ts'
import type { Piece } from './piece.ts'

/** What an answer in gpt-oss's format begins with. */
export const HARMONY_OPENINGS = ['<|channel|>', '<|start|>', '<|message|>'] as const

const headEnds = createMarkFinder(['<|message|>'])
const bodyEnds = createMarkFinder(['<|end|>', '<|return|>', '<|call|>', '<|start|>', '<|channel|>'])

/**
 * Reads gpt-oss's format, if a server leaves it in: messages on channels. `analysis` is thinking, messages addressed to a
 * tool are passed on as the text of a call, everything else is the answer.
 */
export const createHarmonyReader = () => {
  let head: string | null = ''
  let kind: 'thinking' | 'text' | 'call' = 'text'
  let call = ''
  let held = ''
  let saidText = false

  const push = (delta: string): Piece[] => {
    held += delta
    return drain(false)
  }

  const drain = (ended: boolean): Piece[] => {
    const pieces: Piece[] = []
    for (;;) {
      const ends = head === null ? bodyEnds : headEnds
      const found = ends.find(held)
      const length = found?.at ?? held.length - (ended ? 0 : ends.startAtEnd(held))
      pieces.push(...take(held.slice(0, length)))
      held = held.slice(length + (found?.mark.length ?? 0))
      if (found === null) return pieces
      pieces.push(...(head === null ? endBody(found.mark) : endHead(head)))
    }
  }

  const take = (text: string): Piece[] => {
    if (text === '') return []
    if (head !== null) {
      head += text
      return []
    }
    if (kind === 'thinking') return [{ type: kind, delta: text }]
    if (kind === 'call') call += text
    else saidText = true
    return kind === 'call' ? [] : [{ type: 'text', delta: text }]
  }

  const endHead = (whole: string): Piece[] => {
    const to = /to=([^\s<]+)/.exec(whole)?.[1]
    const channel = /(?:<\|channel\|>|^)\s*(\w+)/.exec(whole)?.[1]
    head = null
    kind = to !== undefined ? 'call' : channel === 'analysis' ? 'thinking' : 'text'
    call = to === undefined ? '' : `${HARMONY_CALL}${to}<|message|>`
    return kind === 'text' && saidText ? [{ type: 'text', delta: '\n\n' }] : []
  }

  const endBody = (mark: string): Piece[] => {
    head = mark === '<|channel|>' ? mark : ''
    return endCall()
  }

  const endCall = (): Piece[] => {
    const written = call
    call = ''
    return written === '' ? [] : [{ type: 'text', delta: `\n${written}<|call|>` }]
  }

  return {
    push,
    /** Releases the held text; a message whose header never ended isn't shown. */
    finish: (): Piece[] => [...drain(true), ...endCall()],
  }
}
