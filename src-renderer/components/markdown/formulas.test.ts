import { expect, it, vi } from 'vitest'
import { drawFormulas } from './formulas.ts'

// KaTeX draws nothing in a document without a doctype, such as that of the tests.
vi.hoisted(() => {
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })
})

const formulas = (tex: string, count: number): HTMLElement[] =>
  Array.from({ length: count }, () => {
    const code = document.createElement('code')
    code.dataset['math'] = 'inline'
    code.textContent = tex
    return document.body.appendChild(code)
  })
const drawn = (): number => document.querySelectorAll('[data-tex]').length

it('many formulas that take long let the page have its turn between them', async () => {
  const slow = `\\frac{${'\\sqrt{x}'.repeat(60)}}{2}`
  const drawing = drawFormulas(formulas(slow, 6))
  expect(drawn()).toBeLessThan(6)
  await drawing
  await vi.waitFor(() => {
    expect(drawn()).toBe(6)
  })
})

it('draws what is none of that', async () => {
  document.body.replaceChildren()
  await drawFormulas(formulas('x^2', 1))
  expect(document.querySelector('.katex')).not.toBeNull()
})

it.each([
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\url{https://evil.example}`,
  String.raw`\includegraphics{https://evil.example/p}`,
  String.raw`\htmlClass{fixed}{x}`,
  String.raw`\htmlId{app}{x}`,
  String.raw`\htmlStyle{position:fixed}{x}`,
  String.raw`\htmlData{copy=1}{x}`,
  String.raw`\def\a{\a\a}\a`,
])('a formula neither links, loads, sets classes nor runs for ever: %s', async (tex) => {
  document.body.replaceChildren()
  const box = document.createElement('div')
  document.body.append(box)
  const [code] = formulas(tex, 1)
  if (code !== undefined) box.append(code)
  await drawFormulas(code === undefined ? [] : [code])
  expect(box.querySelector('[data-tex], [data-math]')).not.toBeNull()
  const visible = [...box.querySelectorAll('*')].filter((one) => one.localName !== 'annotation')
  expect(box.querySelectorAll('a, img, script, [id], .fixed, [data-copy], [href], [src]')).toHaveLength(0)
  expect(visible.some((one) => one instanceof HTMLElement && one.style.position === 'fixed')).toBe(false)
})
