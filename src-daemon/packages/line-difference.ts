import { diffArrays } from 'diff'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { DiffLine } from '../contract/packages.ts'

/** Unchanged lines kept around a change. */
const CONTEXT = 3
/** Longer lines are split into pieces of this many characters, to show where inside a line a change is. */
const WIDTH = 400
/** Maximum number of lines shown of one text; the rest is counted. */
const MAX_LINES = 1000
/** Beyond this many edits two texts count as unrelated: the search takes quadratic time. */
const MAX_EDITS = 2000

/**
 * How one text became another, line by line; long unchanged stretches are collapsed into a `gap`. Empty for
 * equal texts.
 */
export const lineDifference = (before: string, after: string, language: Language): DiffLine[] => {
  if (before === after) return []
  const changes = compare(linesOf(before), linesOf(after))
  // A trailing line break alone is not worth showing.
  if (changes.every(({ kind }) => kind === 'same')) return []
  return cut(fold(changes, language), language)
}

const linesOf = (text: string): string[] =>
  text === '' ? [] : text.replace(/\n$/, '').split('\n').flatMap(piecesOf)

const piecesOf = (line: string): string[] => {
  if (line.length <= WIDTH) return [line]
  const letters = [...line]
  return Array.from({ length: Math.ceil(letters.length / WIDTH) }, (_, n) =>
    letters.slice(n * WIDTH, (n + 1) * WIDTH).join(''),
  )
}

const compare = (before: string[], after: string[]): DiffLine[] => {
  const found = diffArrays(before, after, { maxEditLength: MAX_EDITS })
  if (found === undefined) return replaced(before, after)
  return found.flatMap(({ added, removed, value }) =>
    value.map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
}

/** Texts with too little in common: the old one is removed, the new one added. */
const replaced = (before: readonly string[], after: readonly string[]): DiffLine[] => [
  ...before.map((text): DiffLine => ({ kind: 'removed', text })),
  ...after.map((text): DiffLine => ({ kind: 'added', text })),
]

const fold = (lines: readonly DiffLine[], language: Language): DiffLine[] => {
  const folded: DiffLine[] = []
  for (let at = 0; at < lines.length;) {
    const end = endOfRun(lines, at)
    const run = lines.slice(at, end)
    const head = at === 0 ? 0 : CONTEXT
    const tail = end === lines.length ? 0 : CONTEXT
    const hidden = run.length - head - tail
    if (lines[at]?.kind === 'same' && hidden > 1) {
      folded.push(
        ...run.slice(0, head),
        gap('difference_gap', hidden, language),
        ...run.slice(run.length - tail),
      )
    } else folded.push(...run)
    at = end
  }
  return folded
}

/** The end of the run of unchanged, or of changed, lines that begins at `from`. */
const endOfRun = (lines: readonly DiffLine[], from: number): number => {
  const isSame = lines[from]?.kind === 'same'
  const length = lines.slice(from).findIndex(({ kind }) => (kind === 'same') !== isSame)
  return length === -1 ? lines.length : from + length
}

const cut = (lines: readonly DiffLine[], language: Language): DiffLine[] => {
  if (lines.length <= MAX_LINES) return [...lines]
  return [...lines.slice(0, MAX_LINES), gap('difference_more', lines.length - MAX_LINES, language)]
}

const gap = (key: 'difference_gap' | 'difference_more', count: number, language: Language): DiffLine => ({
  kind: 'gap',
  text: say(language, key, { count }),
})
