import { isRecord } from '../platform/is-record.ts'
import { say, type PhraseKey } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import { shownTexts } from './catalogue-texts.ts'
import { appsAskedFor } from './document/schema-section.ts'
import { hostOfUrl, secretsOf } from './document/secrets.ts'
import { BUILT_IN_TOOLS } from './document/tools.ts'
import type { AcpPackage, PermissionSentence } from '../contract/packages.ts'

export type Binding = AcpPackage['bindings'][string]
type Risk = PermissionSentence['risk']

/** One thing a package may do. `id` identifies it across versions, whatever its wording. */
export interface Permission {
  readonly id: string
  readonly sentence: PermissionSentence
}

const RISKS: readonly Risk[] = ['high', 'medium', 'low']
const VERB_RISK: Readonly<Record<string, Risk>> = {
  'state.query': 'low',
  'state.create': 'low',
  'state.update': 'medium',
  'state.delete': 'medium',
  'state.delete.hard': 'high',
  'storage.large': 'medium',
  'ui.ask': 'low',
  'model.extract': 'medium',
}

const VERB_PHRASE = {
  'state.query': 'permission_state_query',
  'state.create': 'permission_state_create',
  'state.update': 'permission_state_update',
  'state.delete': 'permission_state_delete',
  'state.delete.hard': 'permission_state_delete_hard',
  'storage.large': 'permission_storage_large',
  'ui.ask': 'permission_ui_ask',
  'model.extract': 'permission_model_extract',
} as const satisfies Record<string, PhraseKey>

/**
 * Everything a package may do, the riskiest first. Optional permissions are not granted by an install and not
 * listed.
 */
export const permissionsOf = (acp: AcpPackage, language: Language): Permission[] => {
  const { objects } = shownTexts(acp, language)
  const verbs = verbsOf(acp.permissions.require, { objects, language })
  const apps = appsAskedFor(acp.schema).map((app) => {
    const text = say(language, 'permission_state_app', { app: app.replace('did:nuwa:app:', '') })
    return permissionTo({ key: 'state.app', text, risk: 'medium' }, app)
  })
  const visible = visibilityOf(acp, { objects, language })
  const outside = Object.values(acp.bindings).flatMap((binding) => [
    permissionTo(sentenceOf(binding, language), binding.type === 'wasm' ? '' : reachOf(binding)),
    // A module may send everything it gets as input.
    ...moduleHosts(binding).map((host) => permissionTo(sendsTo(host, language), host)),
  ])
  const secrets = secretsOf(acp).map(({ name, host }) => {
    const text = say(language, 'permission_network_secret', { name, host })
    return permissionTo({ key: 'network.secret', text, risk: 'high' }, `${host} ${name}`)
  })
  return riskiestFirst([...verbs, ...apps, ...visible, ...outside, ...secrets])
}

/** Who else may use its objects (asm.md 8); no one by default. */
const visibilityOf = (
  { schema }: AcpPackage,
  { objects, language }: { readonly objects: string; readonly language: Language },
): Permission[] => {
  const annotated = schema['x-asm']
  const visibility = (isRecord(annotated) ? annotated['x-visibility'] : undefined) ?? schema['x-visibility']
  if (visibility === 'public') {
    const text = say(language, 'permission_state_public', { objects })
    return [permissionTo({ key: 'state.public', text, risk: 'medium' }, '')]
  }
  if (visibility !== 'shared') return []
  return [
    permissionTo(
      { key: 'state.shared', text: say(language, 'permission_state_shared', { objects }), risk: 'low' },
      '',
    ),
  ]
}

/** The verbs of state that a package requests. `objects`: what its objects are called. */
export const verbsOf = (
  required: readonly string[],
  { objects, language }: { readonly objects: string; readonly language: Language },
): Permission[] =>
  required.map((key) => ({
    id: key,
    sentence: {
      key,
      text: isKnownVerb(key)
        ? say(language, VERB_PHRASE[key], { objects })
        : say(language, 'permission_unknown', { key }),
      risk: VERB_RISK[key] ?? 'high',
    },
  }))

/** Each once, by risk. */
export const riskiestFirst = (permissions: readonly Permission[]): Permission[] =>
  [...new Map(permissions.map((one) => [one.id, one])).values()].toSorted(
    (a, b) => RISKS.indexOf(a.sentence.risk) - RISKS.indexOf(b.sentence.risk),
  )

const permissionTo = (sentence: PermissionSentence, reach: string): Permission => ({
  id: `${sentence.key} ${reach}`,
  sentence,
})

const sendsTo = (host: string, language: Language): PermissionSentence => ({
  key: 'network.send',
  text: say(language, 'permission_network_send', { host }),
  risk: 'high',
})

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
      return sendsTo(reach, language)
    case 'mcp_service':
      return {
        key: 'mcp.service',
        text: say(language, 'permission_mcp_server', { server: reach }),
        risk: 'medium',
      }
    case 'nuwa_a2a':
      return {
        key: 'agent.call',
        text: say(language, 'permission_agent_call', { agent: reach }),
        risk: 'high',
      }
    default:
      // It can only compute; each host that it may call is a permission of its own.
      return { key: 'wasm.module', text: say(language, 'permission_wasm_module'), risk: 'low' }
  }
}

/** The host, server or agent a binding reaches; for a module, none. */
export const reachOf = (binding: Binding): string => {
  const text = (key: string): string => {
    const value = binding[key]
    return typeof value === 'string' ? value : ''
  }
  if (binding.type === 'mcp_service') return text('service_uri')
  if (binding.type === 'nuwa_a2a') return text('target_did')
  return hostOfUrl(binding['url']) ?? text('url')
}

/** The hosts a WebAssembly module may call. */
const moduleHosts = (binding: Binding): string[] => {
  const hosts: unknown = binding.type === 'wasm' ? binding['hosts'] : []
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : []
}

/** Every host, server and agent a package reaches. */
export const hostsOf = (acp: AcpPackage): string[] => [
  ...new Set(
    Object.values(acp.bindings).flatMap((binding) =>
      binding.type === 'wasm' ? moduleHosts(binding) : [reachOf(binding)],
    ),
  ),
]

/**
 * The `state.*` verbs that an install grants and its authorization lists: requested, and declared as tools;
 * deleting for good is a mode of `state.delete` (acp.md 7.4).
 */
export const grantedActions = ({ permissions, tools }: AcpPackage): string[] => {
  const declared = new Set(tools.map(({ name }) => name))
  const verbs = BUILT_IN_TOOLS.filter((verb) => permissions.require.includes(verb) && declared.has(verb))
  return permissions.require.includes('state.delete.hard') ? [...verbs, 'state.delete.hard'] : verbs
}
