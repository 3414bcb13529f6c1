import type { PackageDocument, Path } from './document.ts'
import { createFieldReader } from './fields.ts'
import type { Findings } from './findings.ts'

/** Versions and changes of each that a changelog may have. */
const MOST = { versions: 100, changes: 50 } as const
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/

/**
 * Checks `changelog`, an addition of Satchel to the profile: what each version changed, for people alone; no model reads it, and
 * nothing follows from it.
 */
export const checkChangelog = (document: PackageDocument, findings: Findings, value: unknown): void => {
  const path: Path = ['metadata', 'changelog']
  const read = createFieldReader(document, findings)
  const tooMany = (at: Path, count: number, most: number): void => {
    if (count > most)
      findings.error('invalid_value', document.place(at), {
        found: String(count),
        expected: `≤ ${String(most)}`,
      })
  }
  const list = read.list(path, value)
  tooMany(path, list.length, MOST.versions)
  for (const [index, item] of list.entries()) {
    const at: Path = [...path, index]
    const fields = read.fields(at, item)
    if (fields === null) continue
    read.unknown(at, fields, ['version', 'changes'])
    read.text([...at, 'version'], fields['version'], { pattern: VERSION, expected: '1.0.0' })
    const changes = read.texts([...at, 'changes'], fields['changes'])
    tooMany([...at, 'changes'], changes.length, MOST.changes)
  }
}
