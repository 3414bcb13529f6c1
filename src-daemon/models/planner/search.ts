import { declaredName } from '../../packages/index.ts'
import type { ModelTool } from '../core/types.ts'
import type { Evidence } from './evidence.ts'
import { isBody, isTitle, propertiesOf, readNode, typeOf } from './schema.ts'
import { namesASearch } from './words.ts'

/**
 * The ASM-QL condition for "find notes about milk": the words in any headline or text field, also with the other case at their
 * beginning. Field names come from the package's own `state.create`; without it, or without words, null (asm.md 6).
 */
export const searchCondition = (
  tools: readonly ModelTool[],
  words: string,
): Record<string, unknown> | null => {
  if (words === '') return null
  const fields = objectPropertiesOf(tools).filter(
    ({ name, node }) =>
      typeOf(node) === 'string' && node.format === undefined && (isTitle(name) || isBody(name)),
  )
  // ASM-QL compares by code point, and people do not remember how they began a headline.
  const lower = words.toLowerCase()
  const spellings = [...new Set([words, lower, lower.charAt(0).toUpperCase() + lower.slice(1)])]
  const conditions = fields.flatMap(({ name }) =>
    spellings.map((spelling) => ({ [name]: { $contains: spelling } })),
  )
  return conditions.length > 1 ? { $or: conditions } : (conditions[0] ?? null)
}

/** The words a search names, or null when the message asks for everything. */
export const searchWords = (evidence: Evidence): string | null => {
  const words = (evidence.quoted[0] ?? evidence.text).replace(/[?？。.!！]+$/u, '').trim()
  return words !== '' && namesASearch(evidence.message) ? words : null
}

/** What the objects of the package look like, as far as its own `state.create` tells. */
export const objectPropertiesOf = (tools: readonly ModelTool[]): ReturnType<typeof propertiesOf> => {
  const create = tools.find(({ name }) => declaredName(name) === 'state.create')
  const object = propertiesOf(readNode(create?.parameters)).find(({ name }) => name === 'object')
  return propertiesOf(object?.node ?? {})
}
