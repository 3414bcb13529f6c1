import MarkdownItParser, { type MarkdownIt } from 'markdown-it'
import { footnotes } from './footnotes.ts'
import { math } from './math.ts'
import { taskLists } from './task-lists.ts'

/** What a document defines for its links; the parser fills it in. */
type Definitions = Record<string, unknown>

/** A top-level block: a paragraph, a list, a table… */
interface Block {
  /** Not sanitized yet. */
  readonly html: string
  /** The line it begins in, from 0. */
  readonly line: number
}

const createMarkdown = (): MarkdownIt => {
  const markdown = new MarkdownItParser({ html: false, linkify: true, breaks: true })
  const { escapeHtml } = markdown.utils
  // An image would be fetched from wherever a model says, so a link with its alt text is shown until a person wants it.
  markdown.renderer.rules.image = (tokens, index) => {
    const token = tokens[index]
    const source = String(token?.attrGet('src') ?? '')
    const words = token?.content === '' ? source : (token?.content ?? source)
    return `<a data-picture="" href="${escapeHtml(source)}">${escapeHtml(words)}</a>`
  }
  // Its language is for the view, which colours it.
  markdown.renderer.rules.fence = (tokens, index) => {
    const { info = '', content = '' } = tokens[index] ?? {}
    const [language = ''] = info.trim().split(/\s/u)
    const named = language === '' ? '' : ` data-language="${escapeHtml(language)}"`
    return `<pre><code${named}>${escapeHtml(content)}</code></pre>\n`
  }
  math(markdown)
  taskLists(markdown)
  return markdown
}

/** Footnotes are put together at the end, which text that grows doesn't have yet. */
const growing = createMarkdown()
const complete = createMarkdown()
footnotes(complete)

/**
 * Markdown as the HTML of its top-level blocks, which isn't sanitized yet: the view does that. `definitions` is given
 * for a part of a text that grows.
 */
export const markdownBlocks = (text: string, definitions?: Definitions): readonly Block[] => {
  const markdown = definitions === undefined ? complete : growing
  const env = definitions ?? {}
  const blocks: Block[] = []
  let from = 0
  let depth = 0
  const tokens = markdown.parse(text, env)
  for (const [at, { nesting }] of tokens.entries()) {
    depth += nesting
    if (depth > 0) continue
    const group = tokens.slice(from, at + 1)
    const html = markdown.renderer.render(group, markdown.options, env)
    blocks.push({ html, line: group[0]?.map?.[0] ?? 0 })
    from = at + 1
  }
  return blocks
}
