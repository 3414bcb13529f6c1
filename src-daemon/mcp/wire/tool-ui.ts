import { isRecord } from '../../platform/is-record.ts'

/** Who may call a tool: the model, the interface of its own server, or both. */
export type ToolAudience = 'model' | 'app'

/** What a tool says of its interface (MCP Apps, SEP-1865, "Resource Discovery"). */
export interface ToolUi {
  /** The `ui://` address of the interface in which its results are shown. */
  readonly resourceUri?: string | undefined
  /** Absent if it doesn't say: both. */
  readonly visibility?: readonly ToolAudience[] | undefined
}

const MAX_ADDRESS = 2000
/** The same in tools of before the extension was stable. */
const OLDER = 'ui/resourceUri'

/** Reads a tool's `_meta`; undefined if it says nothing of an interface. An address that isn't one of `ui://` is none. */
export const readToolUi = (meta: unknown): ToolUi | undefined => {
  if (!isRecord(meta)) return undefined
  const ui = isRecord(meta['ui']) ? meta['ui'] : {}
  const address = ui['resourceUri'] ?? meta[OLDER]
  const resourceUri = isUiAddress(address) ? address : undefined
  const said = ui['visibility']
  const visibility = Array.isArray(said)
    ? (['model', 'app'] as const).filter((audience) => said.includes(audience))
    : undefined
  if (resourceUri === undefined && visibility === undefined) return undefined
  return {
    ...(resourceUri !== undefined && { resourceUri }),
    ...(visibility !== undefined && { visibility }),
  }
}

export const isUiAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^ui:\/\/\S+$/u.test(address) && address.length <= MAX_ADDRESS

/** Whether an audience may call a tool. */
export const isFor = (audience: ToolAudience, { ui }: { readonly ui?: ToolUi | undefined }): boolean =>
  ui?.visibility === undefined || ui.visibility.includes(audience)
