/** The known name a mistaken one was probably meant to be. */

/** More mistakes than this make another name. */
const MAX_MISTAKES = 2
/** Shorter names begin too many others. */
const LEAST_PREFIX = 3

/** The name among `known` that `name` was probably meant to be (`orderBy`: `order`); null if none is near. */
export const nearestName = (name: string, known: readonly string[]): string | null => {
  const wanted = plain(name)
  let best: { readonly name: string; readonly mistakes: number } | null = null
  for (const one of known) {
    const other = plain(one)
    const mistakes = isBegun(wanted, other) ? 1 : distance(wanted, other)
    const most = Math.min(MAX_MISTAKES, Math.floor(other.length / 2))
    if (mistakes <= most && mistakes < (best?.mistakes ?? Infinity)) best = { name: one, mistakes }
  }
  return best?.name ?? null
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_\-$\s]/g, '')

const isBegun = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= LEAST_PREFIX && (a.startsWith(b) || b.startsWith(a)) && a !== b

/** Letters added, left out or changed (Levenshtein). Long names aren't compared. */
const distance = (a: string, b: string): number => {
  if (Math.abs(a.length - b.length) > MAX_MISTAKES) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? Infinity
}
