import semver from 'semver'
import { stringify } from 'yaml'
import type { Language } from '../contract/language.ts'
import { lineDifference } from './line-difference.ts'
import { hostsOf, permissionsOf } from './permissions.ts'
import type { AcpPackage, PackageDifference, ToolDeclaration } from '../contract/packages.ts'
import { isSame, widenings } from './widening.ts'

/** What changes for the user when `to` takes the place of `from` (acp.md 4.3). */
export const differenceOf = (from: AcpPackage, to: AcpPackage, language: Language): PackageDifference => ({
  fromVersion: from.version,
  fromSha256: from.sha256,
  direction: DIRECTIONS[semver.compare(to.version, from.version)],
  widens: widenings(from, to, language),
  permissions: permissionChange(from, to, language),
  hosts: listChange(hostsOf(from), hostsOf(to)),
  tools: toolChange(from, to, language),
  prompt: lineDifference(from.prompt, to.prompt, language),
  schema: isSame(from.schema, to.schema)
    ? []
    : lineDifference(pretty(from.schema), pretty(to.schema), language),
  other: lineDifference(otherOf(from), otherOf(to), language),
})

const DIRECTIONS = { [-1]: 'downgrade', 0: 'same_version', 1: 'update' } as const

const permissionChange = (
  from: AcpPackage,
  to: AcpPackage,
  language: Language,
): PackageDifference['permissions'] => {
  const [before, after] = [permissionsOf(from, language), permissionsOf(to, language)]
  const without = (all: typeof before, others: typeof before) =>
    all.filter(({ id }) => !others.some((other) => other.id === id)).map(({ sentence }) => sentence)
  return { added: without(after, before), removed: without(before, after) }
}

const listChange = (
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } => ({
  added: after.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !after.includes(one)),
})

const toolChange = (from: AcpPackage, to: AcpPackage, language: Language): PackageDifference['tools'] => {
  const names = listChange(namesOf(from.tools), namesOf(to.tools))
  const changed = to.tools.flatMap((tool) => {
    const before = from.tools.find(({ name }) => name === tool.name)
    if (before === undefined) return []
    const { name } = tool
    const [oldBinding, binding] = [from.bindings[name], to.bindings[name]]
    const changes = [
      ...(before.description === tool.description ? [] : (['description'] as const)),
      ...(isSame(before.parameters, tool.parameters) ? [] : (['parameters'] as const)),
      ...(isSame(oldBinding, binding) ? [] : (['binding'] as const)),
    ]
    if (changes.length === 0) return []
    const lines = lineDifference(toolText(before, oldBinding), toolText(tool, binding), language)
    return [{ name, changes, lines }]
  })
  return { ...names, changed }
}

const namesOf = (tools: readonly ToolDeclaration[]): string[] => tools.map(({ name }) => name)

const toolText = ({ description, parameters }: ToolDeclaration, binding: unknown): string =>
  yaml({ description, parameters, ...(binding === undefined ? {} : { binding }) })

/** What stands in no other part of the difference. */
const otherOf = (acp: AcpPackage): string =>
  yaml({
    name: acp.title,
    description: acp.description,
    author: acp.author,
    triggers: acp.triggers,
    memory_scope: acp.memoryScope,
    optional_permissions: acp.permissions.option,
    llm_requirements: acp.llmRequirements,
    schema: acp.schemaUri,
  })

/** Aliases would hide that two equal parts changed apart; long texts stay on their line. */
const yaml = (value: unknown): string => stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 })

const pretty = (schema: AcpPackage['schema']): string => JSON.stringify(schema, null, 2)
