/** Whether lists and maps are nested deeper than that; each takes at least a byte. */
export const isDeeper = (bytes: Uint8Array, limit: number): boolean =>
  bytes.length > limit && cborDepth(bytes, limit) > limit

/**
 * The nesting depth of lists and maps in DAG-CBOR, at most `limit + 1`; the decoder is recursive, so it has to be known
 * before. Only reads heads (RFC 8949, 3) and trusts no length: malformed bytes end the count, and the decoder refuses
 * them.
 */
export const cborDepth = (bytes: Uint8Array, limit: number): number => {
  /** Items left at each level. */
  const open: number[] = []
  let deepest = 0
  for (let at = 0; at < bytes.length;) {
    const head = bytes[at] ?? 0
    const kind = head >> 5
    const info = head & 31
    const extra = info < 24 ? 0 : info <= 27 ? 2 ** (info - 24) : -1
    if (extra < 0) return deepest
    let value = info < 24 ? info : 0
    for (let n = 1; n <= extra; n++) value = value * 256 + (bytes[at + n] ?? 0)
    at += 1 + extra
    if (kind === 2 || kind === 3) at += value
    const items = kind === 4 ? value : kind === 5 ? value * 2 : kind === 6 ? 1 : 0
    if (items > 0) {
      open.push(items)
      deepest = Math.max(deepest, open.length)
      if (deepest > limit) return deepest
      continue
    }
    while (open.length > 0) {
      const left = (open.pop() ?? 0) - 1
      if (left > 0) {
        open.push(left)
        break
      }
    }
  }
  return deepest
}
