import { estimateTokens } from '../platform/tokens.ts'
import type { Language } from '../contract/language.ts'
import { hostsOf, permissionsOf, riskiestFirst, verbsOf } from './permissions.ts'
import type { AcpPackage, PermissionSentence } from '../contract/packages.ts'

/** A verified package at a glance. `permissions`: the riskiest first; `hosts`: hosts and services its bindings reach. */
export const factsOf = (
  acp: AcpPackage,
  language: Language,
): {
  permissions: PermissionSentence[]
  hosts: string[]
  tools: number
  promptTokens: number
} => ({
  permissions: permissionsOf(acp, language).map(({ sentence }) => sentence),
  hosts: hostsOf(acp),
  tools: acp.tools.length,
  promptTokens: estimateTokens(acp.prompt),
})

/** What a package asks for by name, where its file was not seen yet: `required` is the list of its metadata, `objects` its title. */
export const requestedPermissions = (
  required: readonly string[],
  options: { readonly objects: string; readonly language: Language },
): PermissionSentence[] => riskiestFirst(verbsOf(required, options)).map(({ sentence }) => sentence)
