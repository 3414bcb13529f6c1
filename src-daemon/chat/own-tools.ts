import type { ExposedTool } from '../capabilities/index.ts'
import type { AcpPackage } from '../contract/packages.ts'

/** Calls known to change nothing; all others wait for their turn. */
export const readsOnly = (acp: AcpPackage | null, tool: ExposedTool): boolean =>
  (isBuiltIn(tool) && tool.name === 'state.query') || acp?.bindings[tool.name]?.type === 'http_get'

export const isStateTool = (tool: ExposedTool): boolean => isBuiltIn(tool) && tool.name.startsWith('state.')

/** A server may use any tool name, even `state.query`; in packages, tools of that name are Satchel's own. */
const isBuiltIn = ({ ref }: ExposedTool): boolean => ref.capability_id.startsWith('acp:')
