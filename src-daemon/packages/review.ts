import { estimateTokens } from '../platform/tokens.ts'
import { isRecord } from '../platform/is-record.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import { shownTexts } from './catalogue-texts.ts'
import { problemOf, type Finding } from './document/findings.ts'
import { hostsOf, permissionsOf, reachOf, type Binding } from './permissions.ts'
import { BUILT_IN_TOOLS, permissionOfTool } from './document/tools.ts'
import type { Advisory, Recommendation } from '../contract/advisories.ts'
import type {
  AcpPackage,
  AuthorTrust,
  LookAlike,
  PackageDifference,
  PermissionReview,
  ReviewedTool,
} from '../contract/packages.ts'
import { isModuleCid } from './document/wasm-section.ts'

export interface ReviewInput {
  readonly package: AcpPackage
  readonly findings: readonly Finding[]
  readonly author: {
    readonly trust: AuthorTrust
    readonly firstSeenAt: string | null
    readonly recommendedBy: readonly Recommendation[]
  }
  readonly advisories: readonly Advisory[]
  readonly installedVersion: string | null
  readonly difference: PackageDifference | null
  readonly lookAlike: LookAlike | null
  readonly language: Language
  /** Whether the server of an `mcp_service` binding can be called. */
  readonly isServerConnected: (serverUri: string) => boolean
  /** Whether the file of a module that is not in the package is stored. */
  readonly hasModule: (packageName: string, cid: string) => boolean
}

/**
 * What the user sees before agreeing (acp.md 4.2). Built from the parsed package each time, in the current
 * language.
 */
export const reviewOf = (input: ReviewInput): PermissionReview => {
  const { package: acp, findings, author, installedVersion, difference, language } = input
  const { title, description } = shownTexts(acp, language)
  return {
    sha256: acp.sha256,
    name: acp.name,
    capUri: acp.capUri,
    version: acp.version,
    title,
    description,
    author: { ...acp.author, ...author, recommendedBy: [...author.recommendedBy] },
    advisories: [...input.advisories],
    permissions: permissionsOf(acp, language).map(({ sentence }) => sentence),
    hosts: hostsOf(acp),
    tools: acp.tools.map((tool) => reviewTool(tool, input)),
    schemaUri: acp.schemaUri,
    promptTokens: estimateTokens(acp.prompt),
    warnings: findings
      .filter(({ severity }) => severity === 'warning')
      .map((one) => problemOf(one, language)),
    changelog: acp.changelog ?? [],
    lookAlike: input.lookAlike,
    handover: null,
    installedVersion,
    difference,
  }
}

const reviewTool = (tool: AcpPackage['tools'][number], input: ReviewInput): ReviewedTool => {
  const { name, description } = tool
  const binding = input.package.bindings[name]
  const reason = reasonAgainst(name, binding, input)
  const kind = BUILT_IN_TOOLS.includes(name) ? (name.startsWith('ui.') ? 'asks' : 'builtin') : kindOf(binding)
  const waitsFor = binding?.type === 'mcp_service' && reason !== null ? { server: reachOf(binding) } : {}
  return { name, description, kind, available: reason === null, reason, ...waitsFor }
}

const kindOf = (binding: Binding | undefined): ReviewedTool['kind'] => {
  const kinds = ['http_get', 'http_post', 'mcp_service', 'nuwa_a2a', 'wasm'] as const
  return kinds.find((kind) => kind === binding?.type) ?? 'unbound'
}

/** Why the tool cannot be called, in a sentence; null if it can. */
const reasonAgainst = (name: string, binding: Binding | undefined, input: ReviewInput): string | null => {
  const { language } = input
  if (BUILT_IN_TOOLS.includes(name)) {
    const isAsked = input.package.permissions.require.includes(permissionOfTool(name))
    return isAsked ? null : say(language, 'tool_reason_not_permitted')
  }
  if (!isRecord(binding)) return say(language, 'tool_reason_unbound')
  if (binding.type === 'wasm') {
    const module = String(binding['module'])
    const isHere = !isModuleCid(module) || input.hasModule(input.package.name, module)
    return isHere ? null : say(language, 'tool_reason_module')
  }
  if (binding.type !== 'mcp_service') return null
  const server = reachOf(binding)
  return input.isServerConnected(server) ? null : say(language, 'tool_reason_server', { server })
}
