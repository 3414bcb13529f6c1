/**
 * Gives `target` the children of `source`, and leaves alone what is equal. Text that only grew is appended to, so a
 * selection in it stays, and only what is new is laid out and painted.
 */
export const patch = (target: Node, source: Node): void => {
  let old = target.firstChild
  for (const next of [...source.childNodes]) {
    const following = old?.nextSibling ?? null
    if (old === null) target.appendChild(next)
    else if (!old.isEqualNode(next)) turnInto(old, next)
    old = following
  }
  while (old !== null) {
    const following = old.nextSibling
    old.remove()
    old = following
  }
}

const turnInto = (old: ChildNode, next: ChildNode): void => {
  if (old instanceof Text && next instanceof Text) {
    if (next.data.startsWith(old.data)) old.appendData(next.data.slice(old.data.length))
    else old.data = next.data
  } else if (old instanceof Element && next instanceof Element && isSameTag(old, next)) patch(old, next)
  else old.replaceWith(next)
}

const isSameTag = (one: Element, other: Element): boolean =>
  (one.cloneNode(false) as Element).isEqualNode(other.cloneNode(false))
