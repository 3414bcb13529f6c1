import { serverOf, toolOff, type ServersService, serverEffect } from '../../mcp/index.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { AcpPackage, JsonObject, ToolDeclaration } from '../../contract/packages.ts'
import type { SatchelError } from '../../platform/errors.ts'
import type { StateService } from '../../state/types.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { effectOf, skillManifest, toolManifest } from './acp-manifest.ts'
import { bindingEffects, stateEffect, type BindingEffects, type BindingEffect } from '../approvals/effects.ts'
import { jsonSha256 } from '../approvals/hash.ts'
import { InvokeFailure, withoutHost } from '../core/failure.ts'
import { runAsSkill } from './run-as-skill.ts'
import type { SkillRunner } from './skills.ts'
import { createStateGrounds } from './state-access.ts'
import { isStateTool, prepareStateTool } from './state-tools.ts'
import type { CapabilitySource } from '../core/types.ts'
import type { ToolDefinition } from '../core/approvals.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { CapabilityRef, TitleOrigin } from '../../contract/capability-ref.ts'
import { wrapOutput } from './wrap.ts'

export interface AcpSourceDeps {
  readonly packages: Pick<PackagesService, 'installed' | 'get' | 'authorTrust' | 'onChange'>
  readonly state: Pick<StateService, 'create' | 'update' | 'delete' | 'query' | 'together'>
  /** No `state.*` call runs without a verified one (asm.md 8). */
  readonly authorizations: Parameters<typeof createStateGrounds>[0]
  /** Runs an `http_get` or `http_post` binding through the network guard. */
  readonly runHttp: (input: {
    binding: JsonObject & { readonly type: string }
    arguments: Readonly<Record<string, unknown>>
    signal: AbortSignal
    /** Names a secret the call uses: it is removed from the result and never written to the activity log. */
    hide: (secret: string) => void
    /** The same for all attempts of one call. */
    idempotencyKey?: string | undefined
    /** Whose binding it is. */
    packageName: string
  }) => Promise<unknown>
  /** Run bindings of further types. */
  readonly runners: Readonly<Record<'wasm' | 'nuwa_a2a', BindingRunner>>
  /** The servers `mcp_service` bindings are for. */
  readonly servers: Pick<ServersService, 'reaches' | 'facts' | 'isOff' | 'call' | 'onOffer'>
  /** Runs a whole capability. */
  readonly runSkill: SkillRunner
  readonly language: () => Language
}

/** Runs one type of binding. */
export type BindingRunner = (call: {
  readonly acp: AcpPackage
  readonly binding: JsonObject & { readonly type: string }
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly idempotencyKey?: string | undefined
}) => Promise<unknown>

interface Known {
  readonly acp: AcpPackage
  readonly tools: ReadonlyMap<string, KnownTool>
}

interface KnownTool {
  readonly declaration: ToolDeclaration
  readonly manifest: CapabilityManifest
  readonly runs: 'state' | 'http' | 'mcp' | 'wasm' | 'nuwa_a2a' | 'nowhere'
}

/** The server's own limit covers silence; this one ends a call that never finishes. */
const SERVER_DEADLINE_MS = 15 * 60_000
/** A turn may ask several tools, and its person. */
const SKILL_DEADLINE_MS = 15 * 60_000
/** If not the default. Another agent may have to ask its owner. */
const DEADLINES_MS: Readonly<Partial<Record<KnownTool['runs'], number>>> = {
  mcp: SERVER_DEADLINE_MS,
  nuwa_a2a: 60_000,
}
const ID = /^acp:([^/]+)(?:\/(.+))?$/

/**
 * Installed packages as a source of capabilities (cap.md 7): `acp:<name>` is a skill, `acp:<name>/<tool>` a tool, both at the
 * version of the package. Tools that nothing here can run are neither listed nor described; `explain` says why.
 */
export const createAcpSource = (deps: AcpSourceDeps): CapabilitySource => {
  const { packages, state, runHttp, runners, servers, language } = deps
  const effects: BindingEffects = { ...bindingEffects, mcp_service: createServerEffect(servers) }
  const groundOf = createStateGrounds(deps.authorizations)
  let cache: ReadonlyMap<string, Known> | null = null
  const onChange = (listener: () => void): (() => void) => {
    const endings = [packages.onChange(listener), servers.onOffer(listener)]
    return () => {
      for (const end of endings) end()
    }
  }
  onChange(() => {
    cache = null
  })

  const list = () =>
    [...all().values()].flatMap(({ acp, tools }) => [
      skillManifest(acp),
      ...[...tools.values()]
        .filter((tool) => tool.runs !== 'nowhere' && permitted(acp, tool) && switchedOff(acp, tool) === null)
        .map(({ manifest }) => manifest),
    ])

  const describe = (capabilityId: string, version: string): CapabilityManifest | null => {
    const { known, tool, isSkill } = find({ capability_id: capabilityId, version })
    if (known === null) return null
    if (isSkill) return skillManifest(known.acp)
    return tool === null || tool.runs === 'nowhere' ? null : tool.manifest
  }

  const explain = (ref: CapabilityRef): string | null => {
    const [, name = '', toolName] = ID.exec(ref.capability_id) ?? []
    const known = all().get(name)
    if (known === undefined) return null
    if (known.acp.version !== ref.version) {
      return say(language(), 'tool_other_version', { name, wanted: ref.version, version: known.acp.version })
    }
    if (toolName === undefined || known.tools.get(toolName)?.runs !== 'nowhere') return null
    const binding = known.acp.bindings[toolName]
    if (binding?.type !== 'mcp_service') return say(language(), 'tool_nothing_runs_it', { tool: toolName })
    const server = serverOf(binding).serverUri
    return say(language(), 'server_not_connected', { tool: toolName, server })
  }

  const permission: CapabilitySource['permission'] = (ref) => {
    const { known, tool } = find(ref)
    if (known === null || tool === null) return null
    if (permitted(known.acp, tool)) return switchedOff(known.acp, tool)
    return say(language(), 'tool_verb_not_granted', { name: known.acp.title, verb: tool.declaration.name })
  }

  /** Why a server's tool isn't called because the owner switched it off; null if it is on. */
  const switchedOff = (acp: AcpPackage, { declaration, runs }: KnownTool): SatchelError | null => {
    const binding = acp.bindings[declaration.name]
    if (runs !== 'mcp' || binding === undefined) return null
    const { serverUri, action } = serverOf(binding)
    return servers.isOff(serverUri, action) ? toolOff(serverUri, action) : null
  }

  const definition = (ref: CapabilityRef): ToolDefinition | null => {
    const { known, tool, isSkill } = find(ref)
    if (known === null || (tool === null && !isSkill)) return null
    const { acp } = known
    const { title } = acp
    const origin = originOf(acp)
    const owner = ownerOf(known)
    if (tool === null) return { title, origin, tool: '', owner, hash: owner }
    const { name, description, parameters } = tool.declaration
    const binding = acp.bindings[name]
    const pin = pinOf(acp, tool)
    const hash = jsonSha256({
      owner,
      name,
      description,
      parameters,
      binding: binding ?? null,
      pin: pin ?? null,
    })
    return { title, origin, tool: name, owner, hash }
  }

  const originOf = ({ author }: AcpPackage): TitleOrigin => {
    const trust = packages.authorTrust(author)
    const kind = trust === 'own' ? 'you' : trust === 'built_in' ? trust : 'author'
    return { kind, name: author.did }
  }

  const pinOf = (acp: AcpPackage, { declaration }: KnownTool): unknown => {
    const binding = acp.bindings[declaration.name]
    if (binding === undefined) return undefined
    return effectOf(effects, acp, declaration.name).pin?.({ acp, tool: declaration, binding })
  }

  /** What an approval of the whole capability is bound to: its package, and whatever else defines its tools. */
  const ownerOf = ({ acp, tools }: Known): string => {
    const pins = [...tools.values()]
      .map((tool) => pinOf(acp, tool))
      .filter((pin) => pin !== undefined && pin !== '')
    return pins.length === 0 ? acp.sha256 : jsonSha256({ package: acp.sha256, pins })
  }

  const effect: CapabilitySource['effect'] = (ref, input) => {
    const { known, tool } = find(ref)
    if (known === null || tool === null) return NOTHING
    const { acp } = known
    const { name } = tool.declaration
    const binding = acp.bindings[name]
    if (tool.runs === 'state' || binding === undefined)
      return stateEffect({ acp, name, input, language: language() })
    return effectOf(effects, acp, name).describe({
      acp,
      tool: tool.declaration,
      binding,
      arguments: input,
      language: language(),
    })
  }

  const run: CapabilitySource['run'] = async (ref, input, context) => {
    const { known, tool } = find(ref)
    if (known === null) throw new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: '?' } })
    if (tool === null) return runAsSkill(deps.runSkill, known.acp.name, input, context)
    const { acp } = known
    const { name } = tool.declaration
    if (tool.runs === 'state') {
      const prepared = prepareStateTool({ state, acp, name, input })
      const { access, used } = await groundOf(acp, prepared.action, context)
      // Signing the authorization may have taken time, and the caller may have given up meanwhile.
      context.signal.throwIfAborted()
      return { ...(await prepared.run(access)), authorization: [...used] }
    }
    const binding = acp.bindings[name]
    if (binding === undefined)
      throw new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: name } })
    const { signal, hide, idempotencyKey } = context
    if (tool.runs === 'mcp') {
      const output = await servers
        .call({
          ...serverOf(binding),
          arguments: input,
          signal,
          onQuestion: context.ask,
          onSampling: context.sample,
        })
        .catch((thrown: unknown) => {
          throw withoutHost(thrown)
        })
      return { output, changes: [] }
    }
    if (tool.runs === 'wasm' || tool.runs === 'nuwa_a2a') {
      const output = await runners[tool.runs]({ acp, binding, arguments: input, signal, idempotencyKey })
      return { output: wrapOutput(output), changes: [] }
    }
    const output = await runHttp({
      binding,
      arguments: input,
      signal,
      hide,
      idempotencyKey,
      packageName: acp.name,
    })
    return { output: wrapOutput(output), changes: [] }
  }

  const find = (ref: CapabilityRef): { known: Known | null; tool: KnownTool | null; isSkill: boolean } => {
    const [, name = '', toolName] = ID.exec(ref.capability_id) ?? []
    const known = all().get(name)
    if (known?.acp.version !== ref.version) return { known: null, tool: null, isSkill: false }
    const tool = toolName === undefined ? null : (known.tools.get(toolName) ?? null)
    return { known, tool, isSkill: toolName === undefined }
  }

  const all = (): ReadonlyMap<string, Known> => {
    cache ??= new Map(
      packages
        .installed()
        .map(({ name }) => packages.get(name))
        .filter((acp) => acp !== null)
        .map((acp) => [acp.name, { acp, tools: toolsOfPackage(acp, { effects, servers }) }]),
    )
    return cache
  }

  const deadlineMs = (ref: CapabilityRef) => {
    const { tool, isSkill } = find(ref)
    return isSkill ? SKILL_DEADLINE_MS : DEADLINES_MS[tool?.runs ?? 'nowhere']
  }

  return { list, describe, explain, permission, definition, effect, deadlineMs, onChange, run }
}

/** A whole capability does what its tools do, and each of their calls asks separately. */
const NOTHING = { effect: 'none', always: false, target: null, sentence: '' } as const

/** What decides whether a tool can run here, and what it does. */
interface Ground {
  readonly effects: BindingEffects
  readonly servers: Pick<ServersService, 'reaches'>
}

const toolsOfPackage = (acp: AcpPackage, ground: Ground): ReadonlyMap<string, KnownTool> =>
  new Map(acp.tools.map((declaration) => [declaration.name, toolOf(acp, declaration, ground)]))

const toolOf = (acp: AcpPackage, declaration: ToolDeclaration, { effects, servers }: Ground): KnownTool => {
  const { name } = declaration
  const isState = isStateTool(name)
  const binding = acp.bindings[name]
  const type = binding?.type
  const isHttp = type === 'http_get' || type === 'http_post'
  const isServer =
    binding !== undefined && type === 'mcp_service' && servers.reaches(serverOf(binding).serverUri)
  const further = type === 'wasm' || type === 'nuwa_a2a' ? type : 'nowhere'
  return {
    declaration,
    runs: isState ? 'state' : isHttp ? 'http' : isServer ? 'mcp' : further,
    manifest: toolManifest(acp, declaration, effects),
  }
}

/** A state verb must be required by the package, which the user agreed to by installing it, and declared (acp.md 7.4). */
const permitted = (acp: AcpPackage, tool: KnownTool): boolean =>
  tool.runs !== 'state' || acp.permissions.require.includes(tool.declaration.name)

/** The effect of a call of a connected server: the strictest, unless the owner trusts that it only reads. */
const createServerEffect = (servers: Pick<ServersService, 'facts'>): BindingEffect => ({
  effect: ({ binding }) => serverEffect(servers, binding).effect,
  pin: ({ binding }) => serverEffect(servers, binding).pin,
  describe: ({ acp, binding, language }) => {
    const { effect, target } = serverEffect(servers, binding)
    const { serverUri, action } = serverOf(binding)
    const params = { name: acp.title, server: serverUri, action }
    const key = effect === 'network_read' ? 'effect_server_reads' : 'effect_mcp_server'
    return { effect, always: false, target, sentence: say(language, key, params) }
  },
})
