import type { AppResult } from '../../contract/apps.ts'
import type { InvokeResult } from '../../contract/capabilities.ts'
import type { ToolPart } from '../../contract/chat.ts'
import { isRecord } from '../../platform/is-record.ts'

/**
 * A server's answer as its interface is given it: as the server wrote it, from what CAP made of it (`mcpOutput`). Texts that only
 * repeated the structured content were left out, so that is written as text once more (MCP, "Structured Content").
 */
export const appResultOf = ({
  output,
  content = [],
  meta,
}: {
  readonly output: ToolPart['output']
  readonly content?: readonly unknown[] | undefined
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}): AppResult => {
  const beside = meta === undefined ? {} : { _meta: { ...meta } }
  if (output === null) return { content: [], ...beside }
  const { content: blocks, ...others } = output
  if (Array.isArray(blocks) && Object.keys(others).length === 0)
    return { content: blocks.filter(isRecord), ...beside }
  const said = content.filter(isRecord)
  const isSaid = said.some(({ type }) => type === 'text')
  return {
    content: isSaid ? said : [...said, { type: 'text', text: JSON.stringify(output) }],
    structuredContent: output,
    ...beside,
  }
}

/** The same for a call that an interface made itself: a refusal is a result too, in words. */
export const appAnswerOf = ({ output, error, x_content, x_meta }: InvokeResult): AppResult =>
  error === null
    ? appResultOf({ output, content: x_content, meta: x_meta })
    : { content: [{ type: 'text', text: error.message }], isError: true }
