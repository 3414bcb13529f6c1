import { cleanLines } from '../../platform/clean-text.ts'
import type { PackageDocument, Path } from './document.ts'
import { createFieldReader } from './fields.ts'
import type { Findings } from './findings.ts'

/** Letters of a readme: some ten pages. */
const LETTERS = 20_000

/**
 * Reads `readme`, an addition of Satchel to the profile: what its author tells people at length, in Markdown. Pictures in it are those
 * of `screenshots`, by their CID. For people alone; no model reads it.
 */
export const readReadme = (document: PackageDocument, findings: Findings, value: unknown): string => {
  const path: Path = ['metadata', 'readme']
  const read = createFieldReader(document, findings)
  const isLong = typeof value === 'string' && value.length > LETTERS
  if (isLong) {
    const expected = `≤ ${String(LETTERS)} characters`
    findings.error('invalid_value', document.place(path), { found: String(value.length), expected })
    return ''
  }
  return value === undefined || value === null
    ? ''
    : cleanLines(read.text(path, value, { max: LETTERS }), LETTERS)
}
