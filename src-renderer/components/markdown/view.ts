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
    const changed = sanitized(blocks.filter((html, at) => html !== shown[at]))
    for (const [at, html] of blocks.entries()) {
      const isSame = html === shown[at]
      if (!isSame) {
        if (at < finished) blockAt(at).replaceChildren()
        patch(blockAt(at), changed.shift() ?? document.createDocumentFragment())
      }
      if (at < settled && (at >= finished || !isSame)) finish(blockAt(at))
    }
    while (root.children.length > blocks.length) root.lastElementChild?.remove()
    finished = settled
    shown = blocks
  }
}

/** Keeps no scripts, styles, forms or anything that is fetched. Its configuration is read once. */
const purify = DOMPurify(window)
purify.setConfig({
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['img', 'style', 'form', 'input', 'button', 'video', 'audio', 'iframe'],
  // A title could name another place than the link leads to.
  FORBID_ATTR: ['style', 'srcset', 'id', 'class', 'title'],
  RETURN_DOM_FRAGMENT: true,
})

/** Blocks as they may be shown, each in an element of its own; all at once, as most of a call is the same for one or many. */
const sanitized = (blocks: readonly string[]): Node[] => {
  if (blocks.length === 0) return []
  const together = blocks.map((html) => `<div>${html}</div>`).join('')
  return [...purify.sanitize(together, { RETURN_DOM_FRAGMENT: true }).childNodes]
}
