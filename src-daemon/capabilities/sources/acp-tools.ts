import { serverOf, type ServersService } from '../../mcp/index.ts'
import type { AcpPackage, ToolDeclaration } from '../../contract/packages.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { BindingEffects } from '../approvals/effects.ts'
import { toolManifest } from './acp-manifest.ts'
import { isStateTool } from './state-tools.ts'
import { isUiTool, UI_PERMISSION } from './ui-tools.ts'

/** An installed package and its tools. */
export interface Known {
  readonly acp: AcpPackage
  readonly tools: ReadonlyMap<string, KnownTool>
}

/** A tool of a package, and what runs it. */
export interface KnownTool {
  readonly declaration: ToolDeclaration
  readonly manifest: CapabilityManifest
  readonly runs: 'state' | 'ui' | 'http' | 'mcp' | 'wasm' | 'nuwa_a2a' | 'nowhere'
}

/** What decides whether a tool can run here, and what it does. */
interface Ground {
  readonly effects: BindingEffects
  readonly servers: Pick<ServersService, 'reaches'>
}

/** The tools of a package by name. */
export const toolsOfPackage = (acp: AcpPackage, ground: Ground): ReadonlyMap<string, KnownTool> =>
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
    runs: isState ? 'state' : isUiTool(name) ? 'ui' : isHttp ? 'http' : isServer ? 'mcp' : further,
    manifest: toolManifest(acp, declaration, effects),
  }
}

/** The permission that a built-in tool needs; null for any other. */
export const permissionOf = ({ runs, declaration }: KnownTool): string | null => {
  if (runs === 'ui') return UI_PERMISSION
  return runs === 'state' ? declaration.name : null
}

/** A permission must be required by the package, which the user agreed to by installing it, and declared (acp.md 7.4). */
export const permitted = (acp: AcpPackage, tool: KnownTool): boolean => {
  const needed = permissionOf(tool)
  return needed === null || acp.permissions.require.includes(needed)
}
