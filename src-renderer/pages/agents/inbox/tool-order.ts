import type { ExposableTool } from '../../../../src-daemon/contract/agents.ts'

/** The tools to choose for an agent: the one it asked for first, then those it may call, otherwise in their order. */
export const toolsToChoose = (
  tools: readonly ExposableTool[],
  { wanted, granted }: { readonly wanted: string | null; readonly granted: ReadonlySet<string> },
): readonly ExposableTool[] => {
  const rank = ({ id, method }: ExposableTool): number => (method === wanted ? 0 : granted.has(id) ? 1 : 2)
  return tools.toSorted((a, b) => rank(a) - rank(b))
}
