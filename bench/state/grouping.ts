import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Frame } from '../frame.ts'
import { medianMicroseconds, medianMicrosecondsAsync } from '../timing.ts'
import type { Floor } from './floor.ts'
import { noteOf, noteSchema, textSchema } from './notes.ts'
import { access, openStore, type Store } from './ours.ts'

/** Few, as all queries of a scope together may read only so many rows a minute. */
const TIMES = 5

/** Grouping all objects, counted in an index and with a sum that is in none. */
export const grouping = async (
  frame: Frame,
  { store, floor, count }: { store: Store; floor: Floor; count: number },
): Promise<void> => {
  const group = (aggregate: object): Promise<unknown> =>
    store.state.query(access, { from: noteSchema.$id, group: ['folder'], aggregate, limit: 1000 })
  const byHand = (results: string): (() => unknown) => {
    const statement = floor.db.prepare(`SELECT folder, ${results} FROM notes GROUP BY folder`)
    return () => statement.all()
  }
  const sets = [
    { name: 'counted', aggregate: { n: { $count: true } }, hand: byHand('count(*)') },
    {
      name: 'counted and added up',
      aggregate: { n: { $count: true }, stars: { $sum: 'stars' } },
      hand: byHand("count(*), sum(json_extract(object, '$.stars'))"),
    },
  ]
  for (const { name, aggregate, hand } of sets)
    await frame.compare({
      what: `${String(count)} objects grouped by an indexed field, ${name}, median (reference: SQL by hand)`,
      unit: 'us',
      ours: () => medianMicrosecondsAsync(() => group(aggregate), TIMES),
      reference: () => medianMicroseconds(hand, TIMES),
      bar: { atMostTimesReference: 2 },
    })
}

/** How long everything else waits for the first edit of a text, for which Automerge has to be loaded. */
export const firstEdit = async (frame: Frame): Promise<void> => {
  await frame.compare({
    what: 'the longest that anything else waits for the first edit of a text (reference: the whole edit)',
    unit: 'ms',
    ours: async () => (await editOnce()).stall,
    reference: async () => (await editOnce()).taken,
    bar: { atMost: 50 },
  })
}

const editOnce = async (): Promise<{ stall: number; taken: number }> => {
  const store = openStore(0)
  const loop = monitorEventLoopDelay({ resolution: 1 })
  try {
    const { id } = store.state.create(access, {
      schemaUri: textSchema.$id,
      object: { ...noteOf(0) },
    }).object
    await turns()
    loop.enable()
    await turns()
    loop.reset()
    const started = performance.now()
    await store.state.together(() =>
      store.state.update(access, { schemaUri: textSchema.$id, id, patch: { $set: { body: 'other words' } } }),
    )
    const taken = performance.now() - started
    // What the edit itself took counts when the loop goes on.
    await turns()
    return { stall: loop.max / 1e6, taken }
  } finally {
    loop.disable()
    await store.close()
  }
}

/** Some turns of the loop, a few milliseconds each. */
const turns = async (): Promise<void> => {
  for (let n = 0; n < 10; n++) await new Promise((resolve) => setTimeout(resolve, 2))
}
