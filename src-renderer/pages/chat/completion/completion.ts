import type { RouterCommand } from '../../../../src-daemon/contract/router.ts'
import { mentionAt, withoutMention, type Mention } from './mention.ts'

/** A completion offered while a message is written. */
export interface CompletionChoice {
  readonly value: string
  readonly icon: string
  readonly label: string
  readonly detail: string
}

/** The name of a command, as written after the slash. */
export type CommandName = Exclude<RouterCommand['kind'], 'message'>

/** In the order in which they are offered. */
export const COMMANDS: readonly CommandName[] = ['help', 'tools', 'why', 'switch', 'back']

/** The part of the text that can be completed. */
export type Completion =
  /** `@name`: a capability for this one message. */
  | ({ readonly kind: 'mention' } & Mention)
  /** `/name`, the whole message so far: a command, or a prompt of a connected server. */
  | { readonly kind: 'command'; readonly query: string }
  /** `/switch name`. */
  | { readonly kind: 'switch'; readonly query: string }

/** What can be completed at the caret, or null. A command must start the message; `//` is plain text. */
export const completionAt = (text: string, caret: number): Completion | null => {
  const mention = mentionAt(text, caret)
  if (mention !== null) return { kind: 'mention', ...mention }
  if (caret !== text.length) return null
  const command = /^\s*\/([\p{L}\p{N}_.-]*)$/u.exec(text)
  if (command !== null) return { kind: 'command', query: (command[1] ?? '').toLowerCase() }
  const name = /^\s*\/switch\s+([^\s/]*)$/iu.exec(text)
  return name === null ? null : { kind: 'switch', query: name[1] ?? '' }
}

/** The commands with this prefix; none once a command is complete, as nothing is left to choose. */
export const commandsLike = (query: string): readonly CommandName[] =>
  COMMANDS.some((command) => command === query) ? [] : COMMANDS.filter((command) => command.startsWith(query))

/** The message and its caret after `chosen` was inserted. */
export const completed = (
  text: string,
  completion: Completion,
  chosen: string,
): { readonly text: string; readonly caret: number } => {
  if (completion.kind === 'mention') return withoutMention(text, completion)
  const whole = completion.kind === 'switch' ? `/switch ${chosen}` : `/${chosen}`
  const written = whole === '/switch' ? '/switch ' : whole
  return { text: written, caret: written.length }
}
