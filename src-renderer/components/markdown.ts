import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
// An image would be fetched from wherever a model says, so a link with its alt text is shown instead.
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index]
  const source = String(token?.attrGet('src') ?? '')
  const words = token?.content === '' ? source : (token?.content ?? source)
  return `<a href="${markdown.utils.escapeHtml(source)}">${markdown.utils.escapeHtml(words)}</a>`
}

/** Markdown as HTML without scripts, styles, forms or anything that is fetched. */
export const renderMarkdown = (text: string): string =>
  DOMPurify.sanitize(markdown.render(text), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['img', 'style', 'form', 'input', 'button', 'video', 'audio', 'iframe'],
    // A title could name another place than the link leads to.
    FORBID_ATTR: ['style', 'srcset', 'id', 'class', 'title'],
  })
