import { normalise } from './text.ts'

/** What a message asks of the stack of capabilities instead of an assistant (acp.md 6.1). */
export type RouterCommand =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'switch'; readonly name: string }
  /** What can be said here. */
  | { readonly kind: 'help' }
  /** The tools of the capability in use, and what they cost. */
  | { readonly kind: 'tools' }
  /** How the last message was routed. */
  | { readonly kind: 'why' }

/** The commands there are, as they are written. */
const COMMANDS = ['back', 'switch', 'help', 'tools', 'why'] as const

const COMMAND = /^\/(\w+)(?:\s+(.*))?$/isu

/**
 * Reads a command off a message: `/back`, `/switch <name>`, `/help`, `/tools`, `/why`. `//` escapes a leading slash. Any other
 * slash is text, such as a path, and so is a command that goes on like a sentence.
 *
 * @example
 * parseCommand('/switch note') // { kind: 'switch', name: 'note' }
 * parseCommand('//back')       // { kind: 'message', text: '/back' }
 */
export const parseCommand = (text: string): RouterCommand => {
  const trimmed = normalise(text).trim()
  if (trimmed.startsWith('//')) return { kind: 'message', text: trimmed.slice(1) }
  const found = COMMAND.exec(trimmed)
  const kind = COMMANDS.find((verb) => verb === found?.[1]?.toLowerCase())
  const rest = found?.[2]?.trim() ?? ''
  if (kind === 'switch') return { kind, name: rest }
  return kind === undefined || rest !== '' ? { kind: 'message', text } : { kind }
}
