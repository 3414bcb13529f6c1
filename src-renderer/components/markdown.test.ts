import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'

describe('Markdown', () => {
  it('keeps emphasis, lists and code', () => {
    expect(renderMarkdown('**a** and `b`\n\n- c')).toContain('<strong>a</strong>')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '![x](https://elsewhere.example/pixel.png)',
    '<iframe src="https://elsewhere.example"></iframe>',
  ])('runs and fetches nothing of %s', (text) => {
    const box = document.createElement('div')
    box.innerHTML = renderMarkdown(text)
    expect(box.querySelector('script, img, iframe, [onerror]')).toBeNull()
    expect(box.querySelector('a')?.getAttribute('href') ?? '').not.toMatch(/^javascript:/i)
  })
})
