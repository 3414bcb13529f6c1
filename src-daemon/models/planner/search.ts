import { declaredName } from '../tool-names.ts'
import type { ModelTool } from '../types.ts'
import type { Evidence } from './evidence.ts'
import { isBody, isTitle, propertiesOf, readNode, typeOf } from './schema.ts'
import { namesASearch } from './words.ts'

/**
 * The ASM-QL condition for "find notes about milk": the words in any headline or text field. Field names come from the
 * package's own `state.create`; without it, or without words to look for, null (asm.md 6).
 */
export const searchCondition = (
  tools: readonly ModelTool[],
  evidence: Evidence,
): Record<string, unknown> | null => {
  const words = (evidence.quoted[0] ?? evidence.text).replace(/[?？。.!！]+$/u, '').trim()
  if (words === '' || !namesASearch(evidence.message)) return null
  const create = tools.find(({ name }) => declaredName(name) === 'state.create')
  const object = propertiesOf(readNode(create?.parameters)).find(({ name }) => name === 'object')
  const fields = propertiesOf(object?.node ?? {}).filter(
    ({ name, node }) =>
      typeOf(node) === 'string' && node.format === undefined && (isTitle(name) || isBody(name)),
  )
  const conditions = fields.map(({ name }) => ({ [name]: { $contains: words } }))
  return conditions.length === 0
    ? null
    : conditions.length === 1
      ? (conditions[0] ?? null)
      : { $or: conditions }
}
