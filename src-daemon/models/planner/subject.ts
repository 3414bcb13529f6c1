import type { ModelTool, RoutingHint } from '../types.ts'
import { withoutCommand } from './words.ts'

/**
 * What a message is about: the user's own words, one unbroken part of the message, without the trigger and without the words
 * that only say what to do with it. Empty when nothing is left.
 */
export const subjectOf = (message: string, hint: RoutingHint | null, tools: readonly ModelTool[]): string => {
  const nouns = nounsOf(tools)
  const clean = (text: string) => withoutCommand(text, nouns)
  if (hint === null) return clean(message)
  const remainder = hint.remainder.normalize('NFC').trim()
  const capture = hint.captures
    .map((one) => one.normalize('NFC').trim())
    .find((one) => one !== '' && message.includes(one))
  if (remainder === '') return capture === undefined ? '' : clean(capture)
  if (message.includes(remainder)) return clean(remainder) || (capture === undefined ? '' : clean(capture))

  // The trigger stood in the middle: what is said lies before it, behind it, or on both sides.
  const { before, behind } = sides(message, remainder)
  const first = clean(before)
  const second = clean(behind)
  return first !== '' && second !== '' ? clean(message) : first || second
}

/** Kinds of things the tools deal with, from their schema URIs: `did:nuwa:state:note#v1` -> `note`. */
export const nounsOf = (tools: readonly ModelTool[]): string[] => [
  ...new Set(
    [
      ...JSON.stringify(tools.map(({ parameters }) => parameters)).matchAll(/"did:[^"#]*:([A-Za-z][\w-]*)#/g),
    ].map((match) => (match[1] ?? '').toLowerCase()),
  ),
]

const sides = (message: string, remainder: string): { before: string; behind: string } => {
  let start = 0
  while (start < remainder.length && message[start] === remainder[start]) start += 1
  let end = 0
  while (end < remainder.length - start && message.at(-1 - end) === remainder.at(-1 - end)) end += 1
  return { before: message.slice(0, start), behind: message.slice(message.length - end) }
}
