import katex from 'katex'
import 'katex/dist/katex.min.css'

/** Longer ones stay TeX. */
const MAX_LENGTH = 4000

/** How long they are drawn before others have their turn: hostile ones take half a second each. */
const AT_ONCE_MS = 16

/** Draws formulas, one after the other; the page can be used meanwhile. */
export const drawFormulas = async (elements: Iterable<HTMLElement>): Promise<void> => {
  let since = performance.now()
  for (const element of elements) {
    if (performance.now() - since > AT_ONCE_MS) {
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
    if (element.isConnected) drawFormula(element)
  }
}

/**
 * Draws a formula in the place of its TeX, which stays where it can't be read. Nothing in it may link, load or set
 * classes (`trust`), and its macros are bounded.
 */
const drawFormula = (element: HTMLElement): void => {
  const tex = element.textContent
  if (tex.length > MAX_LENGTH) return
  const isBlock = element.dataset['math'] === 'block'
  const drawn = document.createElement(isBlock && element.localName === 'pre' ? 'div' : 'span')
  try {
    katex.render(tex, drawn, {
      displayMode: isBlock,
      trust: false,
      maxExpand: 300,
      maxSize: 20,
      strict: 'ignore',
    })
  } catch {
    return
  }
  drawn.dataset['tex'] = tex
  element.replaceWith(drawn)
}
