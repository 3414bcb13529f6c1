import type { Op } from '../../src-daemon/state/log/types.ts'
import { createReplay } from '../../src-daemon/state/merge/replay.ts'
import { planOf } from '../../src-daemon/state/merge/plan.ts'
import type { ReplayedChange } from '../../src-daemon/state/merge/types.ts'
import { createPolicies } from '../../src-daemon/state/policies/index.ts'
import { createShape } from '../../src-daemon/state/schema/shape.ts'
import type { Frame } from '../frame.ts'
import { importByHand } from './merging-floor.ts'
import { noteOf, noteSchema } from './notes.ts'
import { access, openStore, type Store } from './ours.ts'
import { yjs } from './peers.ts'

/** Two replicas that each changed 1,000 fields without having heard of the other. */
const CHANGES = 1000
/** A merge takes 20 ms: a few would measure how long the engine takes to get to know the code, which depends on the machine. */
const RUNS = 21

const setTitle = ({ state }: Store, n: number, title: string): void => {
  state.update(access, { schemaUri: noteSchema.$id, id: noteOf(n).id, patch: { $set: { title } } })
}

/** `to` gets the changes it doesn't know. */
const tell = (from: Store, to: Store): void => {
  to.state.sync.import(from.state.sync.export({ scopes: null, since: to.state.sync.vectors() }).bytes)
}

/** Microseconds per change to import what the other one wrote, hashes checked, on the disk. Both have done so before. */
const importAfter = async (notes: number): Promise<number> => {
  const a = openStore(notes)
  const b = openStore(0)
  try {
    tell(a, b)
    setTitle(b, 0, 'before')
    tell(b, a)
    const known = a.state.sync.vectors()
    for (let n = 0; n < CHANGES; n++) {
      setTitle(a, n % notes, `a ${String(n)}`)
      setTitle(b, n % notes, `b ${String(n)}`)
    }
    const { bytes, report } = b.state.sync.export({ scopes: null, since: known })
    // As by hand: what was written before is not this merge's to carry over.
    a.db.pragma('wal_checkpoint(RESTART)')
    a.db.pragma('synchronous = FULL')
    const started = performance.now()
    a.state.sync.import(bytes)
    return ((performance.now() - started) * 1000) / report.changes
  } finally {
    await a.close()
    await b.close()
  }
}

export const durableMerge = async (frame: Frame): Promise<void> => {
  await frame.compare({
    what: 'merge of 1,000 concurrent changes each of one object, durable: one change (bar: 50,000 a second)',
    unit: 'us',
    ours: () => importAfter(1),
    reference: () => importByHand(1, CHANGES),
    bar: { atMost: 20 },
    runs: RUNS,
  })
  await frame.compare({
    what: 'the same over 1,000 objects, one change each',
    unit: 'us',
    ours: () => importAfter(CHANGES),
    reference: () => importByHand(CHANGES, CHANGES),
    runs: RUNS,
  })
}

/** The changes of both replicas, in the order in which they come in: first all of one, then all of the other. */
const changesOf = (actor: string, create: readonly ReplayedChange[]): ReplayedChange[] => {
  return [
    ...create,
    ...Array.from({ length: CHANGES }, (_, n): ReplayedChange => {
      const op: Op = { op: 'set', path: [fieldOf(n)], value: `${actor} ${String(n)}` }
      const seq = n + 1
      const saw = (other: { actor: string; seq: number }): boolean =>
        other.actor === MAKER || (other.actor === actor && other.seq < seq)
      return { write: { stamp: { clock: clockAt(seq), actor, seq }, saw }, ops: [op] }
    }),
  ]
}

const clockAt = (ms: number): string => `${ms.toString(16).padStart(12, '0')}-0000`
const MAKER = 'maker'
const FIELDS = 100
const fieldOf = (n: number): string => `field${String(n % FIELDS)}`

/** Milliseconds for the same with our rules: a register for each field. */
export const replayMerge = (): number => {
  const properties = Object.fromEntries(
    Array.from({ length: FIELDS }, (_, n) => [fieldOf(n), { type: 'string' }]),
  )
  const plan = planOf(createShape({ $id: 'did:nuwa:cap:bench:state:Wide#v1', type: 'object', properties }))
  const policies = createPolicies({
    read: () => {
      throw new Error('There is no text here')
    },
  })
  const replay = createReplay({ plan, policies })
  const create: ReplayedChange = {
    write: { stamp: { clock: clockAt(0), actor: MAKER, seq: 1 }, saw: () => false },
    ops: [{ op: 'create', object: {} }],
  }
  const changes = [...changesOf('a', [create]), ...changesOf('b', [])]
  const started = performance.now()
  if (Object.keys(replay(changes).object ?? {}).length !== FIELDS) throw new Error('Fields are missing')
  return performance.now() - started
}

/** Updates as Yjs exchanges them while two people type: one for each field that was set. */
export const yjsMerge = (): number => {
  const { Doc, applyUpdate } = yjs()
  const replica = (name: string): { doc: InstanceType<typeof Doc>; updates: Uint8Array[] } => {
    const doc = new Doc()
    const updates: Uint8Array[] = []
    doc.on('update', (update) => updates.push(update))
    for (let n = 0; n < CHANGES; n++) doc.getMap('note').set(fieldOf(n), `${name} ${String(n)}`)
    return { doc, updates }
  }
  const a = replica('a')
  const b = replica('b')
  const merged = new Doc()
  const started = performance.now()
  for (const update of a.updates) applyUpdate(merged, update)
  for (const update of b.updates) applyUpdate(merged, update)
  merged.getMap('note').toJSON()
  return performance.now() - started
}
