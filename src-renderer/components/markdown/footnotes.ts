import type { MarkdownIt } from 'markdown-it'
// @ts-expect-error -- The package brings no types.
import footnotePlugin from 'markdown-it-footnote'

/** Footnotes, which lead to each other by number: ids of several messages would collide. */
export const footnotes = (markdown: MarkdownIt): void => {
  markdown.use(footnotePlugin as (parser: MarkdownIt) => void)
  const { rules } = markdown.renderer
  const numberOf = (meta: unknown): string =>
    String(Number(typeof meta === 'object' && meta !== null && 'id' in meta ? meta.id : 0) + 1)
  rules['footnote_ref'] = (tokens, at) => {
    const number = numberOf(tokens[at]?.meta)
    return `<sup><a href="#" data-footnote="${number}">${number}</a></sup>`
  }
  rules['footnote_block_open'] = () => '<ol data-footnotes="">\n'
  rules['footnote_block_close'] = () => '</ol>\n'
  rules['footnote_open'] = (tokens, at) => `<li data-note="${numberOf(tokens[at]?.meta)}">`
  rules['footnote_close'] = () => '</li>\n'
  rules['footnote_anchor'] = (tokens, at) => ` <a href="#" data-back="${numberOf(tokens[at]?.meta)}">↩</a>`
}
