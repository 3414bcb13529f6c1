import DOMPurify from 'dompurify'
import { markdownHtml } from './markdown-html.ts'

/** Markdown as HTML without scripts, styles, forms or anything that is fetched. */
export const renderMarkdown = (text: string): string =>
  DOMPurify.sanitize(markdownHtml(text), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['img', 'style', 'form', 'input', 'button', 'video', 'audio', 'iframe'],
    // A title could name another place than the link leads to.
    FORBID_ATTR: ['style', 'srcset', 'id', 'class', 'title'],
  })
