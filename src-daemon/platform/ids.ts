import { randomUUIDv7 } from 'node:crypto'

/** Most that the 12 bits of `rand_a` hold; a new millisecond begins in the lower half, so that there is room to count. */
const MOST = 0xfff
const SEED = 0x7ff

/**
 * Makes UUIDv7s that are unique and sort in the order in which they were made, also within a millisecond and where the clock is
 * set back: `rand_a` counts up from a random number (RFC 9562, 6.2, method 1). `make`: an ordinary UUIDv7.
 */
export const createIds = (make: () => string = randomUUIDv7): (() => string) => {
  /** Milliseconds of the last one, as the 13 characters it begins with, and its counter. */
  let last = ''
  let counter = 0

  return () => {
    const id = make()
    const time = id.slice(0, 13)
    const random = Number.parseInt(id.slice(15, 18), 16) & SEED
    if (time > last) {
      last = time
      counter = random
    } else if (counter < MOST) counter += 1
    else {
      last = following(last)
      counter = random
    }
    return `${last}-7${counter.toString(16).padStart(3, '0')}${id.slice(18)}`
  }
}

/** More than 2,000 in a millisecond take from the next one. */
const following = (time: string): string => {
  const digits = (Number.parseInt(time.replace('-', ''), 16) + 1).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** A new UUIDv7; later ones of the same process sort after it. */
export const newId = createIds()
