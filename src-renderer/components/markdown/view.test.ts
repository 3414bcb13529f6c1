import { describe, expect, it } from 'vitest'
import { createMarkdownView } from './view.ts'

const shownOf = (text: string): HTMLElement => {
  const root = document.createElement('div')
  createMarkdownView(root)(text, false)
  return root
}

describe('Markdown', () => {
  it('keeps emphasis, lists and code', () => {
    expect(shownOf('**a** and `b`\n\n- c').innerHTML).toContain('<strong>a</strong>')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '![x](https://elsewhere.example/pixel.png)',
    '<iframe src="https://elsewhere.example"></iframe>',
  ])('runs and fetches nothing of %s', (text) => {
    const root = shownOf(text)
    expect(root.querySelector('script, img, iframe, [onerror]')).toBeNull()
    expect(root.querySelector('a')?.getAttribute('href') ?? '').not.toMatch(/^javascript:/i)
  })
})

describe('an answer that grows', () => {
  it('leaves finished blocks alone, and what is equal in the last one', () => {
    const root = document.createElement('div')
    const show = createMarkdownView(root)
    show('First *one*.\n\n- a\n- b', true)
    const kept = () => [
      root.querySelector('p'),
      root.querySelector('li'),
      root.querySelector('em')?.firstChild,
    ]
    const before = kept()
    show('First *one*.\n\n- a\n- b and more\n\n```\ncode', true)
    show('First *one*.\n\n- a\n- b and more\n\n```\ncode\nand more', false)
    expect(root.textContent).toBe('First one.\n\na\nb and more\n\ncode\nand more\n')
    expect(kept().map((node, at) => node === before[at])).toEqual([true, true, true])
  })

  it('appends to the text of a growing block, so that a selection in it stays', () => {
    const root = document.createElement('div')
    const show = createMarkdownView(root)
    show('```\none', true)
    const text = root.querySelector('code')?.firstChild
    show('```\none two\nthree', true)
    expect(root.querySelector('code')?.firstChild).toBe(text)
    expect(text?.textContent).toBe('one two\nthree')
  })

  it('shows less again when the text is another one', () => {
    const root = document.createElement('div')
    const show = createMarkdownView(root)
    show('a\n\nb\n\nc', true)
    show('x', true)
    expect([root.children.length, root.textContent.trim()]).toEqual([1, 'x'])
  })

  it('gives a link its address when that is defined further down', () => {
    const root = document.createElement('div')
    const show = createMarkdownView(root)
    show('See [it].\n\nMore.\n\n', true)
    show('See [it].\n\nMore.\n\n[it]: https://here.example', false)
    expect(root.querySelector('a')?.getAttribute('href')).toBe('https://here.example')
  })
})
