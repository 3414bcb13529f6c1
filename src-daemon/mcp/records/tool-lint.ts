import { LRUCache } from 'lru-cache'
import { isRecord } from '../../platform/is-record.ts'
import { lintText, type LintFinding } from '../../lint/index.ts'
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

/** Names as well as values: a model reads both. */
const textsIn = (value: unknown, into: string[] = []): readonly string[] => {
  if (typeof value === 'string') into.push(value)
  else if (Array.isArray(value)) for (const item of value) textsIn(item, into)
  else if (isRecord(value))
    for (const [name, child] of Object.entries(value)) {
      into.push(name)
      textsIn(child, into)
    }
  return into
}
