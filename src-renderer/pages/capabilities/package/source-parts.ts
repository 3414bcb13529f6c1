/** A package's text, split around its signature. */
export interface SourceParts {
  readonly before: string
  readonly signature: string
  readonly after: string
  readonly lines: number
}

/** Splits the YAML at the signature token; the range has `slice` semantics and is clamped to the text. */
export const sourceParts = (yaml: string, range: { start: number; end: number }): SourceParts => {
  const start = Math.max(0, Math.min(range.start, yaml.length))
  const end = Math.max(start, Math.min(range.end, yaml.length))
  const lines = yaml.split('\n').length
  return {
    before: yaml.slice(0, start),
    signature: yaml.slice(start, end),
    after: yaml.slice(end),
    lines: yaml.endsWith('\n') ? lines - 1 : lines,
  }
}
