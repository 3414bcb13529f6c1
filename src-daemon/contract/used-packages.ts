import type { MessagePart } from './chat.ts'

/** The names of the packages that an answer came from, or whose tools it used, each once. */
export const usedPackages = (parts: readonly MessagePart[]): readonly string[] => {
  const names = parts.flatMap((part) => {
    if (part.type === 'route') return part.decision.capability ?? []
    if (part.type !== 'tool') return []
    return /^acp:([^/]+)\//.exec(part.ref.capability_id)?.[1] ?? []
  })
  return [...new Set(names)]
}
