/** Brings changes that came too early into the order in which each replica made them. */
import { nameOf, type Pending, type WriterName } from '../log/pending.ts'
import type { IncomingChange, OpLog } from '../log/types.ts'
import { invalidChange } from './refusals.ts'

/** The state of a change that arrived. */
export type Turn = 'now' | 'later' | 'known'

/**
 * Whether a change can be delivered: the one before it is here, and everything its writer had seen. After the one before it,
 * another change may already be here: then two replicas shared a name, and both branches are kept. Errors:
 * `change_set_invalid` if the change it names as its predecessor isn't one.
 */
export const turnOf = (log: OpLog, change: IncomingChange, logId: number): Turn => {
  const { actor, seq, previous, seen } = change
  if (log.isDropped(logId, actor, seq)) return 'known'
  if (log.isLost(logId, actor, seq)) return 'later'
  const last = log.last(logId, actor)
  if (seq > last + 1) return 'later'
  if (seq <= last && log.has(logId, change)) return 'known'
  if (!log.follows(logId, change)) {
    if (previous !== null && log.isHere(previous))
      throw invalidChange(change, 'it does not follow the change before it')
    return 'later'
  }
  return log.sawAll(logId, seen) ? 'now' : 'later'
}

/** A change that waits, here or in the database. */
interface Waiting {
  readonly change: IncomingChange
  readonly isPending: boolean
}

/** Changes of one replica in a log that came too early. */
interface Queue {
  readonly writer: WriterName
  /** Those that arrived now, and those from the database that were looked at, by number. */
  readonly waiting: Map<number, Waiting[]>
  /** Numbers below the next one at which some wait: they belong to another branch, which continues from there. */
  readonly low: Set<number>
  /** Whether others wait in the database, and up to which number they were looked at. */
  isPending: boolean
  lookedUpTo: number
  /** Null until it exists. */
  log: number | null
}

/**
 * Delivers early changes, of now and before, as long as any is next. Only a change that is at most the next after its
 * replica's last one can be. Returns those of `early` that have to wait. Delivered ones are removed from the waiting
 * ones in the database.
 */
export const deliverEarly = (
  { log, pending }: { readonly log: OpLog; readonly pending: Pending },
  early: readonly IncomingChange[],
  take: (change: IncomingChange) => Turn,
  mayCome: (change: IncomingChange) => boolean,
): readonly IncomingChange[] => {
  const queues = queuesOf(early, pending.writers())

  const deliverNext = (queue: Queue): boolean => {
    let hasMoved = false
    for (;;) {
      const next = lastOf(log, queue) + 1
      lookAt(queue, next)
      if (!deliverAt(queue, next) && ![...queue.low].some((seq) => deliverAt(queue, seq))) return hasMoved
      hasMoved = true
    }
  }

  /** Those in the database are read as far as they can be next. */
  const lookAt = (queue: Queue, upTo: number): void => {
    if (!queue.isPending || upTo <= queue.lookedUpTo) return
    for (const change of pending.numbered(queue.writer, queue.lookedUpTo + 1, upTo))
      keepIn(queue, { change, isPending: true })
    for (const seq of queue.waiting.keys()) if (seq < upTo) queue.low.add(seq)
    queue.lookedUpTo = upTo
  }

  const deliverAt = (queue: Queue, seq: number): boolean => {
    const there = queue.waiting.get(seq)
    if (there === undefined) return false
    let hasMoved = false
    const left = there.filter(({ change, isPending }) => {
      if (isPending && !mayCome(change)) return false
      const turn = take(change)
      hasMoved ||= turn === 'now'
      if (turn !== 'later' && isPending) pending.drop(change)
      return turn === 'later'
    })
    if (left.length > 0) {
      queue.waiting.set(seq, left)
      queue.low.add(seq)
    } else {
      queue.waiting.delete(seq)
      queue.low.delete(seq)
    }
    return hasMoved
  }

  for (const queue of queues) {
    const last = lastOf(log, queue)
    for (const seq of queue.waiting.keys()) if (seq <= last) queue.low.add(seq)
  }
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const queue of queues) if (deliverNext(queue)) isMoving = true
  }
  return early.filter(isWaiting(queues))
}

const isWaiting = (queues: readonly Queue[]): ((change: IncomingChange) => boolean) => {
  const left = new Set(
    queues.flatMap(({ waiting }) => [...waiting.values()].flat().map(({ change }) => change)),
  )
  return (change) => left.has(change)
}

const queuesOf = (early: readonly IncomingChange[], pending: readonly WriterName[]): readonly Queue[] => {
  const queues = new Map<string, Queue>()
  const queueOf = (writer: WriterName): Queue => {
    const name = nameOf(writer)
    const known = queues.get(name)
    if (known !== undefined) return known
    const queue: Queue = {
      writer,
      waiting: new Map(),
      low: new Set(),
      isPending: false,
      lookedUpTo: 0,
      log: null,
    }
    queues.set(name, queue)
    return queue
  }
  for (const change of early) keepIn(queueOf(change), { change, isPending: false })
  for (const writer of pending) queueOf(writer).isPending = true
  return [...queues.values()]
}

const keepIn = ({ waiting }: Queue, one: Waiting): void => {
  const there = waiting.get(one.change.seq)
  if (there === undefined) waiting.set(one.change.seq, [one])
  else there.push(one)
}

/** The last number of a replica here. */
const lastOf = (log: OpLog, queue: Queue): number => {
  const { space, scope, actor } = queue.writer
  queue.log ??= log.find({ owner: space, scope })
  return queue.log === null ? 0 : log.last(queue.log, actor)
}
