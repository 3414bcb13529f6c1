import type { ExposableTool } from '../../../../src-daemon/contract/agents.ts'

/** The tools that match a search: the one that was asked for first, then granted ones, otherwise in their order. */
export const toolsToChoose = (
  tools: readonly ExposableTool[],
  {
    wanted,
    granted,
    search,
  }: { readonly wanted: string | null; readonly granted: ReadonlySet<string>; readonly search: string },
): readonly ExposableTool[] => {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const rank = ({ id, method }: ExposableTool): number => (method === wanted ? 0 : granted.has(id) ? 1 : 2)
  return tools
    .filter(({ id, method, title, description }) => {
      const text = `${id} ${method} ${title} ${description}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => rank(a) - rank(b))
}
