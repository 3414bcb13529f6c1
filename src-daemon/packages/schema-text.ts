import { isScalar, type Scalar } from 'yaml'
import type { PackageDocument } from './document.ts'
import type { Place } from './findings.ts'

/**
 * Finds the place in the file of a part of a text that is written in it. Exact for a literal block and for words in single quotes on
 * one line, which is how schemas are written; in any other form the place of the whole text.
 */
export const textPlaces = (
  document: PackageDocument,
  path: readonly (string | number)[],
): ((offset: number) => Place) => {
  const whole = document.place(path)
  const node = document.node(path)
  if (!isScalar(node) || typeof node.value !== 'string') return () => whole
  const { text } = document
  if (node.type === 'BLOCK_LITERAL') return blockPlaces(text, node, node.value, whole)
  const verbatim = whole.offset + (node.type === 'PLAIN' ? 0 : 1)
  const isVerbatim = text.startsWith(node.value, verbatim)
  return (offset) => (isVerbatim ? { ...whole, offset: verbatim + offset } : whole)
}

/** Every line of a literal block is a line of the file, moved in by the same number of spaces. */
const blockPlaces = (
  text: string,
  node: Scalar,
  value: string,
  whole: Place,
): ((offset: number) => Place) => {
  let cached: { lines: readonly number[]; starts: readonly number[]; indent: number } | undefined

  const read = (): NonNullable<typeof cached> => {
    const first = text.indexOf('\n', node.range?.[0] ?? 0) + 1
    const lines = lineStarts(value)
    const starts = [first]
    for (let line = 1; line < lines.length; line++) starts.push(text.indexOf('\n', starts[line - 1]) + 1)
    const filled = lines.findIndex((start) => value[start] !== '\n')
    const indent = text.indexOf(value.charAt(lines[filled] ?? 0), starts[filled]) - (starts[filled] ?? 0)
    return { lines, starts, indent: Math.max(0, indent) }
  }

  return (offset) => {
    const { lines, starts, indent } = (cached ??= read())
    const line = Math.max(
      0,
      lines.findLastIndex((start) => start <= offset),
    )
    return { ...whole, offset: (starts[line] ?? whole.offset) + indent + offset - (lines[line] ?? 0) }
  }
}

const lineStarts = (text: string): number[] => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
