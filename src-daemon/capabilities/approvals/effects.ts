import type { AcpPackage, JsonObject, ToolDeclaration } from '../../contract/packages.ts'
import { shownTitle } from '../../packages/index.ts'
import { isRecord } from '../../platform/is-record.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import type { CallEffect } from '../core/approvals.ts'
import type { Effect } from '../../contract/approvals.ts'

/** A call of a tool with a binding, described by the code for that binding. */
export interface BindingCall {
  readonly acp: AcpPackage
  readonly tool: ToolDeclaration
  readonly binding: JsonObject & { readonly type: string }
  readonly arguments: Readonly<Record<string, unknown>>
  readonly language: Language
}

/**
 * Describes one type of binding. `effect` is the strongest effect of any call, without arguments; `describe` is about one call;
 * `pin` is what else defines the tool besides its package, e.g. the definition from a server.
 */
export interface BindingEffect {
  readonly effect: (call: Omit<BindingCall, 'arguments' | 'language'>) => Effect
  readonly describe: (call: BindingCall) => CallEffect
  readonly pin?: (call: Omit<BindingCall, 'arguments' | 'language'>) => unknown
}

/** By type of binding. */
export type BindingEffects = Readonly<Record<string, BindingEffect>>

/** The mildest first. An approval of a whole capability covers effects up to the one agreed to. */
const ORDER: readonly Effect[] = [
  'none',
  'own_state',
  'network_read',
  'network_write',
  'process',
  'agent',
  'payment',
]

/** Whether `effect` is at most `limit`. */
export const isWithin = (effect: Effect, limit: Effect): boolean =>
  ORDER.indexOf(effect) <= ORDER.indexOf(limit)

/** When the person is asked: never for calls within the capability's own state, every time for agents, payments and permanent deletion. */
export const asksOf = ({
  effect,
  always,
}: Pick<CallEffect, 'effect' | 'always'>): 'never' | 'first' | 'always' => {
  if (always || effect === 'agent' || effect === 'payment') return 'always'
  return effect === 'none' || effect === 'own_state' ? 'never' : 'first'
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The host as it will be contacted: look-alike letters of another script appear as `xn--`. */
const hostOf = ({ binding }: Pick<BindingCall, 'binding'>): string =>
  URL.parse(/^https?:\/\/[^/?#]+/i.exec(text(binding['url']))?.[0] ?? '')?.host ?? ''

/** The descriptions of the known binding types; the code that runs other types describes them. */
export const bindingEffects: BindingEffects = {
  http_get: {
    effect: () => 'network_read',
    describe: (call) => {
      const params = { name: shownTitle(call.acp, call.language), host: hostOf(call) }
      return {
        effect: 'network_read',
        always: false,
        target: params.host,
        sentence: say(call.language, 'effect_http_get', params),
      }
    },
  },
  http_post: {
    effect: () => 'network_write',
    describe: (call) => {
      const params = { name: shownTitle(call.acp, call.language), host: hostOf(call) }
      return {
        effect: 'network_write',
        always: false,
        target: params.host,
        sentence: say(
          call.language,
          call.binding['method'] === 'DELETE' ? 'effect_http_delete' : 'effect_http_post',
          params,
        ),
      }
    },
  },
  mcp_service: {
    effect: () => 'process',
    describe: ({ acp, binding, language }) => {
      const target = text(binding['service_uri'])
      const params = { name: shownTitle(acp, language), action: text(binding['mcp_action']), server: target }
      return {
        effect: 'process',
        always: false,
        target,
        sentence: say(language, 'effect_mcp_server', params),
      }
    },
  },
  nuwa_a2a: {
    effect: () => 'agent',
    describe: ({ acp, binding, arguments: args, language }) => {
      const target = text(binding['target_did']).replace(/\{([^{}]+)\}/g, (_whole, name: string) =>
        Object.hasOwn(args, name) ? String(args[name]) : '',
      )
      const params = {
        name: shownTitle(acp, language),
        agent: target,
        method: text(binding['service_method']),
      }
      return { effect: 'agent', always: true, target, sentence: say(language, 'effect_nuwa_a2a', params) }
    },
  },
  wasm: {
    effect: ({ binding }) => (hostsOf(binding).length === 0 ? 'none' : 'network_write'),
    describe: ({ acp, tool, binding, language }) => {
      // Without hosts it can only compute: it has no files, network or clock.
      const hosts = hostsOf(binding)
      const target = hosts.length === 0 ? null : hosts.join(', ')
      const params = { name: shownTitle(acp, language), tool: tool.name, host: target ?? '' }
      return {
        effect: target === null ? 'none' : 'network_write',
        always: false,
        target,
        sentence: say(language, target === null ? 'effect_wasm' : 'effect_wasm_hosts', params),
      }
    },
  },
}

const hostsOf = (binding: JsonObject): readonly string[] => {
  const hosts = binding['hosts']
  return Array.isArray(hosts) ? hosts.map(String) : []
}

/** A tool without a description counts as the strictest. */
export const unknownEffect: BindingEffect = {
  effect: () => 'process',
  describe: ({ acp, tool, language }) => ({
    effect: 'process',
    always: true,
    target: null,
    sentence: say(language, 'effect_unknown', { name: shownTitle(acp, language), tool: tool.name }),
  }),
}

/** A call of a built-in tool: it stays in the capability's own state, and asks only before deleting for good. */
export const stateEffect = ({
  acp,
  name,
  input,
  language,
}: {
  readonly acp: AcpPackage
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly language: Language
}): CallEffect => {
  // Without the permission nothing is deleted, so no question is needed.
  const isHard =
    name === 'state.delete' &&
    input['mode'] === 'hard' &&
    acp.permissions.require.includes('state.delete.hard')
  const other = otherSchema(acp, input)
  return {
    effect: name === 'state.query' ? 'none' : 'own_state',
    always: isHard,
    target: null,
    sentence:
      other !== null && !isHard
        ? say(language, 'effect_state_shared', { name: shownTitle(acp, language), schema: other })
        : say(language, isHard ? 'effect_state_hard' : 'effect_state', { name: shownTitle(acp, language) }),
  }
}

/** The foreign schema that a call names; null for its own, in any version. */
const otherSchema = (acp: AcpPackage, input: Readonly<Record<string, unknown>>): string | null => {
  const { query } = input
  const named = input['schema_uri'] ?? input['from'] ?? (isRecord(query) ? query['from'] : undefined)
  // A model may have written anything; only a valid name is shown as one.
  if (typeof named !== 'string' || !/^did:nuwa:[\w:.-]{1,200}#[\w.-]{1,60}$/.test(named)) return null
  const path = (uri: string) => uri.split('#', 1)[0]
  return path(named) === path(acp.schemaUri) ? null : named
}
