import { at, grown } from './arrays.ts'

/**
 * Which capabilities have a feature, and how much of it; adding or removing one does not touch the others.
 */
export interface Postings {
  /** Records that the capability at `place` has the feature: `root` and `times` come from its centre. */
  insert(id: number, place: number, root: number, times: number): void
  /** Removes the record. */
  remove(id: number, place: number): void
  /** Adds to each capability's score `weight` times its root for the feature. */
  addTo(scores: Float64Array, id: number, weight: number): void
  /** Writes the feature's values for the wanted capabilities into a column of `found`. */
  gather(id: number, column: number, found: Gathered): void
}

/** A table with a row per wanted capability and a column per feature. */
export interface Gathered {
  /** By place: the capability's row plus one; 0 if it is not wanted. */
  readonly rows: Int32Array
  readonly width: number
  readonly roots: Float64Array
  readonly times: Float64Array
}

/**
 * Creates empty postings. The entries of a feature are contiguous in one large array; entries that outgrow
 * their slot move to the end, into a slot twice as large as needed, so that the array stays within a few
 * times its content.
 */
export const createPostings = (): Postings => {
  let starts = new Int32Array(1_024)
  let used = new Int32Array(1_024)
  let rooms = new Int32Array(1_024)
  let places = new Int32Array(4_096)
  let roots = new Float32Array(4_096)
  let times = new Float32Array(4_096)
  let end = 0

  const move = (id: number): void => {
    const room = Math.max(1, at(rooms, id) * 2)
    places = grown(places, end + room)
    roots = grown(roots, end + room)
    times = grown(times, end + room)
    const start = at(starts, id)
    const length = at(used, id)
    for (const values of [places, roots, times]) values.copyWithin(end, start, start + length)
    starts[id] = end
    rooms[id] = room
    end += room
  }

  return {
    insert: (id, place, root, often) => {
      starts = grown(starts, id + 1)
      used = grown(used, id + 1)
      rooms = grown(rooms, id + 1)
      if (at(used, id) === at(rooms, id)) move(id)
      const slot = at(starts, id) + at(used, id)
      places[slot] = place
      roots[slot] = root
      times[slot] = often
      used[id] = at(used, id) + 1
    },
    remove: (id, place) => {
      const start = at(starts, id)
      const last = start + at(used, id) - 1
      const slot = places.subarray(start, last + 1).indexOf(place) + start
      if (slot < start) return
      places[slot] = at(places, last)
      roots[slot] = at(roots, last)
      times[slot] = at(times, last)
      used[id] = last - start
    },
    addTo: (scores, id, weight) => {
      const start = at(starts, id)
      const stop = start + at(used, id)
      const [having, root] = [places, roots]
      for (let slot = start; slot < stop; slot++) {
        const place = at(having, slot)
        scores[place] = at(scores, place) + weight * at(root, slot)
      }
    },
    gather: (id, column, found) => {
      const start = at(starts, id)
      const stop = start + at(used, id)
      const having = places
      for (let slot = start; slot < stop; slot++) {
        const row = at(found.rows, at(having, slot)) - 1
        if (row < 0) continue
        const cell = row * found.width + column
        found.roots[cell] = at(roots, slot)
        found.times[cell] = at(times, slot)
      }
    },
  }
}
