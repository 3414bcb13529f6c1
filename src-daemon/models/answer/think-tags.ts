import { longestStart } from '../core/longest-start.ts'

/** A piece of an answer: for the user, or the model's thinking. */
export interface Piece {
  readonly type: 'text' | 'thinking'
  readonly delta: string
}

const OPENING = '<think>'
const CLOSING = '</think>'

/**
 * Separates the thinking from answers that begin with `<think>`, which servers leave in if they do not know
 * the model's template. Anywhere else the tag is ordinary text.
 */
export const createThinkTags = () => {
  let state: 'before' | 'thinking' | 'gap' | 'after' = 'before'
  let held = ''

  const push = (delta: string): Piece[] => {
    held += delta
    if (state === 'before') return begin()
    if (state === 'thinking') return think()
    return state === 'gap' ? leaveGap() : release('text')
  }

  const begin = (): Piece[] => {
    const start = held.trimStart()
    if (start.startsWith(OPENING)) {
      state = 'thinking'
      held = start.slice(OPENING.length)
      return think()
    }
    if (OPENING.startsWith(start)) return []
    state = 'after'
    return release('text')
  }

  const think = (): Piece[] => {
    const end = held.indexOf(CLOSING)
    if (end !== -1) {
      const thought = held.slice(0, end)
      held = held.slice(end + CLOSING.length)
      state = 'gap'
      return [...pieceOf('thinking', thought), ...leaveGap()]
    }
    // The end of the buffer may be the beginning of the closing tag.
    const kept = longestStart(held, CLOSING)
    const thought = held.slice(0, held.length - kept)
    held = held.slice(held.length - kept)
    return pieceOf('thinking', thought)
  }

  /** Drops the blank lines between thinking and answer. */
  const leaveGap = (): Piece[] => {
    held = held.trimStart()
    if (held !== '') state = 'after'
    return release('text')
  }

  const release = (type: Piece['type']): Piece[] => {
    const delta = held
    held = ''
    return pieceOf(type, delta)
  }

  return {
    push,
    /** Releases what was held back when the answer ends. */
    finish: (): Piece[] => release(state === 'thinking' ? 'thinking' : 'text'),
  }
}

const pieceOf = (type: Piece['type'], delta: string): Piece[] => (delta === '' ? [] : [{ type, delta }])
