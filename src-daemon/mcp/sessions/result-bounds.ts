import { readBytes } from '../../contract/result-bytes.ts'
import { cutText } from '../../platform/cut-text.ts'
import { isRecord } from '../../platform/is-record.ts'

/** Maximum size of a result, in UTF-16 units of JSON: CAP's limit minus room for what is added to it. */
export const MAX_RESULT = 1000 * 1024
/** The share of it for images, audio and other bytes, as base64. */
const MAX_BYTES_SHARE = 700 * 1024
/** Texts are cut to no less while there is anything else to shorten. */
const SHORTEST_TEXT = 4000
const MAX_ITEMS = 8192
const FEWEST_ITEMS = 16

/** A result within the bounds, and what was removed for that. */
export interface BoundedResult {
  readonly structured: unknown
  readonly content: readonly unknown[]
  /** The original size if texts or lists were cut; null if not. */
  readonly cutFrom: number | null
  /** Bytes that did not fit. */
  readonly leftOut: readonly { readonly mediaType: string; readonly size: number }[]
}

/**
 * Cuts a result to the bounds: leaves out bytes that don't fit, then cuts texts, then lists. Null if even that isn't
 * enough.
 */
export const boundResult = ({
  structured,
  content,
}: Pick<BoundedResult, 'structured' | 'content'>): BoundedResult | null => {
  const { kept, leftOut } = withinBytesShare(content)
  const whole = { structured, content: kept }
  const size = sizeOf(whole)
  if (size <= MAX_RESULT) return { ...whole, cutFrom: null, leftOut }
  if (size === Infinity) return null
  for (const [texts, items] of steps(lengthsIn(whole), size - MAX_RESULT)) {
    const cut = cutTo(whole, texts, items) as typeof whole // of the same shape
    if (sizeOf(cut) <= MAX_RESULT) return { ...cut, cutFrom: size, leftOut }
  }
  return null
}

interface Lengths {
  /** Of texts that can be cut. */
  readonly texts: number[]
  longestList: number
}

/** Measured once: cutting and measuring all of it again at each step would hold everything else up. */
const lengthsIn = (whole: unknown): Lengths => {
  const lengths: Lengths = { texts: [], longestList: 0 }
  const left: unknown[] = [whole]
  for (const value of left) {
    if (typeof value === 'string' && value.length > SHORTEST_TEXT) lengths.texts.push(value.length)
    if (Array.isArray(value)) lengths.longestList = Math.max(lengths.longestList, value.length)
    if (typeof value === 'object' && value !== null && base64Of(value) === null)
      for (const inner of Object.values(value)) left.push(inner)
  }
  return lengths
}

/** Longest text and list worth a try, ever shorter. */
function* steps(
  { texts, longestList }: Lengths,
  needed: number,
): Generator<readonly [texts: number, items: number]> {
  for (let most = MAX_RESULT; most > SHORTEST_TEXT; most *= 0.8)
    if (texts.reduce((saved, length) => saved + Math.max(0, length - most), 0) >= needed)
      yield [Math.floor(most), Infinity]
  for (let items = MAX_ITEMS; items >= FEWEST_ITEMS; items /= 8)
    if (items < longestList) yield [SHORTEST_TEXT, items]
}

const withinBytesShare = (
  content: readonly unknown[],
): { kept: readonly unknown[]; leftOut: BoundedResult['leftOut'] } => {
  let room = MAX_BYTES_SHARE
  const leftOut: { mediaType: string; size: number }[] = []
  const kept = content.filter((block) => {
    const base64 = base64Of(block)
    if (base64 === null) return true
    if (base64.length <= room) {
      room -= base64.length
      return true
    }
    const mediaType = readBytes(base64.slice(0, 64), saidType(block))?.mediaType ?? '?'
    leftOut.push({ mediaType, size: Math.floor((base64.length * 3) / 4) })
    return false
  })
  return { kept, leftOut }
}

/** The base64 of an image, a sound or an embedded file. */
const base64Of = (block: unknown): string | null => {
  if (!isRecord(block)) return null
  const { type, data, resource } = block
  if ((type === 'image' || type === 'audio') && typeof data === 'string') return data
  return isRecord(resource) && typeof resource['blob'] === 'string' ? resource['blob'] : null
}

const saidType = (block: unknown): string => {
  const { mimeType, resource } = isRecord(block) ? block : {}
  const said = mimeType ?? (isRecord(resource) ? resource['mimeType'] : null)
  return typeof said === 'string' ? said : ''
}

const cutTo = (value: unknown, texts: number, items: number): unknown => {
  if (typeof value === 'string') return cutText(value, texts)
  if (base64Of(value) !== null) return value
  if (Array.isArray(value)) return value.slice(0, items).map((inner) => cutTo(inner, texts, items))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cutTo(inner, texts, items)]))
}

const sizeOf = (output: unknown): number => {
  try {
    return JSON.stringify(output).length
  } catch {
    return Infinity // too deeply nested to serialise
  }
}
