import { say, type Language, type PhraseKey } from '../text/index.ts'
import { isFields } from './fields.ts'
import { problemOf, type Finding } from './findings.ts'
import { BUILT_IN_TOOLS } from './tools.ts'
import type { AcpPackage, AuthorTrust, PermissionReview, PermissionSentence, ReviewedTool } from './types.ts'

type Binding = AcpPackage['bindings'][string]
type Risk = PermissionSentence['risk']

export interface ReviewInput {
  readonly package: AcpPackage
  readonly findings: readonly Finding[]
  readonly trust: AuthorTrust
  readonly installedVersion: string | null
  readonly language: Language
  /** Whether the service of an `mcp_service` binding can be called. */
  readonly isServiceConnected: (serviceUri: string) => boolean
}

const RISKS: readonly Risk[] = ['high', 'medium', 'low']
const VERB_RISK: Readonly<Record<string, Risk>> = {
  'state.query': 'low',
  'state.create': 'low',
  'state.update': 'medium',
  'state.delete': 'medium',
  'state.delete.hard': 'high',
  'storage.large': 'medium',
}

const VERB_PHRASE = {
  'state.query': 'permission_state_query',
  'state.create': 'permission_state_create',
  'state.update': 'permission_state_update',
  'state.delete': 'permission_state_delete',
  'state.delete.hard': 'permission_state_delete_hard',
  'storage.large': 'permission_storage_large',
} as const satisfies Record<string, PhraseKey>

/** What the user sees before agreeing (acp.md 4.2). Made from the parsed package each time, in the language of the day. */
export const reviewOf = (input: ReviewInput): PermissionReview => {
  const { package: acp, findings, trust, installedVersion, language } = input
  return {
    sha256: acp.sha256,
    name: acp.name,
    capUri: acp.capUri,
    version: acp.version,
    title: acp.title,
    description: acp.description,
    author: { ...acp.author, trust },
    permissions: permissionsOf(acp, language),
    hosts: [...new Set(Object.values(acp.bindings).map(reachOf))],
    tools: acp.tools.map((tool) => reviewTool(tool, input)),
    schemaUri: acp.schemaUri,
    promptTokens: estimateTokens(acp.prompt),
    warnings: findings
      .filter(({ severity }) => severity === 'warning')
      .map((one) => problemOf(one, language)),
    installedVersion,
  }
}

/** One sentence each, the riskiest first. What is only optional is not granted by an install and not listed. */
const permissionsOf = (acp: AcpPackage, language: Language): PermissionSentence[] => {
  const title = acp.schema['title']
  const objects = typeof title === 'string' ? title : acp.title
  const verbs = acp.permissions.require.map((key) => ({
    key,
    text: isKnownVerb(key)
      ? say(language, VERB_PHRASE[key], { objects })
      : say(language, 'permission_unknown', { key }),
    risk: VERB_RISK[key] ?? 'high',
  }))
  const sentences = [...verbs, ...Object.values(acp.bindings).map((binding) => sentenceOf(binding, language))]
  const unique = new Map(sentences.map((one) => [one.text, one]))
  return [...unique.values()].toSorted((a, b) => RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk))
}

const isKnownVerb = (key: string): key is keyof typeof VERB_PHRASE => Object.hasOwn(VERB_PHRASE, key)

const sentenceOf = (binding: Binding, language: Language): PermissionSentence => {
  const reach = reachOf(binding)
  switch (binding.type) {
    case 'http_get':
      return {
        key: 'network.read',
        text: say(language, 'permission_network_read', { host: reach }),
        risk: 'medium',
      }
    case 'http_post':
      return {
        key: 'network.send',
        text: say(language, 'permission_network_send', { host: reach }),
        risk: 'high',
      }
    case 'mcp_service':
      return {
        key: 'mcp.service',
        text: say(language, 'permission_mcp_service', { service: reach }),
        risk: 'medium',
      }
    case 'nuwa_a2a':
      return {
        key: 'agent.call',
        text: say(language, 'permission_agent_call', { agent: reach }),
        risk: 'high',
      }
    default:
      return { key: 'wasm.module', text: say(language, 'permission_wasm_module'), risk: 'high' }
  }
}

/** The host, service or agent a binding reaches. */
const reachOf = (binding: Binding): string => {
  const text = (key: string): string => {
    const value = binding[key]
    return typeof value === 'string' ? value : ''
  }
  if (binding.type === 'mcp_service') return text('service_uri')
  if (binding.type === 'nuwa_a2a') return text('target_did')
  if (binding.type === 'wasm') return text('module').slice(0, 80)
  // The host as it will be asked: letters of another script that look alike show as `xn--`.
  const [origin] = /^https?:\/\/[^/?#]+/i.exec(text('url')) ?? []
  return (origin === undefined ? null : URL.parse(origin)?.host) ?? text('url')
}

const reviewTool = (tool: AcpPackage['tools'][number], input: ReviewInput): ReviewedTool => {
  const { name, description } = tool
  const binding = input.package.bindings[name]
  const reason = reasonAgainst(name, binding, input)
  const kind = BUILT_IN_TOOLS.includes(name) ? 'builtin' : kindOf(binding)
  return { name, description, kind, available: reason === null, reason }
}

const kindOf = (binding: Binding | undefined): ReviewedTool['kind'] => {
  const kinds = ['http_get', 'http_post', 'mcp_service', 'nuwa_a2a', 'wasm'] as const
  return kinds.find((kind) => kind === binding?.type) ?? 'unbound'
}

/** Why nobody can call the tool, in a sentence; null when it can be called. */
const reasonAgainst = (name: string, binding: Binding | undefined, input: ReviewInput): string | null => {
  const { language } = input
  if (BUILT_IN_TOOLS.includes(name)) {
    const isAsked = input.package.permissions.require.includes(name)
    return isAsked ? null : say(language, 'tool_reason_not_permitted')
  }
  if (!isFields(binding)) return say(language, 'tool_reason_unbound')
  if (binding.type === 'http_get' || binding.type === 'http_post') return null
  if (binding.type === 'nuwa_a2a') return say(language, 'tool_reason_agents')
  if (binding.type === 'wasm') return say(language, 'tool_reason_wasm')
  const service = reachOf(binding)
  return input.isServiceConnected(service) ? null : say(language, 'tool_reason_service', { service })
}

/** Roughly what a tokenizer makes of it: four Latin characters to a token, one token to any other character. */
const estimateTokens = (text: string): number => {
  const latin = text.replace(/[^\0-\u024F]/gu, '').length
  return Math.ceil(latin / 4) + [...text].length - [...text.replace(/[^\0-\u024F]/gu, '')].length
}
