import { markdownBlocks } from './markdown-html.ts'

/**
 * Splits Markdown that grows into the HTML of its top-level blocks, and reads only what can still change: a block is
 * finished once the next one has begun, with two whole lines, because the end of a line can give its beginning another
 * meaning, and a table is one by its second line only. A link whose address is defined further down gets it when the text is complete, and so do footnotes.
 */
export const createGrowingBlocks = (): ((text: string, growing: boolean) => readonly string[]) => {
  let finished: string[] = []
  /** The text of the finished blocks. */
  let read = ''
  let definitions = {}

  return (text, growing) => {
    if (!growing || !text.startsWith(read)) {
      finished = []
      read = ''
      definitions = {}
    }
    if (!growing) return markdownBlocks(text).map(({ html }) => html)
    const rest = text.slice(read.length)
    const blocks = markdownBlocks(rest, definitions)
    const wholeLines = rest.split('\n').length - 1
    const open = blocks.findLastIndex(({ line }) => line + 1 < wholeLines)
    if (open < 1) return [...finished, ...blocks.map(({ html }) => html)]
    finished.push(...blocks.slice(0, open).map(({ html }) => html))
    read += rest.slice(0, startOfLine(rest, blocks[open]?.line ?? 0))
    return [...finished, ...blocks.slice(open).map(({ html }) => html)]
  }
}

const startOfLine = (text: string, line: number): number => {
  let start = 0
  for (let passed = 0; passed < line; passed += 1) start = text.indexOf('\n', start) + 1
  return start
}
