import type { ModelTool } from '../core/types.ts'

/**
 * The offered tool that a model meant by the name it wrote; null if none or several match. Models pad names, and
 * copy what their templates put around them: `functions.NAME`, `NAME:0`, `NAME<|channel|>json`.
 */
export const meantTool = (written: string, tools: readonly ModelTool[]): string | null => {
  const names = new Set(tools.map(({ name }) => name))
  if (names.has(written)) return written
  const bare = bareName(written)
  for (const candidate of endingsOf(bare)) {
    const name = candidate.replaceAll('.', '__')
    if (names.has(candidate)) return candidate
    if (names.has(name)) return name
  }
  const same = [...names].filter((name) => name.toLowerCase() === bare.toLowerCase())
  return same.length === 1 ? (same[0] ?? null) : null
}

const bareName = (written: string): string =>
  written
    .replace(/<[|｜][\s\S]*$/, '')
    .trim()
    .replace(/^["'`]+|["'`]+$/g, '')
    .replace(/\(\)$/, '')
    .replace(/:\d+$/, '')
    .trim()

/** The name, and what is left after removing each prefix in turn, longest first. */
const endingsOf = (name: string): string[] => {
  const starts = [...name.matchAll(/[.:/]|__|^(?:functions?|tools?|default_api)[_-]/g)].map(
    ({ index, 0: separator }) => index + separator.length,
  )
  return [name, ...starts.map((start) => name.slice(start))].filter((ending) => ending !== '')
}
