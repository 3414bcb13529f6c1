import { normalise } from './text.ts'

/** What a message asks of the stack of capabilities instead of an assistant (acp.md 6.1). */
export type RouterCommand =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'switch'; readonly name: string }

const COMMAND = /^\/(back|switch)(?:\s+(.*))?$/isu

/**
 * Reads a command off a message: `/back`, `/switch <name>`. `//` escapes a leading slash. Any other slash is text, such as a path.
 *
 * @example
 * parseCommand('/switch note') // { kind: 'switch', name: 'note' }
 * parseCommand('//back')       // { kind: 'message', text: '/back' }
 */
export const parseCommand = (text: string): RouterCommand => {
  const trimmed = normalise(text).trim()
  if (trimmed.startsWith('//')) return { kind: 'message', text: trimmed.slice(1) }
  const found = COMMAND.exec(trimmed)
  const verb = found?.[1]?.toLowerCase()
  const rest = found?.[2]?.trim() ?? ''
  if (verb === 'back' && rest === '') return { kind: 'back' }
  if (verb === 'switch') return { kind: 'switch', name: rest }
  return { kind: 'message', text }
}
