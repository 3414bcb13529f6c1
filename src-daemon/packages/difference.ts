import semver from 'semver'
import { stringify } from 'yaml'
import canonicalize from 'canonicalize'
import type { Language } from '../contract/language.ts'
import { lineDifference } from './line-difference.ts'
import { hostsOf, permissionsOf, grantedActions } from './permissions.ts'
import type { AcpPackage, PackageDifference, ToolDeclaration } from '../contract/packages.ts'
import { say } from '../text/index.ts'
import { BUILT_IN_TOOLS } from './document/tools.ts'

/** What changes for the user when `to` replaces `from` (acp.md 4.3). */
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

/** Everything that no other part of the difference covers. */
const otherOf = (acp: AcpPackage): string =>
  yaml({
    name: acp.title,
    description: acp.description,
    author: acp.author,
    triggers: acp.triggers,
    memory_scope: acp.memoryScope,
    optional_permissions: acp.permissions.option,
    llm_requirements: acp.llmRequirements,
    ...(acp.exclusive === true && { exclusive: true }),
    ...(acp.icon !== undefined && { icon: acp.icon }),
    schema: acp.schemaUri,
  })

/** Aliases would hide that two equal parts now differ; long texts stay on their line. */
const yaml = (value: unknown): string => stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 })

const pretty = (schema: AcpPackage['schema']): string => JSON.stringify(schema, null, 2)

/**
 * What `to` may do that `from` may not, a sentence each: a new permission, host, service or agent, sending where it only read, a new
 * tool, another memory scope, another key of the author (acp.md 4.3). Changes that can't be compared count as wider: a tool that reaches outside
 * and runs differently than before asks again, even if its new binding may be narrower.
 */
export const widenings = (from: AcpPackage, to: AcpPackage, language: Language): string[] => [
  ...newPermissions(from, to, language),
  ...newTools(from, to, language),
  ...changedTools(from, to, language),
  ...(from.memoryScope === to.memoryScope
    ? []
    : [say(language, 'widens_scope', { from: from.memoryScope, to: to.memoryScope })]),
  // A name that was passed on is agreed to on its own.
  ...(from.author.did !== to.author.did || from.author.keyId === to.author.keyId
    ? []
    : [say(language, 'widens_author_key', { from: from.author.keyId, to: to.author.keyId })]),
]

/** Verbs count when they are requested, and when declaring a tool of that name makes them callable. */
const newPermissions = (from: AcpPackage, to: AcpPackage, language: Language): string[] => {
  const had = new Set(permissionsOf(from, language).map(({ id }) => id))
  const could = new Set(grantedActions(from))
  const can = new Set(grantedActions(to))
  return permissionsOf(to, language)
    .filter(({ id }) => !had.has(id) || (can.has(id) && !could.has(id)))
    .map(({ sentence }) => say(language, 'widens_permission', { permission: sentence.text }))
}

/** A new `state.*` tool whose verb is granted is already covered by that verb. */
const newTools = (from: AcpPackage, to: AcpPackage, language: Language): string[] => {
  const had = new Set(from.tools.map(({ name }) => name))
  const granted = new Set(grantedActions(to))
  return to.tools
    .filter(({ name }) => !had.has(name) && !granted.has(name))
    .map(({ name }) => say(language, 'widens_tool', { tool: name }))
}

const changedTools = (from: AcpPackage, to: AcpPackage, language: Language): string[] => {
  const before = new Map(from.tools.map((tool) => [tool.name, tool]))
  return to.tools.flatMap(({ name, parameters }) => {
    const old = before.get(name)
    const binding = to.bindings[name]
    if (old === undefined || binding === undefined || BUILT_IN_TOOLS.includes(name)) return []
    const runsAlike = isSame(from.bindings[name], binding) && isSame(old.parameters, parameters)
    return runsAlike ? [] : [say(language, 'widens_tool_changed', { tool: name })]
  })
}

/** Equal as JSON, whatever the order of members. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalize(a) === canonicalize(b))
