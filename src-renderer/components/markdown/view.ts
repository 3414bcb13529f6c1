import DOMPurify from 'dompurify'
import { createGrowingBlocks } from './growing-blocks.ts'
import { patch } from './patch.ts'

/**
 * Shows Markdown in `root`, each top-level block in an element of its own. What is finished isn't touched again, but
 * given once to `finish`, which may add to it; if it changes all the same, it is made anew.
 */
export const createMarkdownView = (
  root: HTMLElement,
  finish: (block: HTMLElement) => void = () => undefined,
): ((text: string, growing: boolean) => void) => {
  const blocksOf = createGrowingBlocks()
  let shown: readonly string[] = []
  /** How many are finished. */
  let finished = 0

  const blockAt = (at: number): HTMLElement => {
    const block = root.children[at]
    return block instanceof HTMLElement ? block : root.appendChild(document.createElement('div'))
  }

  return (text, growing) => {
    const blocks = blocksOf(text, growing)
    const settled = growing ? blocks.length - 1 : blocks.length
    for (const [at, html] of blocks.entries()) {
      const isSame = html === shown[at]
      if (!isSame) {
        if (at < finished) blockAt(at).replaceChildren()
        patch(blockAt(at), sanitized(html))
      }
      if (at < settled && (at >= finished || !isSame)) finish(blockAt(at))
    }
    while (root.children.length > blocks.length) root.lastElementChild?.remove()
    finished = settled
    shown = blocks
  }
}

/** Leaves HTML without scripts, styles, forms or anything that is fetched. What it is told is read once, not for each block. */
const purify = DOMPurify(window)
purify.setConfig({
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['img', 'style', 'form', 'input', 'button', 'video', 'audio', 'iframe'],
  // A title could name another place than the link leads to.
  FORBID_ATTR: ['style', 'srcset', 'id', 'class', 'title'],
  RETURN_DOM_FRAGMENT: true,
})

const sanitized = (html: string): DocumentFragment => purify.sanitize(html, { RETURN_DOM_FRAGMENT: true })
