/* In the page's own world: makes what the preload exposes. Run as `(this)(secret)` before the page's scripts. */
/* global window, document, CustomEvent */
function pageWorld(secret) {
  if (window !== window.top) return
  const waiting = new Map()
  let last = 0
  const call = (path, args) =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      document.dispatchEvent(new CustomEvent(secret + 'call', { detail: JSON.stringify({ id, path, args }) }))
    })
  const build = (shape, path) => {
    if (shape.kind === 'function') return (...args) => call(path, args)
    if (shape.kind === 'value') return shape.value
    return Object.freeze(
      Object.fromEntries(
        Object.entries(shape.entries).map(([key, inner]) => [key, build(inner, [...path, key])]),
      ),
    )
  }
  document.addEventListener(secret + 'expose', (event) => {
    const { name, shape } = JSON.parse(event.detail)
    Object.defineProperty(window, name, { value: build(shape, [name]), enumerable: true })
  })
  document.addEventListener(secret + 'answer', (event) => {
    const { id, ok, value } = JSON.parse(event.detail)
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (ok) resolve(value)
    else reject(new Error(value))
  })
}
