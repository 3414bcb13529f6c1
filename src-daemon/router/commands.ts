import type { RouterCommand } from '../contract/router.ts'
import { normalise } from './text/text.ts'

/** The available commands, as they are typed. */
const COMMANDS = ['back', 'switch', 'help', 'tools', 'why'] as const

const COMMAND = /^\/(\w+)(?:\s+(.*))?$/isu

/**
 * Parses a command in a message: `/back`, `/switch <name>`, `/help`, `/tools`, `/why`. `//` escapes a leading
 * slash. Any other slash is text, such as a path, and so is a command that goes on like a sentence.
 *
 * @example
 * parseCommand('/switch note') // { kind: 'switch', name: 'note' }
 * parseCommand('//back') // { kind: 'message', text: '/back' }
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
