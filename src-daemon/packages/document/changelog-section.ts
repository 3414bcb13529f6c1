import type { Changelog } from '../../contract/packages.ts'
import { cleanText, cleanTexts } from '../../platform/clean-text.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { PackageDocument, Path } from './document.ts'
import { createFieldReader } from './fields.ts'
import type { Findings } from './findings.ts'

/** Versions and changes of each that a changelog may have. */
const MOST = { versions: 100, changes: 50, letters: 500 } as const
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/

/**
 * Reads `changelog`, an addition of Satchel to the profile: what each version changed, for people alone; no model reads it, and
 * nothing follows from it.
 */
export const readChangelog = (document: PackageDocument, findings: Findings, value: unknown): Changelog => {
  check(document, findings, value)
  return changelogOf(value)
}

const check = (document: PackageDocument, findings: Findings, value: unknown): void => {
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

/** As plain lines; a version without changes is left out. */
const changelogOf = (value: unknown): Changelog =>
  (Array.isArray(value) ? value : [])
    .slice(0, MOST.versions)
    .filter(isRecord)
    .map(({ version, changes }) => ({
      version: cleanText(version, 60),
      changes: cleanTexts(changes, { items: MOST.changes, letters: MOST.letters }),
    }))
    .filter(({ version, changes }) => version !== '' && changes.length > 0)
