import type { ModelTool, RoutingHint } from '../types.ts'
import { intentOfMessage, withoutCommand } from './words.ts'

/**
 * What a message is about: the user's own words, one unbroken part of the message, without the trigger and without the words
 * that only say what to do with it. Empty when nothing is left.
 */
export const subjectOf = (message: string, hint: RoutingHint | null, tools: readonly ModelTool[]): string => {
  const nouns = nounsOf(tools)
  const intent = intentOfMessage(message)
  const clean = (text: string) => withoutCommand(text, intent, nouns)
  if (hint === null) return clean(message)
  const remainder = hint.remainder.normalize('NFC').trim()
  const capture = hint.captures
    .map((one) => one.normalize('NFC').trim())
    .find((one) => one !== '' && message.includes(one))
  if (remainder === '') return capture === undefined ? '' : clean(capture)

  // The trigger stood in front, at the end, or in the middle: what is said lies behind it, before it, or on both sides.
  const { before, behind } = sides(message, remainder)
  const first = clean(before)
  const second = clean(behind)
  const said = first !== '' && second !== '' ? clean(message) : first || second
  return said === '' && capture !== undefined ? clean(capture) : said
}

/** Kinds of things the tools deal with, from their schema URIs: `did:nuwa:state:note#v1` -> `note`. */
export const nounsOf = (tools: readonly ModelTool[]): string[] => [
  ...new Set(
    [
      ...JSON.stringify(tools.map(({ parameters }) => parameters)).matchAll(/"did:[^"#]*:([A-Za-z][\w-]*)#/g),
    ].map((match) => (match[1] ?? '').toLowerCase()),
  ),
]

/** The parts of `message` before and behind what the trigger took, without the rest of a word it took a piece of. */
const sides = (message: string, remainder: string): { before: string; behind: string } => {
  let start = 0
  let end = message.endsWith(remainder) ? remainder.length : 0
  if (end === 0) while (start < remainder.length && message[start] === remainder[start]) start += 1
  while (end < remainder.length - start && message.at(-1 - end) === remainder.at(-1 - end)) end += 1
  if (start + end >= message.length) return { before: '', behind: message }
  const before = message.slice(0, start)
  const behind = message.slice(message.length - end)
  const taken = message.slice(start, message.length - end)
  return {
    before: /^[a-z\d]/i.test(taken) ? before.replace(/[a-z\d]+$/i, '') : before,
    behind: /[a-z\d]$/i.test(taken) ? behind.replace(/^[a-z\d]+/i, '') : behind,
  }
}
