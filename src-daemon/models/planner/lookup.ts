import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { declaredName } from '../../packages/index.ts'
import type { ModelMessage, ModelTool } from '../types.ts'
import { foundItems } from './answer.ts'
import type { Evidence } from './evidence.ts'
import { objectPropertiesOf, searchCondition } from './search.ts'
import { typeOf } from './schema.ts'

/**
 * "complete buy milk" names an object by its words, and a tool wants its id: the planner looks the words up first, and goes
 * on only when exactly one object has them.
 */
export type Target = { readonly id: string } | { readonly say: string }

/** The condition that finds what a change is about, or null when the message does not say. */
export const targetCondition = (
  tools: readonly ModelTool[],
  evidence: Evidence,
): Record<string, unknown> | null =>
  searchCondition(tools, evidence.quoted[0] ?? evidence.text.slice(0, 200).replace(AS_DONE, '').trim())

/** What a look-up found, or null when `after` (what followed the user's message) is no look-up that was just answered. */
export const targetFound = (after: readonly ModelMessage[], language: Language): Target | null => {
  const [asked, answered, ...more] = after
  if (asked?.role !== 'assistant' || answered?.role !== 'tool' || more.length > 0) return null
  if (asked.toolCalls.length !== 1 || declaredName(answered.name) !== 'state.query') return null
  const items = foundItems(answered.content)
  const [first] = items
  if (first === undefined) return null
  if (items.length === 1) return { id: first.id }
  const titles = items.slice(0, 10).map(({ title }) => `\n• ${title}`)
  return { say: say(language, 'planner_which', { titles: titles.join('') }) }
}

/** The patch that "complete", "finish" or "mark ... as done" ask for, by the package's own schema; null for other changes. */
export const completionPatch = (
  tools: readonly ModelTool[],
  message: string,
): Record<string, unknown> | null => {
  if (!COMPLETION.test(message)) return null
  for (const { name, node } of objectPropertiesOf(tools)) {
    if (typeOf(node) === 'boolean' && DONE.test(name)) return { $set: { [name]: true } }
    const value = node.enum?.find((one) => typeof one === 'string' && DONE.test(one))
    if (value !== undefined) return { $set: { [name]: value } }
  }
  return null
}

const DONE = /^(?:is_?)?(?:done|completed?|finished)$/i
const COMPLETION =
  /^(?:please\s+)?(?:complete|finish|close|completa|termina)|\b(?:done|completed|finished|hech[oa]|completad[oa])\b|完成|完了/iu
const AS_DONE = /\s+(?:as\s+|como\s+)?(?:done|completed?|finished|hech[oa]|completad[oa])[.!]?$/iu
