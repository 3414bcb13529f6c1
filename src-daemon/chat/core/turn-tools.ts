import type { ExposedTool } from '../../capabilities/index.ts'
import type { InvokeResult } from '../../contract/capabilities.ts'
import type { ModelToolCall } from '../../models/types.ts'

/** What a model's call means. */
export type MeantCall =
  | {
      readonly kind: 'tool'
      readonly tool: ExposedTool
      readonly arguments: Readonly<Record<string, unknown>>
      /** Why this turn may not make the call, as a sentence. */
      readonly refused?: string
      /** The person is asked about it, whatever its effect. */
      readonly asksOwner?: true
    }
  /** It needs no tool to be run. */
  | { readonly kind: 'answer'; readonly tool: ExposedTool; readonly result: InvokeResult }
  | { readonly kind: 'unknown' }

/** The tools of a turn, which may change while it runs. */
export interface TurnTools {
  /** Those that the model is shown with its next request. */
  shown(): readonly ExposedTool[]
  read(call: Pick<ModelToolCall, 'name' | 'arguments'>): MeantCall
}

/** Always the same tools. */
export const fixedTools = (tools: readonly ExposedTool[]): TurnTools => ({
  shown: () => tools,
  read: ({ name, arguments: args }) => {
    const tool = tools.find((known) => known.wireName === name || known.name === name)
    return tool === undefined ? { kind: 'unknown' } : { kind: 'tool', tool, arguments: args }
  },
})
