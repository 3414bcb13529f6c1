/** Markdown of others within a document of ours: what it opens ends with it, and it looks like nothing else in the document. */
import MarkdownIt from 'markdown-it'

/** Reads HTML only to find it. */
const markdown = new MarkdownIt({ html: true })

/** Headings that are lower than those of the document. */
const LOWEST_OF_OURS = 2

/**
 * The text of one message: an open block of code is closed, headings are lower than the document's, and HTML is escaped, which in a viewer of
 * Markdown could hide the messages after it or pass for one of them. Code stays as it is.
 */
export const contained = (text: string): string => {
  const lines = text.split(/\r\n|\r|\n/u)
  const last = lines.length
  let end = ''
  for (const token of markdown.parse(lines.join('\n'), {})) {
    const { type, markup, map, level, tag } = token
    if (map === null) continue
    const [from, to] = map
    if (type === 'html_block') lines.splice(from, to - from, ...lines.slice(from, to).map(escaped))
    else if (type === 'inline' && token.children?.some((one) => one.type === 'html_inline') === true)
      for (let at = from; at < to; at += 1) lines[at] = withoutTags(lines[at] ?? '', token.children)
    else if (type === 'heading_open' && level === 0) lower(lines, { from, to, markup, rank: Number(tag[1]) })
    else if (type === 'fence' && level === 0 && to === last && isOpen(lines.slice(from, to), markup))
      end = markup
  }
  return [...lines, ...(end === '' ? [] : [end])].join('\n')
}

const escaped = (line: string): string => line.replaceAll('<', String.raw`\<`)

const withoutTags = (line: string, children: readonly { type: string; content: string }[]): string =>
  children
    .flatMap(({ type, content }) => (type === 'html_inline' ? (content.split('\n', 1)[0] ?? []) : []))
    .reduce((left, opening) => left.replaceAll(opening, escaped(opening)), line)

/** Lines stay as many as they are, so that the places of what follows hold. */
const lower = (
  lines: string[],
  { from, to, markup, rank }: { from: number; to: number; markup: string; rank: number },
): void => {
  if (rank > LOWEST_OF_OURS) return
  if (markup.startsWith('#')) lines[from] = (lines[from] ?? '').replace('#', '###'.slice(0, 4 - rank))
  else {
    for (let at = from; at < to - 1; at += 1) lines[at] = `### ${(lines[at] ?? '').trimStart()}`
    lines[to - 1] = ''
  }
}

const isOpen = (lines: readonly string[], markup: string): boolean => {
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/u.exec(lines.length > 1 ? (lines.at(-1) ?? '') : '')?.[1] ?? ''
  return !closing.startsWith(markup)
}
