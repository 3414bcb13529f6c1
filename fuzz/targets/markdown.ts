import { markdownBlocks } from '../../src-renderer/components/markdown/markdown-html.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

/** What answers may consist of. */
const TAGS = /^(?:a|p|br|hr|em|strong|s|code|pre|blockquote|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td|sup)$/
/** `title` and `style` are taken out by the sanitizer. */
const ATTRIBUTES =
  /^(?:href|title|start|data-(?:language|math|task|picture|footnotes?|note|back)|style="text-align:(?:left|right|center)")/

/**
 * Markdown of models and servers, as HTML: harmless already before it is sanitized, for which a browser is needed
 * (`e2e/markdown.spec.ts` shows one the kept corpus).
 */
export const target: Target = {
  maxBytes: 1024,
  seeds: () => [
    '# A\n\n**b** _c_ `d` ~~e~~\n\n- f\n- g\n\n1. h\n\n> i\n\n---\n',
    '```js\nalert(1)\n```\n\n    code\n',
    '| a | b |\n|:--|--:|\n| 1 | [x](https://example.org "t") |\n',
    '[x](javascript:alert(1)) [y](data:text/html,x) ![z](https://example.org/x.png "t")',
    '<script>alert(1)</script><img src=x onerror=alert(1)><svg><a xlink:href="javascript:x">',
    '[a]: <javascript:x> "y"\n[a] [b][a] <https://example.org> <x@example.org> www.example.org',
    '- [ ] a $b_1$ \\(c\\)\n\n$$\nd\n$$\n\n\\[e\\]\n\nf[^1] ^[g]\n\n[^1]: h\n',
    '<math><mi//xlink:href="data:x,<script>alert(4)</script>"> &#106;avascript: &lt;b onclick=x&gt;',
  ],
  run: (input) => {
    const html = markdownBlocks(input.toString('utf8'))
      .map((block) => block.html)
      .join('')
    // Read by rules of our own: every `<` begins a plain tag, so that no parser can see anything else.
    for (const [tag, name = '', attributes = ''] of html.matchAll(
      /<(?:\/?([a-z0-9]*)((?: [a-z-]+="[^"<]*")*)>)?/g,
    )) {
      promised(TAGS.test(name), `only known elements: ${tag}`)
      for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+="([^"]*)")/g)) {
        promised(ATTRIBUTES.test(attribute), `only known attributes: ${attribute}`)
        if (attribute.startsWith('href')) promised(isHarmless(value), `only links that run nothing: ${value}`)
      }
    }
    promised(!html.includes('\0'), 'no byte that parsers drop')
  },
}

/** The addresses of images are links here; a browser doesn't go to data by a link. */
const isHarmless = (href: string): boolean => {
  const url = URL.parse(href.replaceAll('&amp;', '&'), 'https://base.example')
  return (
    url === null || !/^(?:javascript|vbscript|file|data):/.test(url.href) || /^data:image\//.test(url.href)
  )
}
