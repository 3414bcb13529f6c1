import type { ExposedTool } from '../capabilities/index.ts'
import type { AcpPackage } from '../contract/packages.ts'

/** What is known to change nothing; everything else waits for its turn. */
export const readsOnly = (acp: AcpPackage | null, tool: ExposedTool): boolean =>
  (isBuiltIn(tool) && tool.name === 'state.query') || acp?.bindings[tool.name]?.type === 'http_get'

export const isStateTool = (tool: ExposedTool): boolean => isBuiltIn(tool) && tool.name.startsWith('state.')

/** A server may call its tools what it likes, `state.query` too; those of packages that are called so are Satchel's own. */
const isBuiltIn = ({ ref }: ExposedTool): boolean => ref.capability_id.startsWith('acp:')
