import { declaredName } from '../../packages/index.ts'
import type { ModelTool } from '../core/types.ts'
import type { Evidence } from './evidence.ts'
import { isBody, isTitle, propertiesOf, readNode, typeOf } from './schema.ts'
import { namesASearch } from './words.ts'

/**
 * The ASM-QL condition for "find notes about milk": the words in any title or text field, also with the first
 * letter's case switched. Field names come from the package's own `state.create`; null without it or without
 * words (asm.md 6).
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
  // ASM-QL compares code points, and people do not remember how they capitalised a title.
  const lower = words.toLowerCase()
  const spellings = [...new Set([words, lower, lower.charAt(0).toUpperCase() + lower.slice(1)])]
  const conditions = fields.flatMap(({ name }) =>
    spellings.map((spelling) => ({ [name]: { $contains: spelling } })),
  )
  return conditions.length > 1 ? { $or: conditions } : (conditions[0] ?? null)
}

/** The words a search looks for, or null if the message asks for everything. */
export const searchWords = (evidence: Evidence): string | null => {
  const words = (evidence.quoted[0] ?? evidence.text).replace(/[?？。.!！]+$/u, '').trim()
  return words !== '' && namesASearch(evidence.message) ? words : null
}

/** The properties of the package's objects, as declared by its own `state.create`. */
export const objectPropertiesOf = (tools: readonly ModelTool[]): ReturnType<typeof propertiesOf> => {
  const create = tools.find(({ name }) => declaredName(name) === 'state.create')
  const object = propertiesOf(readNode(create?.parameters)).find(({ name }) => name === 'object')
  return propertiesOf(object?.node ?? {})
}
