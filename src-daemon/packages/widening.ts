import canonicalize from 'canonicalize'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import { grantedActions, permissionsOf } from './permissions.ts'
import { BUILT_IN_TOOLS } from './tools.ts'
import type { AcpPackage } from '../contract/packages.ts'

/**
 * What `to` may do that `from` may not, a sentence each: a new permission, host, service or agent, sending where it only read, a new
 * tool, another memory scope, another key of the author (acp.md 4.3). What cannot be compared counts as wider: a tool that reaches outside
 * and runs otherwise than before asks again, even where its new way may be the narrower one.
 */
export const widenings = (from: AcpPackage, to: AcpPackage, language: Language): string[] => [
  ...newPermissions(from, to, language),
  ...newTools(from, to, language),
  ...changedTools(from, to, language),
  ...(from.memoryScope === to.memoryScope
    ? []
    : [say(language, 'widens_scope', { from: from.memoryScope, to: to.memoryScope })]),
  ...(from.author.did === to.author.did && from.author.keyId === to.author.keyId
    ? []
    : [say(language, 'widens_author_key', { from: from.author.keyId, to: to.author.keyId })]),
]

/** Verbs count when they are asked for, and when they become callable because a tool of that name was declared. */
const newPermissions = (from: AcpPackage, to: AcpPackage, language: Language): string[] => {
  const had = new Set(permissionsOf(from, language).map(({ id }) => id))
  const could = new Set(grantedActions(from))
  const can = new Set(grantedActions(to))
  return permissionsOf(to, language)
    .filter(({ id }) => !had.has(id) || (can.has(id) && !could.has(id)))
    .map(({ sentence }) => say(language, 'widens_permission', { permission: sentence.text }))
}

/** A new `state.*` tool whose verb is granted is already said by that verb. */
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
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalize(a) === canonicalize(b))
