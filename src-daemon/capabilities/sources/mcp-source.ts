import { isFor, serverEffect, toolOff, type OfferedTool, type ServersService } from '../../mcp/index.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import { counterpartOf } from '../../platform/told-secrets.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import { jsonSha256 } from '../approvals/hash.ts'
import { InvokeFailure, withoutHost } from '../core/failure.ts'
import { mcpManifest, mcpOutput, sourceNameOf, toolIdOf } from './mcp-manifest.ts'
import type { CapabilitySource } from '../core/types.ts'
import type { ToolDefinition } from '../core/approvals.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { CapabilityRef, TitleOrigin } from '../../contract/capability-ref.ts'

export interface McpSourceDeps {
  /** The servers the owner connected. */
  readonly servers: Pick<ServersService, 'offered' | 'facts' | 'isOff' | 'answer' | 'readApp' | 'onOffer'>
  readonly language: () => Language
}

interface Known {
  readonly uri: string
  readonly tool: OfferedTool
  readonly manifest: CapabilityManifest
  /** Switched off: described, but neither listed nor called. */
  readonly isOff: boolean
}

const ID = /^mcp:([^/]+)(?:\/(.+))?$/
/** The server's own limit covers silence; this one ends a call that never finishes. */
const DEADLINE_MS = 15 * 60_000

/**
 * The tools of connected MCP servers as a source of capabilities (cap.md 5): `mcp:<source>/<tool>`, as the owner accepted them. A tool that the
 * server changes isn't called until it is accepted, as another version.
 */
export const createMcpSource = ({ servers, language }: McpSourceDeps): CapabilitySource => {
  let cache: {
    readonly tools: ReadonlyMap<string, Known>
    readonly uris: ReadonlyMap<string, string>
    /** By the tool's id, once it was asked for. */
    readonly definitions: Map<string, ToolDefinition>
  } | null = null
  servers.onOffer(() => {
    cache = null
  })

  const all = (): NonNullable<typeof cache> => {
    cache ??= known()
    return cache
  }

  const known = (): NonNullable<typeof cache> => {
    const offered = servers.offered()
    return {
      definitions: new Map(),
      uris: new Map(offered.map(({ uri }) => [sourceNameOf(uri), uri])),
      tools: new Map(
        offered.flatMap(({ uri, serverVersion, tools, appTools }) =>
          [...tools, ...appTools].map((tool): [string, Known] => {
            const id = toolIdOf(uri, tool.name)
            const { effect } = effectOf(uri, tool.name)
            const isOff = servers.isOff(uri, tool.name)
            return [id, { uri, tool, isOff, manifest: mcpManifest(tool, { id, serverVersion, effect }) }]
          }),
        ),
      ),
    }
  }

  const effectOf = (uri: string, action: string): ReturnType<typeof serverEffect> =>
    serverEffect(servers, { service_uri: uri, mcp_action: action })

  const find = (ref: CapabilityRef): Known | null => {
    const found = all().tools.get(ref.capability_id)
    return found?.manifest.version === ref.version ? found : null
  }

  const definition = (ref: CapabilityRef): ToolDefinition | null => {
    const [, source = '', name] = ID.exec(ref.capability_id) ?? []
    if (name === undefined) {
      const uri = all().uris.get(source)
      const owner = uri === undefined ? null : ownerOf(uri)
      return uri === undefined || owner === null
        ? null
        : { title: uri, origin: originOf(uri), tool: '', owner, hash: owner }
    }
    const found = find(ref)
    if (found === null) return null
    const { definitions } = all()
    const known = definitions.get(ref.capability_id)
    if (known !== undefined) return known
    const { uri, tool } = found
    const owner = ownerOf(uri)
    if (owner === null) return null
    const hash = jsonSha256({ owner, tool, pin: effectOf(uri, tool.name).pin })
    const made = { title: uri, origin: originOf(uri), tool: tool.name, owner, hash }
    definitions.set(ref.capability_id, made)
    return made
  }

  const originOf = (uri: string): TitleOrigin => ({
    kind: 'server',
    name: servers.facts(uri, '')?.target.name ?? '',
  })

  /** Another program or address under the same name is another owner; no tool is named, so this is the server's own part. */
  const ownerOf = (uri: string): string | null => {
    const facts = servers.facts(uri, '')
    return facts === null ? null : jsonSha256({ uri, definition: facts.sha256 })
  }

  const run: CapabilitySource['run'] = async (ref, input, { signal, onProgress, ask, sample, turn, app }) => {
    const found = find(ref)
    if (found === null)
      throw new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: ref.capability_id } })
    const { uri, tool } = found
    // While the call runs: the person would wait for both. What an interface calls itself, it shows itself.
    const resource = turn === null || app !== undefined ? undefined : tool.ui?.resourceUri
    const reading = resource === undefined ? null : servers.readApp({ uri, resource }, { signal })
    const answer = await servers
      .answer({
        serverUri: uri,
        action: tool.name,
        arguments: input,
        fromApp: app !== undefined,
        signal,
        onProgress,
        onQuestion: ask,
        onSampling: sample,
      })
      .catch((thrown: unknown) => {
        throw withoutHost(thrown)
      })
    const shownIn = await reading
    const isBeside = answer.structured !== undefined && answer.content.length > 0
    return {
      output: mcpOutput(tool, answer),
      ...(isBeside && { content: answer.content }),
      ...(answer.meta !== undefined && { meta: answer.meta }),
      ...(shownIn !== null && { app: shownIn }),
      changes: [],
      integrity: servers.facts(uri, tool.name)?.closedWorld === true ? 'state' : 'foreign',
      // It may be their mailbox.
      keepers: [counterpartOf(ref.capability_id)],
    }
  }

  return {
    list: () =>
      [...all().tools.values()]
        .filter(({ isOff, tool }) => !isOff && isFor('model', tool))
        .map(({ manifest }) => manifest),
    describe: (id, version) => find({ capability_id: id, version })?.manifest ?? null,
    explain: ({ capability_id: id }) => {
      const found = all().tools.get(id)
      if (found === undefined) return null
      return found.isOff
        ? toErrorView(toolOff(found.uri, found.tool.name), language()).message
        : say(language(), 'tool_is_other_version', { id, version: found.manifest.version })
    },
    permission: (ref, { app }) => {
      const found = find(ref)
      if (found === null) return null
      const { uri, tool, isOff } = found
      if (isOff) return toolOff(uri, tool.name)
      const whose = { server: uri, tool: tool.name }
      // An interface calls tools of its own server, and no others.
      if (app !== undefined && app !== uri)
        return new SatchelError('server_tool_not_for_apps', { params: whose })
      if (isFor(app === undefined ? 'model' : 'app', tool)) return null
      return new SatchelError(app === undefined ? 'server_tool_only_for_apps' : 'server_tool_not_for_apps', {
        params: whose,
      })
    },
    definition,
    effect: (ref) => {
      const found = find(ref)
      if (found === null) return { effect: 'process', always: true, target: null, sentence: '' }
      const { uri, tool } = found
      const { effect, target } = effectOf(uri, tool.name)
      const key = effect === 'network_read' ? 'effect_mcp_tool_reads' : 'effect_mcp_tool'
      const sentence = say(language(), key, { server: uri, action: tool.name })
      return { effect, always: false, target, sentence }
    },
    deadlineMs: () => DEADLINE_MS,
    onChange: servers.onOffer,
    run,
  }
}
