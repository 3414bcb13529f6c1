import type { VisitedTool } from '../../../mcp/index.ts'
import type { InterfaceFile } from './interface-file.ts'

/** The tools of an MCP server that a description names (anp.md 4): operations like all others. */
export const readTools = (
  { place, kind, protocol, asksAlways, url, collected }: Omit<InterfaceFile, 'json' | 'files'>,
  tools: readonly VisitedTool[],
): void => {
  const binds = /purchase|booking/i.test(kind)
  for (const { name, title, description, input, output, hash } of tools)
    collected.add(`${place} ${name}`, {
      name,
      title: title || name,
      description,
      kind: binds ? 'purchase' : 'call',
      interface: { kind: 'mcp', protocol, url },
      input,
      output,
      asksAlways: asksAlways || binds,
      how: { tool: name, definition: hash },
    })
}
