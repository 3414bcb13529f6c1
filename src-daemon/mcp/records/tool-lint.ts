import { isRecord } from '../../platform/is-record.ts'
import { lintText, type LintFinding } from '../../lint/index.ts'
import type { ToolDefinition } from './definitions.ts'

/** What the linter finds in everything that a tool tells a model. Definitions are immutable, so each is read once. */
export const lintTool = (tool: ToolDefinition): readonly LintFinding[] => {
  const known = findings.get(tool)
  if (known !== undefined) return known
  // No rule matches across lines.
  const found = lintText([...textsIn(tool)].join('\n'))
  findings.set(tool, found)
  return found
}

const findings = new WeakMap<ToolDefinition, readonly LintFinding[]>()

/** Names as well as values: a model reads both. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item)
  else if (isRecord(value))
    for (const [name, child] of Object.entries(value)) {
      yield name
      yield* textsIn(child)
    }
}
