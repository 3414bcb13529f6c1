import MarkdownIt from 'markdown-it'

/** What a document defines for its links; the parser fills it in. */
type Definitions = Record<string, unknown>

/** A top-level block: a paragraph, a list, a table… */
interface Block {
  /** Not sanitized yet. */
  readonly html: string
  /** The line it begins in, from 0. */
  readonly line: number
}

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
// An image would be fetched from wherever a model says, so a link with its alt text is shown instead.
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index]
  const source = String(token?.attrGet('src') ?? '')
  const words = token?.content === '' ? source : (token?.content ?? source)
  return `<a href="${markdown.utils.escapeHtml(source)}">${markdown.utils.escapeHtml(words)}</a>`
}

/** Markdown as the HTML of its top-level blocks, which isn't sanitized yet: the view does that. */
export const markdownBlocks = (text: string, definitions: Definitions = {}): readonly Block[] => {
  const blocks: Block[] = []
  let from = 0
  let depth = 0
  const tokens = markdown.parse(text, definitions)
  for (const [at, { nesting }] of tokens.entries()) {
    depth += nesting
    if (depth > 0) continue
    const group = tokens.slice(from, at + 1)
    const html = markdown.renderer.render(group, markdown.options, definitions)
    blocks.push({ html, line: group[0]?.map?.[0] ?? 0 })
    from = at + 1
  }
  return blocks
}
