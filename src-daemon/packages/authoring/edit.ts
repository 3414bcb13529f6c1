import { isMap, isPair, isScalar, type YAMLMap } from 'yaml'
import type { PackageDocument } from '../document/document.ts'

/** Replaces a piece of a text; `start` = `end` inserts. UTF-16 offsets. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly by: string
}

/** The text with the edits applied; everything else stays the same, byte for byte. */
export const applyEdits = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, end, by }) => edited.slice(0, start) + by + edited.slice(end), text)

/**
 * Replaces the text at `path`, or fills in the value of a key that has none. Null if no value can be placed
 * there.
 */
export const setText = (
  text: string,
  document: PackageDocument,
  path: readonly string[],
  by: string,
): Edit | null => {
  const pair = pairAt(document, path)
  if (pair === null) return null
  const { value, keyEnd } = pair
  if (value !== null && !isScalar(value)) return null
  const [start, end] = value?.range ?? [keyEnd, keyEnd]
  if (end > start) return { start, end, by: text[end - 1] === '\n' ? `${by}\n` : by }
  // The key has no value: insert it right after the colon, before a comment that may follow.
  const colon = text.indexOf(':', keyEnd)
  return colon === -1 ? null : { start: colon + 1, end: colon + 1, by: ` ${by}` }
}

/**
 * Adds lines `key: value` at the end of the map at `path`, indented like its keys. Null if there is no such
 * map.
 */
export const addToMap = (
  text: string,
  document: PackageDocument,
  path: readonly string[],
  entries: readonly Entry[],
): Edit | null => {
  const map = document.node(path)
  if (!isMap(map)) return null
  const first = map.items[0]
  const end = endOf(map)
  if (first === undefined || end === null) return null
  if (map.flow === true) return { start: end, end, by: entries.map((entry) => `, ${inFlow(entry)}`).join('') }
  const indent = columnOf(text, isScalar(first.key) ? (first.key.range?.[0] ?? 0) : 0)
  const lines = entries.map((entry) => inBlock(entry, ' '.repeat(indent))).join('')
  // A block scalar ends after its line break; anything else may have a comment on its line.
  const isLineStart = text[end - 1] === '\n'
  const lineEnd = isLineStart ? end : text.indexOf('\n', end) + 1
  return lineEnd > 0
    ? { start: lineEnd, end: lineEnd, by: lines }
    : { start: text.length, end: text.length, by: `\n${lines}` }
}

/** A key with a text, written as it is, or with further keys. */
export type Entry = readonly [key: string, value: string | readonly Entry[]]

const inFlow = ([key, value]: Entry): string =>
  typeof value === 'string' ? `${key}: ${value}` : `${key}: {${value.map(inFlow).join(', ')}}`

const inBlock = ([key, value]: Entry, indent: string): string =>
  typeof value === 'string'
    ? `${indent}${key}: ${value}\n`
    : `${indent}${key}:\n${value.map((entry) => inBlock(entry, `${indent}  `)).join('')}`

const pairAt = (
  document: PackageDocument,
  path: readonly string[],
): { value: unknown; keyEnd: number } | null => {
  const map = document.node(path.slice(0, -1))
  const name = path.at(-1)
  if (!isMap(map)) return null
  const pair = map.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name)
  const keyEnd = isScalar(pair?.key) ? pair.key.range?.[1] : undefined
  return pair === undefined || keyEnd === undefined ? null : { value: pair.value, keyEnd }
}

/** The end of the last entry of a map, without that entry's comment. */
const endOf = (map: YAMLMap): number | null => {
  const last = map.items.at(-1)
  const value = last?.value
  const key = last?.key
  if (isMap(value) && value.flow !== true) return endOf(value)
  const range =
    typeof value === 'object' && value !== null && 'range' in value && Array.isArray(value.range)
      ? value.range
      : []
  const [start, end] = range.map(Number)
  if (start !== undefined && end !== undefined && end > start) return end
  const keyEnd = isScalar(key) ? key.range?.[1] : undefined
  return keyEnd ?? null
}

const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1)
