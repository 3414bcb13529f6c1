import { LRUCache } from 'lru-cache'
import { lintText, type LintFinding, textsIn } from '../../lint/index.ts'
import { definitionHash, type ToolDefinition } from './definitions.ts'

/** More than the tools of all servers there usually are: a server lists the same ones again and again. */
const KEPT = 5000
const findings = new LRUCache<string, readonly LintFinding[]>({ max: KEPT })

/** Lints every text of a tool that a model reads. */
export const lintTool = (tool: ToolDefinition): readonly LintFinding[] => {
  const hash = definitionHash(tool)
  const known = findings.get(hash)
  if (known !== undefined) return known
  // No rule matches across lines.
  const found = lintText(textsIn(tool).join('\n'))
  findings.set(hash, found)
  return found
}
