import { z } from 'zod'
import type { OfferableTool } from './operations.ts'

/** A tool as MCP lists it, and the method it is. */
export const offeredMcpToolSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  outputSchema: z.looseObject({ type: z.literal('object') }).optional(),
  _meta: z.object({ method: z.string() }),
})
export type OfferedMcpTool = z.infer<typeof offeredMcpToolSchema>

/** Where MCP is spoken, and the published file that says with which tools: those that run at once, and those that wait for the owner. */
export const MCP_PLACES = [
  { path: '/mcp', file: 'mcp-tools.json', humanAuthorization: false },
  { path: '/mcp/authorized', file: 'authorized-mcp-tools.json', humanAuthorization: true },
] as const

/** MCP allows letters, digits, dots, `-` and `_` in names. */
export const mcpToolsOf = (
  tools: readonly OfferableTool[],
): { readonly tools: readonly OfferedMcpTool[] } => {
  const taken = new Set<string>()
  return {
    tools: tools.map(({ method, title, description, inputSchema, outputSchema }) => {
      const plain = method.replaceAll(/[^A-Za-z0-9_.-]+/g, '.').slice(0, 100)
      let name = plain
      for (let number = 2; taken.has(name); number += 1) name = `${plain}-${String(number)}`
      taken.add(name)
      return {
        ...{ name, title, description },
        inputSchema: { ...inputSchema, type: 'object' as const },
        ...(outputSchema?.['type'] === 'object' && {
          outputSchema: { ...outputSchema, type: 'object' as const },
        }),
        _meta: { method },
      }
    }),
  }
}
