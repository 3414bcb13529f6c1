/** Random choices, deterministic for a seed. */
export interface Random {
  /** From 0 up to, not including, `limit`. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  /** Continues as if it had started with `seed`. */
  reseed(seed: number): void
}

/** mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below: Random['below'] = (limit) => next() % limit
  return {
    below,
    pick: (from) => {
      const picked = from[below(from.length)]
      if (picked === undefined) throw new RangeError('there is nothing to pick')
      return picked
    },
    reseed: (number) => {
      state = number | 0
    },
  }
}
