import { isPackageIcon, PACKAGE_ICON_NAMES } from '../../contract/package-icons.ts'
import type { PackageDocument, Path } from './document.ts'
import { createFieldReader } from './fields.ts'
import type { Findings, Place } from './findings.ts'
import { isDrawing, readDrawing } from './icon-svg.ts'

/** The longest drawing, in characters: a list of capabilities carries those of all. */
const MOST = 4096

/**
 * Reads `icon`, an addition of Satchel to the profile: a name of `PACKAGE_ICONS`, or a small SVG, as it may be drawn. Null if there is none, or
 * none that is allowed.
 */
export const readIcon = (document: PackageDocument, findings: Findings, value: unknown): string | null => {
  const path: Path = ['metadata', 'icon']
  if (typeof value === 'string' && isDrawing(value)) {
    if (value.length > MOST) {
      const about = { found: String(value.length), expected: `≤ ${String(MOST)}` }
      findings.error('icon_too_large', document.place(path), about)
      return null
    }
    const drawing = readDrawing(value)
    if (drawing.svg !== null) return drawing.svg
    const { found, expected } = drawing
    findings.error('icon_refused', placeOf(document, path, found), { found, expected })
    return null
  }
  const name = createFieldReader(document, findings).optionalText(path, value)
  if (name === null || name === '' || isPackageIcon(name)) return name === '' ? null : name
  const expected = `<svg …>, ${PACKAGE_ICON_NAMES.join(', ')}`
  findings.error('invalid_value', document.place(path), { found: name, expected })
  return null
}

/** Where in a text of the file something stands; the beginning of the text where it is written in another way. */
const placeOf = (document: PackageDocument, path: Path, found: string): Place => {
  const place = document.place(path)
  const end = document.node(path)?.range?.[1] ?? place.offset
  const at = document.text.slice(place.offset, end).indexOf(found)
  return at === -1 ? place : { ...place, offset: place.offset + at }
}
