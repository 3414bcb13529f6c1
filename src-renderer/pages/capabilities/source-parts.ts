/** The text of a package cut at its signature. */
export interface SourceParts {
  readonly before: string
  readonly signature: string
  readonly after: string
  readonly lines: number
}

/** Cuts the YAML at the signature token; the range is in bytes of UTF-8, not in characters (acp.md 2.1). */
export const sourceParts = (yaml: string, range: { start: number; end: number }): SourceParts => {
  const bytes = new TextEncoder().encode(yaml)
  const text = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end))
  const start = Math.max(0, Math.min(range.start, bytes.length))
  const end = Math.max(start, Math.min(range.end, bytes.length))
  return {
    before: text(0, start),
    signature: text(start, end),
    after: text(end, bytes.length),
    lines: yaml.endsWith('\n') ? yaml.split('\n').length - 1 : yaml.split('\n').length,
  }
}
