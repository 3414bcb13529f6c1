import canonicalize from 'canonicalize'
import type { Json, JsonObject } from '../../base/json.ts'
import type { Plan } from '../../merge/plan.ts'
import type { Replayed } from '../../merge/types.ts'
import type { Sequences } from '../../sequences/types.ts'
import type { ReplicaChange } from './replicas.ts'

/**
 * The expected result of a set of changes of one object, derived only from the rules (asm.md 2 and 3): it considers all
 * changes at once, checks for each pair who had seen whom, and shares no code with the policies. Deliberately slow and
 * simple.
 */
export const oracle = (
  plan: Plan,
  sequences: Pick<Sequences, 'read'>,
  all: readonly ReplicaChange[],
): Replayed => {
  const hardDeletes = all.filter(({ ops }) => ops.some((op) => op.op === 'delete' && op.mode === 'hard'))
  const changes = all.filter((change) => hardDeletes.every((gone) => saw(change, gone)))
  if (!changes.some(({ ops }) => ops.some(({ op }) => op === 'create')))
    return { object: null, deleted: true, conflicts: {} }
  const events = eventsOf(plan, changes)
  const conflicts: Record<string, readonly Json[]> = {}

  const objectAt = (path: readonly string[]): JsonObject => {
    const depth = path.length
    const names = new Set(
      events
        .filter((event) => event.path.length > depth && isBelow(event.path, path))
        .map(({ path: at }) => at[depth]),
    )
    const object: JsonObject = {}
    for (const name of names) {
      if (name === undefined) continue
      const at = [...path, name]
      const value = valueAt(at)
      if (value !== undefined) object[name] = value
    }
    return object
  }

  const valueAt = (path: readonly string[]): Json | undefined => {
    const node = plan.at(path)
    if (node?.kind === 'object') return isThere(path) ? objectAt(path) : undefined
    const here = events.filter((event) => samePath(event.path, path))
    switch (node?.policy) {
      case 'counter':
        return counterOf(here)
      case 'flag':
        return flagOf(here)
      case 'grow_only_set':
        return setOf(here)
      case 'log_rga':
        return logOf(here)
      case 'rga_text':
        return sequenceOf(here, 'text')
      case 'ordered_list':
        return sequenceOf(here, 'list')
      case 'mv_register':
        return multiValueOf(here, path)
      default:
        return winner(standing(here))
    }
  }

  /** Whether there is a write to it or in it that no remover had seen. */
  const isThere = (path: readonly string[]): boolean => {
    const touches = events.filter((event) => event.kind === 'touch' && samePath(event.path, path))
    const hides = events.filter((event) => event.kind === 'hide' && samePath(event.path, path))
    return touches.some((touch) => !hides.some((hide) => before(touch, hide)))
  }

  const multiValueOf = (here: readonly Event[], path: readonly string[]): Json | undefined => {
    const values = standing(here).map(({ value }) => jcs(value))
    const different = [...new Set(values)].sort()
    if (different.length > 1)
      conflicts[`/${path.join('/')}`] = different.map((text) => JSON.parse(text) as Json)
    return winner(standing(here))
  }

  const sequenceOf = (here: readonly Event[], kind: 'text' | 'list'): Json | undefined => {
    const removes = here.filter((event) => event.kind === 'remove')
    const isKept = (event: Event): boolean => !removes.some((remove) => before(event, remove))
    const sets = here.filter((event) => event.kind === 'set')
    const edits = (base: Event): Event[] =>
      here.filter(
        (event) =>
          event.kind === 'edit' && event.on === `${base.change.stamp.clock}@${base.change.stamp.actor}`,
      )
    const bases = sets
      .filter((base) => !sets.some((later) => before(base, later)))
      .filter((base) => [base, ...edits(base)].some(isKept))
    const base = greatest(bases)
    if (base?.value === undefined) return undefined
    const changesOn = edits(base).sort((a, b) => b.change.seen.size - a.change.seen.size)
    const seenFirst: Event[] = []
    // Any order that respects causality.
    while (changesOn.length > 0) {
      const next = changesOn.findIndex((edit) => !changesOn.some((other) => before(other, edit)))
      seenFirst.push(...changesOn.splice(next, 1))
    }
    return sequences.read({
      kind,
      base: base.value,
      changes: seenFirst.flatMap((event) => (event.edit === undefined ? [] : [event.edit])),
    })
  }

  const object = objectAt([])
  // Conflicts in hidden places aren't shown.
  return { object, deleted: !isThere([]), conflicts }
}

interface Event {
  readonly kind: 'touch' | 'hide' | 'set' | 'remove' | 'add' | 'insert' | 'append' | 'edit'
  readonly path: readonly string[]
  readonly change: ReplicaChange
  /** Index within its change. */
  readonly nth: number
  readonly value?: Json
  readonly values?: readonly Json[]
  readonly by?: number
  readonly on?: string
  readonly edit?: Uint8Array
}

type Said = Omit<Event, 'change' | 'nth'>

/** Every change, expanded by place. */
const eventsOf = (plan: Plan, changes: readonly ReplicaChange[]): Event[] => {
  const isObjectPlace = (path: readonly string[]): boolean => plan.at(path)?.kind === 'object'
  const places = new Map<string, readonly string[]>()
  const note = (path: readonly string[], value?: Json): void => {
    for (let n = 0; n <= path.length; n += 1) places.set(jcs(path.slice(0, n)), path.slice(0, n))
    if (isObjectPlace(path) && typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, inner] of Object.entries(value)) note([...path, name], inner)
  }
  for (const { ops } of changes)
    for (const op of ops) {
      if (op.op === 'create') note([], op.object)
      else if (op.op !== 'delete') note(op.path, op.op === 'set' ? op.value : undefined)
    }

  const leave = (path: readonly string[]): Said[] =>
    [...places.values()]
      .filter((place) => isBelow(place, path))
      .map((place) => ({ kind: isObjectPlace(place) ? 'hide' : 'remove', path: place }))
  const enter = (path: readonly string[], value: Json): Said[] =>
    isObjectPlace(path)
      ? [
          { kind: 'touch', path },
          ...Object.entries(value as JsonObject).flatMap(([name, inner]) => enter([...path, name], inner)),
        ]
      : [{ kind: 'set', path, value }]
  const above = (path: readonly string[]): Said[] =>
    path.map((_name, n) => ({ kind: 'touch', path: path.slice(0, n) }))

  const said = (op: ReplicaChange['ops'][number]): Said[] => {
    switch (op.op) {
      case 'create':
        return [...leave([]), ...enter([], op.object)]
      case 'delete':
        return op.mode === 'soft' ? [{ kind: 'hide', path: [] }] : []
      case 'set':
        return [
          ...above(op.path),
          ...(isObjectPlace(op.path) ? leave(op.path) : []),
          ...enter(op.path, op.value),
        ]
      case 'remove':
        return [...above(op.path), { kind: isObjectPlace(op.path) ? 'hide' : 'remove', path: op.path }]
      case 'add':
        return [...above(op.path), { kind: 'add', path: op.path, by: op.by }]
      case 'insert':
        return [...above(op.path), { kind: 'insert', path: op.path, values: op.values }]
      case 'append':
        return [...above(op.path), { kind: 'append', path: op.path, values: op.entries }]
      case 'edit':
        return [...above(op.path), { kind: 'edit', path: op.path, on: op.on, edit: op.change }]
    }
  }
  return changes.flatMap((change) =>
    change.ops.flatMap(said).map((event, nth) => ({ ...event, change, nth })),
  )
}

/** Writes that weren't replaced or removed by someone who had seen them. */
const standing = (here: readonly Event[]): Event[] =>
  here.filter(
    (event) =>
      event.kind === 'set' &&
      !here.some((later) => (later.kind === 'set' || later.kind === 'remove') && before(event, later)),
  )

/** Reverts only count if there is nothing else. */
const greatest = (events: readonly Event[]): Event | undefined =>
  [...events].sort((a, b) => (rank(a) < rank(b) ? 1 : -1))[0]

const rank = (event: Event): string => `${yields(event) ? '0' : '1'} ${stampText(event)}`

const yields = ({ change: { stamp } }: Event): boolean => stamp.yields === true

const winner = (events: readonly Event[]): Json | undefined => greatest(events)?.value

const flagOf = (here: readonly Event[]): Json | undefined => {
  const all = standing(here)
  if (all.length === 0) return undefined
  const counted = all.every(yields) ? all : all.filter((event) => !yields(event))
  return counted.some(({ value }) => value === true)
}

const counterOf = (here: readonly Event[]): Json | undefined => {
  const base = winner(standing(here))
  const added = here.filter(
    (event) =>
      event.kind === 'add' &&
      !here.some((later) => (later.kind === 'set' || later.kind === 'remove') && before(event, later)),
  )
  if (base === undefined && added.length === 0) return undefined
  return Number(base ?? 0) + added.reduce((sum, { by = 0 }) => sum + by, 0)
}

/** Inserted, and not removed with its object since. */
const kept = (here: readonly Event[]): Event[] =>
  here.filter(
    (event) =>
      event.kind !== 'remove' && !here.some((later) => later.kind === 'remove' && before(event, later)),
  )

const valuesOf = (event: Event): readonly Json[] => event.values ?? (event.value as Json[])

const setOf = (here: readonly Event[]): Json | undefined => {
  const left = kept(here)
  if (left.length === 0) return undefined
  return [...new Set(left.flatMap(valuesOf).map(jcs))].sort().map((text) => JSON.parse(text) as Json)
}

const logOf = (here: readonly Event[]): Json | undefined => {
  const appends = here.filter(({ kind }) => kind !== 'remove')
  const left = kept(here)
  if (left.length === 0) return undefined

  /** `[clock, step]`: always after what the writer had seen. */
  const moment = (event: Event): [string, number] => {
    const seen = appends.filter((other) => saw(event.change, other.change)).map(moment)
    const last = seen.sort(compareLists).at(-1)
    const { clock } = event.change.stamp
    return last === undefined || last[0] < clock ? [clock, 0] : [last[0], last[1] + 1]
  }

  const rows = left.flatMap((event) =>
    valuesOf(event).map((entry, index) => {
      const id = (entry as JsonObject)['id']
      const { actor } = event.change.stamp
      return { entry, id, key: [...moment(event), typeof id === 'string' ? id : '', actor, event.nth, index] }
    }),
  )
  rows.sort((a, b) => compareLists(a.key, b.key))
  return rows
    .filter(({ id }, n) => id === undefined || rows.findIndex((row) => row.id === id) === n)
    .map(({ entry }) => entry)
}

const compareLists = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
  for (const [n, item] of a.entries()) {
    const other = b[n] ?? 0
    if (item !== other) return item < other ? -1 : 1
  }
  return 0
}

const saw = (change: ReplicaChange, other: ReplicaChange): boolean =>
  (change.seen.get(other.stamp.actor) ?? 0) >= other.stamp.seq

const before = (first: Event, later: Event): boolean =>
  first.change === later.change ? first.nth < later.nth : saw(later.change, first.change)

const stampText = ({ change: { stamp } }: Event): string => `${stamp.clock}@${stamp.actor}`

const samePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && isBelow(a, b)

/** Whether `path` is `top`, or below it. */
const isBelow = (path: readonly string[], top: readonly string[]): boolean =>
  path.length >= top.length && top.every((name, n) => name === path[n])

const jcs = (value: unknown): string => canonicalize(value) ?? ''
