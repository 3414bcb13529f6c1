import { at, grown } from './arrays.ts'

/** Which capabilities have a feature, and how much; a capability comes and goes without the others being looked at. */
export interface Postings {
  /** Notes that the capability at `place` has the feature. */
  insert(id: number, place: number, value: number): void
  /** Forgets it again. */
  remove(id: number, place: number): void
  /** Adds `weight` times what each capability has of the feature to its score. */
  addTo(scores: Float64Array, id: number, weight: number): void
}

/**
 * Makes empty postings. Each feature's stand together in one large array; where they grow out of their room they move to its end
 * and leave half of their new room behind, so that the whole is never more than a few times what is in it.
 */
export const createPostings = (): Postings => {
  let starts = new Int32Array(1_024)
  let used = new Int32Array(1_024)
  let rooms = new Int32Array(1_024)
  let places = new Int32Array(4_096)
  let values = new Float32Array(4_096)
  let end = 0

  const move = (id: number): void => {
    const room = Math.max(1, at(rooms, id) * 2)
    places = grown(places, end + room)
    values = grown(values, end + room)
    const start = at(starts, id)
    const length = at(used, id)
    places.copyWithin(end, start, start + length)
    values.copyWithin(end, start, start + length)
    starts[id] = end
    rooms[id] = room
    end += room
  }

  return {
    insert: (id, place, value) => {
      starts = grown(starts, id + 1)
      used = grown(used, id + 1)
      rooms = grown(rooms, id + 1)
      if (at(used, id) === at(rooms, id)) move(id)
      const slot = at(starts, id) + at(used, id)
      places[slot] = place
      values[slot] = value
      used[id] = at(used, id) + 1
    },
    remove: (id, place) => {
      const start = at(starts, id)
      const last = start + at(used, id) - 1
      const slot = places.subarray(start, last + 1).indexOf(place) + start
      if (slot < start) return
      places[slot] = at(places, last)
      values[slot] = at(values, last)
      used[id] = last - start
    },
    addTo: (scores, id, weight) => {
      const start = at(starts, id)
      const stop = start + at(used, id)
      for (let slot = start; slot < stop; slot++) {
        const place = at(places, slot)
        scores[place] = at(scores, place) + weight * at(values, slot)
      }
    },
  }
}
