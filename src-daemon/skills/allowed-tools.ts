import type { SkillTool } from '../contract/skills.ts'

/** Tools of other assistants that read files: here, the skill's own. */
const READING: ReadonlySet<string> = new Set(['read', 'glob', 'grep', 'ls', 'view', 'read_file'])
/** Tools of other assistants that run commands: here, the skill's own scripts. */
const RUNNING: ReadonlySet<string> = new Set(['bash', 'shell', 'execute', 'run_script'])
/** A command that is a way to run a script of the skill. */
const RUNS_SCRIPTS = /^(?:\*|(?:python3?|node|bash|sh|perl|ruby)\b|(?:\.\/|\{baseDir\}\/)?scripts\/|\.\/)/u

/**
 * The entries of `allowed-tools`: a list, or text with spaces or commas between entries, where `Bash(python3 *)` is
 * one.
 */
export const toolsWritten = (value: unknown): readonly string[] | null => {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').flatMap(wordsOf)
  return typeof value === 'string' ? wordsOf(value) : null
}

const wordsOf = (text: string): string[] => text.match(/[^\s,()]+(?:\([^)]*\))?/gu) ?? []

/**
 * What an entry means here. A command that runs no script of the skill means nothing: a skill may not call this
 * machine's programs.
 */
export const toolOf = (written: string): SkillTool => {
  const none = { written, grants: 'nothing', capabilityId: null } as const
  const service =
    /^mcp__([A-Za-z][\w-]*?)__(\S+)$/u.exec(written) ?? /^mcp:([A-Za-z][\w-]*)\/(\S+)$/u.exec(written)
  if (service !== null)
    return { written, grants: 'server', capabilityId: `mcp:${service[1] ?? ''}/${service[2] ?? ''}` }
  const [, name = '', scope = ''] = /^([^(]+)(?:\(([^)]*)\))?$/u.exec(written) ?? []
  if (READING.has(name.toLowerCase())) return { ...none, grants: 'read' }
  if (!RUNNING.has(name.toLowerCase())) return none
  return scope === '' || RUNS_SCRIPTS.test(scope.trim()) ? { ...none, grants: 'scripts' } : none
}
