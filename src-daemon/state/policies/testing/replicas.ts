import { SatchelError } from '../../../platform/errors.ts'
import { type JsonObject, sameJson, toPointer } from '../../base/json.ts'
import type { Op } from '../../log/types.ts'
import { diffObject, normalise } from '../../merge/diff.ts'
import { createReplay } from '../../merge/replay.ts'
import type { Plan } from '../../merge/plan.ts'
import { sequenceAt } from '../../merge/sequence-at.ts'
import type { EditSequence, Replayed, ReplayedChange } from '../../merge/types.ts'
import type { Sequences } from '../../sequences/types.ts'
import { createPolicies, type Stamp } from '../index.ts'

/** A change as exchanged between the replicas of a test. */
export interface ReplicaChange {
  readonly stamp: Stamp
  /** Last number seen of each replica, including its own. */
  readonly seen: ReadonlyMap<string, number>
  readonly ops: readonly Op[]
}

/** One object on one device: it has a log and a view, and works like the engine. */
export interface Replica {
  readonly actor: string
  readonly log: readonly ReplicaChange[]
  view(): Replayed
  /** Applies `edit` to the object as shown here; creates it if there is none. */
  edit(edit: (object: JsonObject | null) => JsonObject): void
  /** Appends ops unchanged. */
  append(ops: readonly Op[]): void
  /** Accepts a change; false if it lacks what the writer had seen, so that it must be sent again. */
  receive(change: ReplicaChange): boolean
  /** Drops everything but the log. Returns the view before and after. */
  restart(): readonly [Replayed, Replayed]
}

export interface ReplicaDeps {
  readonly plan: Plan
  readonly sequences: Pick<Sequences, 'read' | 'edit'>
  readonly actor: string
  /** The wall clock of the device. */
  readonly now: () => number
  /** Whether its change of this number is a revert. */
  readonly yields?: (seq: number) => boolean
}

/** A remote clock further ahead isn't followed (asm.md 2). */
const FOLLOWED = 300
const NOTHING: Replayed = { object: null, deleted: true, conflicts: {} }

export const createReplica = ({
  plan,
  sequences,
  actor,
  now,
  yields = () => false,
}: ReplicaDeps): Replica => {
  const replay = createReplay({ plan, policies: createPolicies(sequences) })
  const log: ReplicaChange[] = []
  const seen = new Map<string, number>()
  let clock = 0
  /** Null if it has to be rebuilt from the log. */
  let view: Replayed | null = NOTHING

  const current = (): Replayed => (view ??= replay(log.map(toReplayed)))

  const append: Replica['append'] = (ops) => {
    clock = Math.max(clock + 1, now())
    const seq = (seen.get(actor) ?? 0) + 1
    const stamp = { clock: String(clock).padStart(9, '0'), actor, seq, ...(yields(seq) && { yields: true }) }
    const change = { stamp, seen: new Map(seen), ops }
    log.push(change)
    seen.set(actor, seq)
    view = null
  }

  const edit: Replica['edit'] = (next) => {
    const { object, deleted } = current()
    const after = normalised(object, next(object && structuredClone(object)))
    // Refused, as an entry's id was used for another one.
    if (after === null) return
    if (object === null) {
      append([{ op: 'create', object: after }])
      view = { object: after, deleted: false, conflicts: {} }
      return
    }
    const ops = diffObject(plan, object, after, editSequence)
    // Restoring a deleted object unchanged: any write does that.
    if (ops.length === 0 && deleted) ops.push({ op: 'set', path: ['id'], value: after['id'] ?? '' })
    if (ops.length === 0) return
    append(ops)
    view = { object: after, deleted: false, conflicts: {} }
  }

  const normalised = (before: JsonObject | null, after: JsonObject): JsonObject | null => {
    try {
      return normalise(plan, before, after)
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code === 'crdt_violation') return null
      throw thrown
    }
  }

  const editSequence: EditSequence = (path, after) => {
    const sequence = sequenceAt(plan, log.map(toReplayed), path)
    if (sequence === null) return { op: 'set', value: after }
    const change = sequences.edit({
      key: `${actor}${toPointer(path)}`,
      version: String(log.length),
      nextVersion: String(log.length + 1),
      actor,
      after,
      load: () => sequence,
    })
    return change === null ? { op: 'set', value: after } : { op: 'edit', on: sequence.on, change }
  }

  const receive: Replica['receive'] = (change) => {
    const { stamp } = change
    const last = seen.get(stamp.actor) ?? 0
    if (stamp.seq <= last) return true
    if (stamp.seq > last + 1 || [...change.seen].some(([other, seq]) => (seen.get(other) ?? 0) < seq))
      return false
    log.push(change)
    seen.set(stamp.actor, stamp.seq)
    const remote = Number(stamp.clock)
    if (remote <= now() + FOLLOWED) clock = Math.max(clock, remote)
    view = null
    return true
  }

  return {
    actor,
    log,
    view: current,
    edit,
    append,
    receive,
    restart: () => {
      const before = current()
      view = null
      return [before, current()]
    },
  }
}

const toReplayed = ({ stamp, seen, ops }: ReplicaChange): ReplayedChange => ({
  write: { stamp, saw: ({ actor, seq }) => (seen.get(actor) ?? 0) >= seq },
  ops,
})

/** The same object, shown or not; the conflicts a local edit leaves aren't known from the edit. */
export const readsSame = (a: Replayed, b: Replayed): boolean =>
  a.deleted === b.deleted && sameJson(a.object ?? undefined, b.object ?? undefined)
