import type { PackagePicture } from '../../contract/packages.ts'
import { cleanText } from '../../platform/clean-text.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { PackageDocument, Path } from './document.ts'
import { createFieldReader } from './fields.ts'
import type { Findings } from './findings.ts'
import { isOfBytes } from './wasm-section.ts'

/** Pictures of a package, and letters of what is said of one. */
const MOST = 8
const LETTERS = 300

/**
 * Reads `screenshots`, an addition of Satchel to the profile: pictures of it at work, each by the CID of its bytes, so that whoever keeps them
 * can't change them, with words for those who don't see it. For people alone; no model reads it.
 */
export const readPictures = (
  document: PackageDocument,
  findings: Findings,
  value: unknown,
): readonly PackagePicture[] => {
  const path: Path = ['metadata', 'screenshots']
  const read = createFieldReader(document, findings)
  const list = read.list(path, value)
  if (list.length > MOST)
    findings.error('invalid_value', document.place(path), {
      found: String(list.length),
      expected: `≤ ${String(MOST)}`,
    })
  for (const [index, item] of list.entries()) {
    const at: Path = [...path, index]
    const fields = read.fields(at, item)
    if (fields === null) continue
    read.unknown(at, fields, ['cid', 'alt'])
    const cid = read.text([...at, 'cid'], fields['cid'], { max: 100, expected: 'bafkrei…' })
    if (cid !== '' && !isOfBytes(cid))
      findings.error('invalid_value', document.place([...at, 'cid']), { found: cid, expected: 'bafkrei…' })
    read.text([...at, 'alt'], fields['alt'], { max: LETTERS, expected: `1–${String(LETTERS)} characters` })
  }
  return list.slice(0, MOST).flatMap((item) => {
    const { cid, alt } = isRecord(item) ? item : {}
    const words = cleanText(alt, LETTERS)
    return typeof cid === 'string' && isOfBytes(cid) && words !== '' ? [{ cid, alt: words }] : []
  })
}
