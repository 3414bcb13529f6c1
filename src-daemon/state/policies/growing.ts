/**
 * A persistent list that only grows: a longer one shares the items of the shorter, so that adding costs the same
 * however many there are. Adding twice to the same one copies it.
 */
export interface Growing<T> {
  /** Only the first `length` belong to this list. */
  readonly items: T[]
  readonly length: number
}

export const growing = <T>(items: T[] = []): Growing<T> => ({ items, length: items.length })

export const grown = <T>({ items, length }: Growing<T>, item: T): Growing<T> => {
  // An empty list may be shared by several that start from it.
  const own = length > 0 && items.length === length ? items : items.slice(0, length)
  own.push(item)
  return { items: own, length: length + 1 }
}

export const itemsOf = <T>({ items, length }: Growing<T>): readonly T[] =>
  items.length === length ? items : items.slice(0, length)
