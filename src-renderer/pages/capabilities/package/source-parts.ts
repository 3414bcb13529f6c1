/** The text of a package cut at its signature. */
export interface SourceParts {
  readonly before: string
  readonly signature: string
  readonly after: string
  readonly lines: number
}

/** Cuts the YAML at the signature token; the range is what `slice` takes, kept inside the text. */
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
