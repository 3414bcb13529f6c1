/** Brings changes that came too early into the order in which each replica made them. */
import { nameOf, type Pending, type WriterName } from '../log/pending.ts'
import type { IncomingChange, OpLog } from '../log/types.ts'
import { invalidChange } from './refusals.ts'

/** The state of a change that arrived. */
export type Turn = 'now' | 'later' | 'known'

/** Whether it is the turn of a change. Errors: `change_set_invalid` where it does not follow the one before it. */
export const turnOf = (log: OpLog, change: IncomingChange, logId: number): Turn => {
  const head = log.head(logId, change.actor)
  const seq = head?.seq ?? 0
  if (change.seq <= seq) return 'known'
  if (change.seq > seq + 1) return 'later'
  for (const actor in change.seen)
    if ((log.head(logId, actor)?.seq ?? 0) < (change.seen[actor] ?? 0)) return 'later'
  const previous = head?.hash ?? null
  const follows =
    previous === null
      ? change.previous === null
      : change.previous !== null && previous.equals(change.previous)
  if (!follows) throw invalidChange(change, 'it does not follow the change before it')
  return 'now'
}

/** Changes of one replica in a log that came too early. */
interface Queue {
  readonly writer: WriterName
  /** Those that arrived now, by number. */
  readonly early: Map<number, IncomingChange[]>
  /** Whether others wait in the database. */
  isPending: boolean
  /** Null until it exists. */
  log: number | null
}

/**
 * Delivers early changes, of now and before, as long as any is next: of each replica one after the other, since only
 * the change after its last one can be next. Returns those of `early` that have to wait. Delivered ones are removed
 * from the waiting ones.
 */
export const deliverEarly = (
  { log, pending }: { readonly log: OpLog; readonly pending: Pending },
  early: readonly IncomingChange[],
  take: (change: IncomingChange) => Turn,
  mayCome: (change: IncomingChange) => boolean,
): readonly IncomingChange[] => {
  const queues = new Map<string, Queue>()
  const queueOf = (writer: WriterName): Queue => {
    const name = nameOf(writer)
    const queue = queues.get(name) ?? { writer, early: new Map(), isPending: false, log: null }
    queues.set(name, queue)
    return queue
  }
  for (const change of early) {
    const queue = queueOf(change).early
    queue.set(change.seq, [...(queue.get(change.seq) ?? []), change])
  }
  for (const writer of pending.writers()) queueOf(writer).isPending = true

  const deliverNext = (queue: Queue): boolean => {
    const seq = headOf(log, queue) + 1
    const next = [
      ...(queue.early.get(seq) ?? []),
      ...(queue.isPending ? pending.numbered(queue.writer, seq).filter(mayCome) : []),
    ]
    return next.some((change) => take(change) === 'now')
  }
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const queue of queues.values()) while (deliverNext(queue)) isMoving = true
  }
  for (const queue of queues.values()) if (queue.isPending) pending.dropUpTo(queue.writer, headOf(log, queue))
  return early.filter((change) => change.seq > headOf(log, queueOf(change)))
}

/** The last number of a replica here. */
const headOf = (log: OpLog, queue: Queue): number => {
  const { space, scope, actor } = queue.writer
  queue.log ??= log.find({ owner: space, scope })
  return queue.log === null ? 0 : (log.head(queue.log, actor)?.seq ?? 0)
}
