import { estimateTokens } from '../platform/tokens.ts'
import type { Language } from '../contract/language.ts'
import { hostsOf, permissionsOf, riskiestFirst, verbsOf } from './permissions.ts'
import type { AcpPackage, PermissionSentence } from '../contract/packages.ts'

/**
 * A summary of a verified package. `permissions`: the riskiest first; `hosts`: hosts and servers its bindings
 * reach.
 */
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

/**
 * The permissions a package requests, when its file is not known yet: `required` is the list in its metadata,
 * `objects` its title.
 */
export const requestedPermissions = (
  required: readonly string[],
  options: { readonly objects: string; readonly language: Language },
): PermissionSentence[] => riskiestFirst(verbsOf(required, options)).map(({ sentence }) => sentence)
