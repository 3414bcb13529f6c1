import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { createCapabilitySearch, toolNameOf, type CapabilitySearch } from '../capabilities/index.ts'
import type { CallProgress, CapabilitiesService, InvokeContext } from '../capabilities/types.ts'
import type { CapabilityManifest } from '../contract/capabilities.ts'
import { createSchemaChecker, parametersOf, resultSchemaOf, sayProblems } from '../schemas/index.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import { isExposed } from './exposure.ts'
import { failure, toolResultOf } from './results.ts'
import { DESCRIBE, FOUND, INVOKE, SEARCH, SEARCH_TOOLS } from './search-tools.ts'
import type { SharedClient } from '../contract/sharing.ts'

/** With more tools a model loses more than it gains. */
const MAX_TOOLS = 30

/** The context of a call besides its arguments. */
export interface CallHooks {
  readonly signal: AbortSignal
  readonly onProgress: (progress: CallProgress) => void
  readonly onWaiting: (isWaiting: boolean) => void
}

/** A result with the schema that was announced for it, if any. */
export interface ToolOutcome {
  readonly result: CallToolResult
  readonly outputSchema: Tool['outputSchema']
}

/** What programs see of the capabilities shared with them, and how their calls run. Nothing here knows the wire. */
export interface SharedSurface {
  sees(client: SharedClient): { readonly as: 'tools' | 'search'; readonly count: number }
  tools(client: SharedClient): readonly Tool[]
  /** Null if the program has no such tool. */
  call(
    client: SharedClient,
    call: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
    hooks: CallHooks,
  ): Promise<ToolOutcome | null>
  /** Everything there is, as `list` of CAP gives it. */
  all(): readonly CapabilityManifest[]
}

interface View {
  readonly client: SharedClient
  readonly manifests: readonly CapabilityManifest[]
  readonly byName: ReadonlyMap<string, CapabilityManifest>
  search: CapabilitySearch | null
}

export const createSharedSurface = ({
  capabilities,
  language,
}: {
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'invoke' | 'onChange'>
  readonly language: () => Language
}): SharedSurface & { close(): void } => {
  const schemas = createSchemaChecker()
  let all: readonly CapabilityManifest[] | null = null
  const views = new Map<string, View>()
  const close = capabilities.onChange(() => {
    all = null
    views.clear()
  })

  const everything = (): readonly CapabilityManifest[] => (all ??= capabilities.list())

  const viewOf = (client: SharedClient): View => {
    const kept = views.get(client.name)
    if (kept !== undefined && isSame(kept.client, client)) return kept
    const exposed = new Set(client.status === 'allowed' ? client.exposed : [])
    const manifests = exposed.size === 0 ? [] : everything().filter((one) => isExposed(exposed, one))
    const view = {
      client,
      manifests,
      byName: new Map(manifests.map((one) => [toolNameOf(one.capability_id), one])),
      search: null,
    }
    views.set(client.name, view)
    return view
  }

  const asOf = ({ surface }: SharedClient, { manifests }: View): 'tools' | 'search' =>
    surface === 'auto' ? (manifests.length > MAX_TOOLS ? 'search' : 'tools') : surface

  const call: SharedSurface['call'] = async (client, { name, arguments: args }, hooks) => {
    const view = viewOf(client)
    if (asOf(client, view) === 'search') return throughSearch(client, view, { name, args }, hooks)
    const manifest = view.byName.get(name)
    if (manifest === undefined) return null
    const { capability_id: id, version } = manifest
    return invoke(client, { id, version, input: args, manifest }, hooks)
  }

  const throughSearch = async (
    client: SharedClient,
    view: View,
    { name, args }: { name: string; args: Readonly<Record<string, unknown>> },
    hooks: CallHooks,
  ): Promise<ToolOutcome | null> => {
    const tool = SEARCH_TOOLS.find((one) => one.name === name)
    if (tool === undefined) return null
    const problems = schemas.checkAtOnce(tool.inputSchema, args)
    if (problems.length > 0) {
      const problem = say(language(), 'tool_input_invalid', { problem: sayProblems(problems) })
      return { result: failure(`${problem} (INVALID_INPUT)`), outputSchema: undefined }
    }
    switch (name) {
      case SEARCH:
        return { result: found(view, searchInput.parse(args)), outputSchema: tool.outputSchema }
      case DESCRIBE:
        return { result: described(view, idInput.parse(args).id), outputSchema: undefined }
      case INVOKE: {
        const { id, version, input } = invokeInput.parse(args)
        const manifest = view.manifests.find((one) => one.capability_id === id)
        return invoke(client, { id, version: version ?? manifest?.version ?? '?', input, manifest }, hooks)
      }
      default:
        return null
    }
  }

  const found = (view: View, { query, limit }: z.infer<typeof searchInput>): CallToolResult => {
    view.search ??= createCapabilitySearch(view.manifests)
    const hits = view.search.find(query, limit)
    return structured({
      capabilities: hits.map(({ capability_id: id, name, description, kind }) => ({
        id,
        name,
        description: firstSentence(description),
        kind,
      })),
      total: view.manifests.length,
    })
  }

  const described = ({ manifests }: View, id: string): CallToolResult => {
    const manifest = manifests.find((one) => one.capability_id === id)
    if (manifest === undefined) return failure(`${say(language(), 'share_not_shared', { id })} (NOT_FOUND)`)
    const { version, kind, name, description, input_schema, output_schema } = manifest
    return structured({
      ...{ id, version, kind, name, description },
      input_schema: parametersOf(input_schema),
      output_schema: output_schema && resultSchemaOf(output_schema),
    })
  }

  const invoke = async (
    { name: client }: SharedClient,
    call: { id: string; version: string; input: unknown; manifest: CapabilityManifest | undefined },
    hooks: CallHooks,
  ): Promise<ToolOutcome> => {
    const { id, version, input, manifest } = call
    const refused = manifest === undefined ? { refused: say(language(), 'share_not_shared', { id }) } : {}
    const principal = { kind: 'program', name: client } as const
    const context: InvokeContext = { caller: 'mcp', principal, turn: null, ...hooks, ...refused }
    const result = await capabilities.invoke({ capability_id: id, version }, input, context)
    return {
      result: toolResultOf(result, manifest?.output_schema ?? null),
      outputSchema: manifest && outputSchemaOf(manifest),
    }
  }

  return {
    sees: (client) => {
      const view = viewOf(client)
      return { as: asOf(client, view), count: view.manifests.length }
    },
    tools: (client) => {
      const view = viewOf(client)
      return asOf(client, view) === 'search' ? SEARCH_TOOLS : [...view.byName].map(toolOf)
    },
    call,
    all: everything,
    close,
  }
}

const searchInput = z.object({ query: z.string(), limit: z.int().default(FOUND) })
const idInput = z.object({ id: z.string() })
const invokeInput = idInput.extend({
  version: z.string().optional(),
  input: z.record(z.string(), z.unknown()),
})

const isSame = (a: SharedClient, b: SharedClient): boolean =>
  a.status === b.status && a.exposed.join('\n') === b.exposed.join('\n')

const structured = (output: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(output) }],
  structuredContent: output,
})

const toolOf = ([name, manifest]: readonly [string, CapabilityManifest]): Tool => {
  const outputSchema = outputSchemaOf(manifest)
  return {
    name,
    title: manifest.name,
    description: manifest.description,
    inputSchema: {
      ...dialectOf(manifest.input_schema),
      ...parametersOf(manifest.input_schema),
      type: 'object',
    },
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: {
      readOnlyHint: manifest.x_effect === 'none' || manifest.x_effect === 'network_read',
      openWorldHint: manifest.x_effect !== 'none' && manifest.x_effect !== 'own_state',
    },
  }
}

/** The protocol knows only those of objects, which all outputs of CAP are. */
const outputSchemaOf = ({ output_schema: schema }: CapabilityManifest): Tool['outputSchema'] =>
  schema === null || resultSchemaOf(schema)['type'] !== 'object'
    ? undefined
    : { ...dialectOf(schema), ...resultSchemaOf(schema), type: 'object' }

/** The dialect of schemas sent to programs, whatever the original names (MCP, SEP-1613). */
const dialectOf = ({ $schema }: Readonly<Record<string, unknown>>): { $schema?: string } =>
  typeof $schema === 'string' ? { $schema: 'https://json-schema.org/draft/2020-12/schema' } : {}

/** One line to choose by. */
const firstSentence = (text: string): string => {
  const [first = ''] = text.trim().split(/\n|(?<=[.!?。！？])\s/u, 1)
  return first.length > 200 ? `${first.slice(0, 199)}…` : first
}
