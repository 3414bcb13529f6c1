import { imageTypeOf } from './image-type.ts'

/**
 * A PNG, JPEG or WebP without what it says beside what it shows: place, time, device, author, comments, and anything after its end. Colour
 * profiles stay, and how a JPEG is turned. What it shows is not encoded anew. Null for other kinds and for damaged pictures.
 *
 * Sources: PNG (Third Edition) 5 and 11; ITU T.81 B; Exif 2.32 4.6; WebP container (RFC 9649) 2.7.
 */
export const withoutMetadata = (bytes: Uint8Array): Uint8Array | null => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (imageTypeOf(bytes)) {
    case 'image/png':
      return plainPng(view)
    case 'image/jpeg':
      return plainJpeg(view)
    case 'image/webp':
      return plainWebp(view)
    default:
      return null
  }
}

/** What a PNG is drawn from; all others are texts, times and private ones. */
const PNG_CHUNKS: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
)

const plainPng = (bytes: Buffer): Buffer | null => {
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length) return null
    if (PNG_CHUNKS.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return null
}

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, app0: 0xe0, app15: 0xef } as const

const plainJpeg = (bytes: Buffer): Buffer | null => {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === JPEG.end) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const content = bytes.subarray(at + 4, end)
    if (end > bytes.length || end < at + 4) return null
    const turned = orientationOf(marker, content)
    if (turned !== null) kept.push(orientationSegment(turned))
    else if (isDrawn(marker, content)) kept.push(bytes.subarray(at, end))
    at = end
    if (marker !== JPEG.scan) continue
    const next = endOfScan(bytes, at)
    kept.push(bytes.subarray(at, next))
    at = next
  }
  if (bytes[at] !== 0xff || bytes[at + 1] !== JPEG.end) return null
  return Buffer.concat([...kept, bytes.subarray(at, at + 2)])
}

/** Whether a segment is needed to draw the picture as its colours are meant. */
const isDrawn = (marker: number, content: Buffer): boolean => {
  if (marker === JPEG.comment) return false
  if (marker < JPEG.app0 || marker > JPEG.app15) return true
  const begins = (name: string): boolean => content.toString('latin1', 0, name.length) === name
  return (
    (marker === JPEG.app0 && begins('JFIF\0')) ||
    (marker === 0xe2 && begins('ICC_PROFILE\0')) ||
    (marker === 0xee && begins('Adobe'))
  )
}

/** Where the coded data that begins at `from` ends: at a marker that is neither a stuffed byte nor a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = from
  while (at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at += 1
  }
  return bytes.length
}

/** How a picture is turned (2 to 8) by its Exif segment; null for other segments, and if it isn't turned. */
const orientationOf = (marker: number, content: Buffer): number | null => {
  if (marker !== 0xe1 || content.toString('latin1', 0, 6) !== 'Exif\0\0' || content.length < 16) return null
  const tiff = content.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => {
    if (at + 2 > tiff.length) return 0
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  }
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < Math.min(short(first), 100); entry += 1) {
    const at = first + 2 + entry * 12
    const turned = short(at + 8)
    if (short(at) === 0x0112 && turned >= 2 && turned <= 8) return turned
  }
  return null
}

/** An Exif segment that says nothing but how the picture is turned. */
const orientationSegment = (turned: number): Buffer => {
  const ifd = Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turned, 0, 0, 0, 0, 0, 0])
  const content = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\b', 'latin1'), ifd])
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  return Buffer.concat([head, content])
}

const WEBP_CHUNKS: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** The flags of VP8X that say there are Exif and XMP. */
const WEBP_METADATA = 0x0c

const plainWebp = (bytes: Buffer): Buffer | null => {
  const whole = 8 + bytes.readUInt32LE(4)
  if (whole > bytes.length) return null
  const kept: Buffer[] = []
  for (let at = 12; at + 8 <= whole;) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    const type = bytes.toString('latin1', at, at + 4)
    if (end > whole) return null
    if (WEBP_CHUNKS.has(type))
      kept.push(type === 'VP8X' ? withoutFlags(bytes.subarray(at, end)) : bytes.subarray(at, end))
    at = end
  }
  if (kept.length === 0) return null
  const content = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(content.length + 4, 4)
  return Buffer.concat([head, content])
}

const withoutFlags = (chunk: Buffer): Buffer => {
  const made = Buffer.from(chunk)
  made.writeUInt8((made[8] ?? 0) & ~WEBP_METADATA & 0xff, 8)
  return made
}
