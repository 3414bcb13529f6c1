import { randomUUIDv7 } from 'node:crypto'

/**
 * Largest value of the 12 bits of `rand_a`. A new millisecond starts in the lower half, so that there is room to count
 * up.
 */
const MOST = 0xfff
const SEED = 0x7ff

/**
 * Makes UUIDv7s that are unique and sort in the order they were made, even within a millisecond and when the clock is
 * set back: `rand_a` counts up from a random number (RFC 9562, 6.2, method 1). `make` makes an ordinary UUIDv7.
 */
export const createIds = (make: () => string = randomUUIDv7): (() => string) => {
  /** The milliseconds of the previous id, as its first 13 characters; and its counter. */
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

/** After some 2,000 ids in a millisecond, the next ones borrow from the following millisecond. */
const following = (time: string): string => {
  const digits = (Number.parseInt(time.replace('-', ''), 16) + 1).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** A new UUIDv7; it sorts after all earlier ones of this process. */
export const newId = createIds()
