import DOMPurify from 'dompurify'
import { createGrowingBlocks } from './growing-blocks.ts'
import { patch } from './patch.ts'

/** Shows Markdown in `root`, each top-level block in an element of its own. What is finished isn't touched again. */
export const createMarkdownView = (root: HTMLElement): ((text: string, growing: boolean) => void) => {
  const blocksOf = createGrowingBlocks()
  let shown: readonly string[] = []

  return (text, growing) => {
    const blocks = blocksOf(text, growing)
    for (const [at, html] of blocks.entries())
      if (html !== shown[at])
        patch(root.children[at] ?? root.appendChild(document.createElement('div')), sanitized(html))
    while (root.children.length > blocks.length) root.lastElementChild?.remove()
    shown = blocks
  }
}

/** HTML without scripts, styles, forms or anything that is fetched. */
const sanitized = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['img', 'style', 'form', 'input', 'button', 'video', 'audio', 'iframe'],
    // A title could name another place than the link leads to.
    FORBID_ATTR: ['style', 'srcset', 'id', 'class', 'title'],
    RETURN_DOM_FRAGMENT: true,
  })
