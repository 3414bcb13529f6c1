import type { DiffLine, PackageDifference } from '../../../src-daemon/contract/packages.ts'
import { countLines, type LineCount } from '../../components/diff-lines.ts'

export type SectionName = 'permissions' | 'hosts' | 'tools' | 'prompt' | 'schema' | 'other'

/** One section of a difference, with its numbers of additions, removals and changes. */
export interface Section extends LineCount {
  readonly name: SectionName
  readonly changed: number
  /** Number of lines of the whole section. */
  readonly length: number
}

/** The sections of a difference in the order they matter to a user; one without changes has three zeros. */
export const sectionsOf = (difference: PackageDifference): readonly Section[] => {
  const { permissions, hosts, tools, prompt, schema, other } = difference
  const ofTools = tools.changed.reduce((sum, tool) => sum + tool.lines.length, 0)
  return [
    listSection('permissions', permissions),
    listSection('hosts', hosts),
    { ...listSection('tools', tools, ofTools), changed: tools.changed.length },
    textSection('prompt', prompt),
    textSection('schema', schema),
    textSection('other', other),
  ]
}

export const isChanged = ({ added, removed, changed }: Section): boolean => added + removed + changed > 0

const listSection = (
  name: SectionName,
  list: { readonly added: readonly unknown[]; readonly removed: readonly unknown[] },
  besides = 0,
): Section => {
  const [added, removed] = [list.added.length, list.removed.length]
  return { name, added, removed, changed: 0, length: added + removed + besides }
}

const textSection = (name: SectionName, lines: readonly DiffLine[]): Section => ({
  name,
  ...countLines(lines),
  changed: 0,
  length: lines.length,
})
