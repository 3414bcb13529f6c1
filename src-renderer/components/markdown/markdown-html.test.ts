import { describe, expect, it } from 'vitest'
import { markdownBlocks } from './markdown-html.ts'

const html = (text: string): string =>
  markdownBlocks(text)
    .map((block) => block.html)
    .join('')

describe('Markdown of answers', () => {
  it.each([
    ['so $a_1 < b$ holds', '<p>so <code data-math="inline">a_1 &lt; b</code> holds</p>\n'],
    [
      '\\(x\\) and $$y$$ too',
      '<p><code data-math="inline">x</code> and <code data-math="block">y</code> too</p>\n',
    ],
    ['Text:\n$$\na\nb\n$$\nmore', '<p>Text:</p>\n<pre data-math="block">a\nb</pre>\n<p>more</p>\n'],
    ['\\[ a \\]', '<pre data-math="block">a</pre>\n'],
  ])('reads the formulas of %j', (text, shown) => {
    expect(html(text)).toBe(shown)
  })

  it.each(['from $5 to $10', 'US$5 or $ 6', 'a `$b$` c', '\\$a\\$'])('reads none in %j', (text) => {
    expect(html(text)).not.toContain('data-math')
  })

  it('shows task lists as characters', () => {
    expect(html('- [ ] a\n- [x] **b**\n- [y] c')).toBe(
      '<ul>\n<li data-task="">☐ a</li>\n<li data-task="">☑ <strong>b</strong></li>\n<li>[y] c</li>\n</ul>\n',
    )
  })

  it('puts footnotes at the end', () => {
    expect(html('a[^x]\n\n[^x]: note')).toBe(
      '<p>a<sup><a href="#" data-footnote="1">1</a></sup></p>\n' +
        '<ol data-footnotes="">\n<li data-note="1"><p>note <a href="#" data-back="1">↩</a></p>\n</li>\n</ol>\n',
    )
  })

  it('names the language of code', () => {
    expect(html('```ts x\na<b\n```')).toBe('<pre><code data-language="ts">a&lt;b\n</code></pre>\n')
  })
})
