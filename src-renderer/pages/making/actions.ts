import type { CapabilityManifest } from '../../../src-daemon/contract/capabilities.ts'
import type { DraftAction } from '../../../src-daemon/contract/drafts.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Where a tool leads: its host, or the name of its server. */
export const reachText = ({ binding }: DraftAction): string =>
  binding['type'] === 'mcp_service'
    ? textOf(binding['service_uri'])
    : (URL.parse(textOf(binding['url']).replaceAll(/[{}]/g, ''))?.host ?? textOf(binding['url']))

/** Whether a key or token has to be given before it can be called. */
export const needsSecret = ({ binding }: DraftAction): boolean => binding['headers'] !== undefined

/** The tools of a connected server as those of a package: `id` is what it is listed as, `uri` the name it is connected by. */
export const serverActions = (tools: readonly CapabilityManifest[], id: string, uri: string): DraftAction[] =>
  tools.map((tool) => {
    const action = tool.capability_id.slice(id.length + 1)
    return {
      name: action.replaceAll(/[^A-Za-z0-9_.-]+|__+/g, '_').slice(0, 60),
      description: tool.description.slice(0, 2000),
      parameters: tool.input_schema,
      binding: { type: 'mcp_service', service_uri: uri, mcp_action: action },
    }
  })
