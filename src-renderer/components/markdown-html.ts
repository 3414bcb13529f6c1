import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
// An image would be fetched from wherever a model says, so a link with its alt text is shown instead.
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index]
  const source = String(token?.attrGet('src') ?? '')
  const words = token?.content === '' ? source : (token?.content ?? source)
  return `<a href="${markdown.utils.escapeHtml(source)}">${markdown.utils.escapeHtml(words)}</a>`
}

/** Markdown as HTML that isn't sanitized yet: `renderMarkdown` does both. */
export const markdownHtml = (text: string): string => markdown.render(text)
