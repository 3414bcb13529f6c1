import { isObject, sameJson, toJcs, type Json } from '../base/json.ts'
import { grown, growing, itemsOf, type Growing } from './growing.ts'
import { compareText, type Policy, type Stamp, timeOf, type Write } from './types.ts'
import { replaces } from './writes.ts'

/** When entries were appended, in the log's order: `step` is 0 unless the clock alone isn't enough. */
interface Moment {
  readonly clock: string
  readonly step: number
}

interface Appended {
  readonly stamp: Stamp
  readonly moment: Moment
  readonly entries: readonly Json[]
  /** Removed together with its object, but kept: later moments depend on it. */
  readonly gone: boolean
}

/** By replica, in its order; the moments of a replica never decrease. */
type LogState = ReadonlyMap<string, Growing<Appended>>

/**
 * `log_rga` (asm.md 2): all entries, by (hybrid logical clock, entry id); ties by replica and position in the change.
 * Of duplicate ids only the first counts. A clock that ran far ahead isn't followed, so a writer can be behind what it
 * saw: its entries come right after that.
 */
export const logRga: Policy<LogState> = {
  empty: new Map(),
  apply: (state, op, write) => {
    if (op.op === 'append') return append(state, op.entries, write)
    if (op.op === 'set') return append(state, Array.isArray(op.value) ? op.value : [op.value], write)
    return op.op === 'remove' ? remove(state, write) : state
  },
  read: (state) => {
    const placed = [...state.values()].flatMap((track) => itemsOf(track).flatMap(placedEntries))
    if (placed.length > 0) return firstOfEach(placed.sort(comparePlaced).map(({ entry }) => entry))
    // An empty list that was written differs from none.
    return [...state.values()].some((track) => itemsOf(track).some(({ gone }) => !gone)) ? [] : undefined
  },
  conflicts: () => [],
}

const append = (state: LogState, entries: readonly Json[], write: Write): LogState => {
  const { stamp } = write
  const track = state.get(stamp.actor) ?? growing()
  const appended = { stamp, moment: momentOf(state, write), entries, gone: false }
  const next = grown(track, appended)
  return new Map(state).set(stamp.actor, next)
}

/** The clock of the write, or just after the latest moment it saw if that isn't earlier. */
const momentOf = (state: LogState, write: Write): Moment => {
  const { stamp } = write
  const clock = timeOf(stamp)
  let seen: Moment | undefined
  for (const track of state.values()) {
    const own = itemsOf(track)
    // A replica's moments never decrease, and seeing one means having seen those before it: so the last one seen is the
    // latest.
    const last = own.at(-1)
    if (last === undefined || last.moment.clock < clock) continue
    const latest = own[countWhere(own, ({ stamp: other }) => isSame(other, stamp) || write.saw(other)) - 1]
    if (latest === undefined) continue
    if (isSame(latest.stamp, stamp)) return latest.moment
    if (seen === undefined || compareMoments(latest.moment, seen) > 0) seen = latest.moment
  }
  if (seen === undefined || seen.clock < clock) return { clock, step: 0 }
  return { clock: seen.clock, step: seen.step + 1 }
}

/** How many items fit; those that fit come first. */
const countWhere = <T>(items: readonly T[], fits: (item: T) => boolean): number => {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && fits(item)) low = middle + 1
    else high = middle
  }
  return low
}

const remove = (state: LogState, write: Write): LogState =>
  new Map(
    [...state].map(([actor, track]) => [
      actor,
      growing(itemsOf(track).map((one) => (replaces(write, one.stamp) ? { ...one, gone: true } : one))),
    ]),
  )

interface Placed {
  readonly moment: Moment
  readonly id: string
  readonly actor: string
  /** Index of the op among those of the replica, and of the entry in it. */
  readonly nth: number
  readonly index: number
  readonly entry: Json
}

const placedEntries = ({ stamp, moment, entries, gone }: Appended, nth: number): Placed[] =>
  gone
    ? []
    : entries.map((entry, index) => {
        return { moment, id: entryId(entry), actor: stamp.actor, nth, index, entry }
      })

const comparePlaced = (a: Placed, b: Placed): number =>
  compareMoments(a.moment, b.moment) ||
  compareText(a.id, b.id) ||
  compareText(a.actor, b.actor) ||
  a.nth - b.nth ||
  a.index - b.index

const compareMoments = (a: Moment, b: Moment): number => compareText(a.clock, b.clock) || a.step - b.step

const isSame = (a: Stamp, b: Stamp): boolean => a.actor === b.actor && a.seq === b.seq

/** The sort key within one moment; empty without an id. */
export const entryId = (entry: Json): string => {
  const id = isObject(entry) ? entry['id'] : undefined
  return id === undefined ? '' : typeof id === 'string' ? id : toJcs(id)
}

/** Of duplicate ids only the first counts; entries without an id are all different. */
export const firstOfEach = (entries: readonly Json[]): Json[] => {
  const ids = new Set<string>()
  return entries.filter((entry) => {
    const key = idKey(entry)
    if (key === null) return true
    const before = ids.size
    ids.add(key)
    return ids.size > before
  })
}

/** The first of `added` whose id an entry with other content has, in `entries` or among those before it. */
export const contradicting = (entries: readonly Json[], added: readonly Json[]): Json | undefined => {
  if (added.length === 0) return undefined
  const known = new Map<string, Json>()
  const contradicts = (entry: Json): boolean => {
    const key = idKey(entry)
    if (key === null) return false
    const first = known.get(key)
    if (first === undefined) known.set(key, entry)
    return first !== undefined && !sameJson(first, entry)
  }
  for (const entry of entries) contradicts(entry)
  return added.find(contradicts)
}

const idKey = (entry: Json): string | null => {
  const id = isObject(entry) ? entry['id'] : undefined
  if (id === undefined) return null
  // Ids that aren't texts are rare; their key can't equal a text's.
  return typeof id === 'string' ? id : `\0${toJcs(id)}`
}
