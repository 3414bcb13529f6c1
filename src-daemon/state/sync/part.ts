/** Splits an export into parts that end where each writer's changes are signed. */
import type { SignedHead } from '../../identity/types.ts'
import { decodeOps } from '../log/codec.ts'
import type { IncomingChange } from '../log/types.ts'
import type { Engine } from '../objects/engine.ts'
import type { SignedHeads } from './signed-heads.ts'

const MIB = 1024 * 1024
/**
 * A part takes some 5 ms to write and, being one transaction, at most some 20 ms to read, during which others wait;
 * three times that on a busy computer. The header is most of a small change's size.
 */
const PART_BYTES = MIB / 2
const PART_CHANGES = 100
const HEADER_BYTES = 400
/** Merging a text or list takes as long as some thousand bytes of other changes, once for all its edits in a part. */
const MERGED_BYTES = PART_BYTES / 20

/** Where a part begins: after this change, or with the first one of the log, in that log. */
export interface Cut {
  readonly log: number
  readonly last: IncomingChange | null
}

export interface Part {
  readonly changes: readonly IncomingChange[]
  /** Null with the last part. */
  readonly next: Cut | null
}

/** The logs whose changes go out, in order. */
export interface OutgoingLog {
  readonly id: number
  readonly changes: Iterable<IncomingChange>
}

/**
 * Collects the changes of one part. It ends, before it is full, at the last place where the changes of every other
 * device end in one of its signatures, as they do after each import. If there is none, unfinished ones continue
 * to their next signature, and the following part repeats them.
 */
export const collectPart = (
  { log }: Pick<Engine, 'log'>,
  heads: SignedHeads,
  logs: Iterable<OutgoingLog>,
  isPart: boolean,
): Part => {
  const changes: IncomingChange[] = []
  const open = createOpenWriters(log, heads)
  const room = createRoom()
  let clean: { readonly length: number; readonly next: Cut } | null = null
  let full: Cut | null = null
  const take = (change: IncomingChange): void => {
    changes.push(change)
    open.add(change)
  }
  for (const { id, changes: outgoing } of logs) {
    if (full !== null) break
    let last: IncomingChange | null = null
    open.begin(id)
    for (const change of outgoing) {
      if (isPart && full === null && room.isFullWith(change) && changes.length > 0) {
        if (open.isEmpty()) return { changes, next: { log: id, last } }
        if (clean !== null) return { changes: changes.slice(0, clean.length), next: clean.next }
        full = { log: id, last }
      }
      if (full === null) {
        take(change)
        last = change
        if (open.isEmpty()) clean = { length: changes.length, next: { log: id, last } }
      } else if (open.has(change)) take(change)
      if (full !== null && open.isEmpty()) break
    }
  }
  return { changes, next: full }
}

/** How much a part holds. */
const createRoom = () => {
  const merged = new Set<string>()
  let count = 0
  let size = 0
  return {
    /** Adds a change, and returns whether that is too much. */
    isFullWith: (change: IncomingChange): boolean => {
      size += HEADER_BYTES + (change.ops?.length ?? 0)
      if (!merged.has(change.object) && hasEdit(change)) {
        merged.add(change.object)
        size += MERGED_BYTES
      }
      count += 1
      return count > PART_CHANGES || size > PART_BYTES
    },
  }
}

/** The writers of a log with a signed change after their last one in the part so far. */
const createOpenWriters = (log: Engine['log'], heads: SignedHeads) => {
  const open = new Set<string>()
  const next = new Map<string, number | null>()
  let within = 0

  /** Number of the first signed change from this one on, if it is here. */
  const nextOf = (change: IncomingChange): number | null => {
    const known = next.get(change.actor)
    if (known !== undefined && (known === null || known >= change.seq)) return known
    const found = heads.next(change, change.seq)
    const reached = found !== null && found <= log.last(within, change.actor) ? found : null
    next.set(change.actor, reached)
    return reached
  }

  return {
    begin: (id: number): void => {
      open.clear()
      next.clear()
      within = id
    },
    add: (change: IncomingChange): void => {
      // This device signs its own as far as the part has them, and those of replicas that shared a name.
      if (change.actor === log.actor || log.isBranched(within, change.actor)) return
      const signed = nextOf(change)
      if (signed === null || signed === change.seq) open.delete(change.actor)
      else open.add(change.actor)
    },
    has: ({ actor }: IncomingChange): boolean => open.has(actor),
    isEmpty: (): boolean => open.size === 0,
  }
}

/** The signatures of the changes that no other follows here: as received, else by this device. */
export const signHeads = (
  { log, devices }: Pick<Engine, 'log' | 'devices'>,
  heads: SignedHeads,
  changes: readonly IncomingChange[],
): readonly SignedHead[] => {
  const followed = new Set(changes.map(({ previous }) => hex(previous)))
  const last = new Map(
    changes.filter(({ hash }) => !followed.has(hex(hash))).map((change) => [hex(change.hash), change]),
  )
  return Array.from(last.values(), (change) => {
    const { space, scope, actor, seq, hash } = change
    return heads.of(change) ?? devices.sign(log.actor, { space, scope, actor, seq, hash })
  })
}

const hex = (hash: Uint8Array | null): string => (hash === null ? '' : Buffer.from(hash).toString('hex'))

const hasEdit = ({ kind, ops }: IncomingChange): boolean =>
  kind === 'update' && ops !== null && decodeOps(ops).some(({ op }) => op === 'edit')
