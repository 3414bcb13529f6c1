import { BUILT_IN_TOOLS } from './document/tools.ts'
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
  withoutModel: boolean
  promptTokens: number
  icon: string | null
} => ({
  permissions: permissionsOf(acp, language).map(({ sentence }) => sentence),
  hosts: hostsOf(acp),
  tools: acp.tools.length,
  withoutModel: worksWithoutModel(acp),
  promptTokens: estimateTokens(acp.prompt),
  icon: acp.icon ?? null,
})

/** A package without a tool that runs is only a prompt, and one that names what its model must be able to needs such a model. */
const worksWithoutModel = ({ tools, bindings, llmRequirements }: AcpPackage): boolean => {
  const { modelFamily, minContextWindow, requiredFeatures } = llmRequirements
  const asksForModel = modelFamily.length > 0 || minContextWindow !== null || requiredFeatures.length > 0
  const runs = tools.some(({ name }) => BUILT_IN_TOOLS.includes(name) || Object.hasOwn(bindings, name))
  return runs && !asksForModel
}

/**
 * The permissions a package requests, when its file is not known yet: `required` is the list in its metadata,
 * `objects` its title.
 */
export const requestedPermissions = (
  required: readonly string[],
  options: { readonly objects: string; readonly language: Language },
): PermissionSentence[] => riskiestFirst(verbsOf(required, options)).map(({ sentence }) => sentence)
