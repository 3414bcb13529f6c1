import { serverOf, toolOff, type ServersService, serverEffect } from '../../mcp/index.ts'
import { shownTitle } from '../../packages/index.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { effectOf, skillManifest } from './acp-manifest.ts'
import { bindingEffects, stateEffect, type BindingEffects, type BindingEffect } from '../approvals/effects.ts'
import { jsonSha256 } from '../approvals/hash.ts'
import { InvokeFailure } from '../core/failure.ts'
import { createAcpRun, type AcpRunDeps } from './acp-run.ts'
import { permissionOf, permitted, toolsOfPackage, type Known, type KnownTool } from './acp-tools.ts'
import type { CapabilitySource } from '../core/types.ts'
import type { ToolDefinition } from '../core/approvals.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { CapabilityRef, TitleOrigin } from '../../contract/capability-ref.ts'

export interface AcpSourceDeps extends Omit<AcpRunDeps, 'servers' | 'packages'> {
  readonly packages: Pick<PackagesService, 'installed' | 'get' | 'authorTrust' | 'onChange'>
  /** The servers `mcp_service` bindings are for. */
  readonly servers: Pick<ServersService, 'reaches' | 'facts' | 'isOff' | 'call' | 'onOffer'>
  readonly language: () => Language
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
  const { packages, servers, language } = deps
  const effects: BindingEffects = { ...bindingEffects, mcp_service: createServerEffect(servers) }
  const runTool = createAcpRun(deps)
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
    return say(language(), 'tool_verb_not_granted', {
      name: shownTitle(known.acp, language()),
      verb: permissionOf(tool) ?? '',
    })
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
    if (tool.runs === 'ui')
      return { ...NOTHING, sentence: say(language(), 'effect_ui', { name: shownTitle(acp, language()) }) }
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
    return runTool(known, tool, input, context)
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

/** The effect of a call of a connected server: the strictest, unless the owner trusts that it only reads. */
const createServerEffect = (servers: Pick<ServersService, 'facts'>): BindingEffect => ({
  effect: ({ binding }) => serverEffect(servers, binding).effect,
  pin: ({ binding }) => serverEffect(servers, binding).pin,
  describe: ({ acp, binding, language }) => {
    const { effect, target } = serverEffect(servers, binding)
    const { serverUri, action } = serverOf(binding)
    const params = { name: shownTitle(acp, language), server: serverUri, action }
    const key = effect === 'network_read' ? 'effect_server_reads' : 'effect_mcp_server'
    return { effect, always: false, target, sentence: say(language, key, params) }
  },
})
