import { sortKeysOf } from '../src-daemon/state/view/sort-keys.ts'
import { noteOf, noteSchema, tagOf, FOLDERS } from './state/notes.ts'
import { access, openInMemory, openStore, sizeOf, type Store } from './state/ours.ts'
import { backups } from './state/backups.ts'
import { encryption } from './state/encryption.ts'
import { openFloor, type Floor, type Position } from './state/floor.ts'
import { firstEdit, grouping } from './state/grouping.ts'
import { growth } from './state/growth.ts'
import { durableMerge, replayMerge, yjsMerge } from './state/merging.ts'
import { createOpener } from './state/opening.ts'
import { mingoPage, openPglite, openPouch, type Peer } from './state/peers.ts'
import { salvaging } from './state/salvage.ts'
import { searching } from './state/searching.ts'
import { waiting } from './state/waiting.ts'
import { automergeOp, openStoredDocuments, typeInAutomerge, typeInOurs } from './state/typing.ts'
import type { Benchmark, Frame } from './frame.ts'
import { median } from './statistics.ts'
import { medianMicroseconds, medianMicrosecondsAsync, microseconds, microsecondsAsync } from './timing.ts'

const NOTES = 100_000
/** In all they stay within what the queries of one scope may use per minute. */
const PAGES = 100
/** Fewer than there are objects, in favour of Automerge: making them takes long. */
const STORED_DOCUMENTS = 1000

/** The cost of state, each figure compared with the same job done by hand in SQLite, or by the peers. */
export const state: Benchmark = async (frame, { quick }) => {
  const count = quick ? 10_000 : NOTES
  const store = openStore(count)
  const floor = openFloor(count)
  const small = openStore(count / 10)
  try {
    await opening(frame, store, floor, count)
    await updates(frame, { store, floor, small, count, times: quick ? 500 : 4000 })
    await peers(frame, { store, count, times: quick ? 100 : 500 })
    await waiting(frame, {
      store,
      floor,
      times: quick ? 100 : 400,
      setTitle: () => {
        setTitle(store, count)
      },
      setTitleByHand: () => {
        floor.setTitle(next(count), `title ${String(turn)}`)
      },
    })
    await encryption(frame, {
      store,
      count,
      times: quick ? 500 : 4000,
      setTitle: (of) => {
        setTitle(of, count)
      },
    })
    await backups(frame, {
      count,
      setTitle: (of) => {
        setTitle(of, count)
      },
    })
    await pages(frame, { store, floor, small, count, times: PAGES })
    await searching(frame, { store, count })
    await grouping(frame, { store, floor, count })
    await fields(frame, store, count, quick ? 1000 : 10_000)
    await merging(frame)
    await salvaging(frame, count)
    await text(frame, quick ? 5000 : 100_000)
    await firstEdit(frame)
  } finally {
    await store.close()
    await small.close()
    floor.close()
  }
}

interface Sizes {
  readonly count: number
  readonly times: number
}

let turn = 0
const ids = new Map<number, readonly string[]>()
/** The id of another note with each call, spread over the whole store. Made before: making a note is a fifth of an update. */
const next = (count: number): string => {
  const all = ids.get(count) ?? Array.from({ length: count }, (_, n) => noteOf(n).id)
  ids.set(count, all)
  return all[(turn++ * 7919) % count] ?? ''
}

const setTitle = (store: Store, count: number): void => {
  const id = next(count)
  store.state.update(access, {
    schemaUri: noteSchema.$id,
    id,
    patch: { $set: { title: `title ${String(turn)}` } },
  })
}

const updates = async (
  frame: Frame,
  { store, floor, small, count, times }: Sizes & { store: Store; floor: Floor; small: Store },
): Promise<void> => {
  for (const { db } of [store, floor, small]) db.pragma('synchronous = NORMAL')
  await frame.compare({
    what: 'durable update of one field (reference: op log and view by hand)',
    unit: 'us',
    ours: () =>
      microseconds(() => {
        setTitle(store, count)
      }, times),
    reference: () =>
      microseconds(() => {
        floor.setTitle(next(count), `title ${String(turn)}`)
      }, times),
    bar: { atMostTimesReference: 2 },
  })
  await growth(
    frame,
    {
      large: () => {
        setTitle(store, count)
      },
      small: () => {
        setTitle(small, count / 10)
      },
    },
    {
      floor,
      count,
      setTitle: (by, of) => {
        by.setTitle(next(of), `title ${String(turn)}`)
      },
    },
  )
  const automerge = automergeOp()
  await frame.compare({
    what: 'op on one field, ours durable (reference: Automerge, in memory only, document loaded)',
    unit: 'us',
    ours: () =>
      microseconds(() => {
        setTitle(store, count)
      }, times),
    reference: () => microseconds(() => automerge(`title ${String(turn++)}`), Math.min(times, 500)),
  })
  const memory = openInMemory()
  try {
    await frame.compare({
      what: 'op on one field, in memory, object loaded (reference: Automerge, in memory, document loaded)',
      unit: 'us',
      ours: () =>
        microseconds(
          () => {
            memory.setTitle(`title ${String(turn++)}`)
          },
          Math.min(times, 500),
        ),
      reference: () => microseconds(() => automerge(`title ${String(turn++)}`), Math.min(times, 500)),
    })
  } finally {
    await memory.close()
  }
  const documents = openStoredDocuments(Math.min(count, STORED_DOCUMENTS))
  try {
    await frame.compare({
      what: 'op on one field, durable (reference: Automerge made durable, documents in SQLite)',
      unit: 'us',
      ours: () =>
        microseconds(() => {
          setTitle(store, count)
        }, times),
      reference: () =>
        microseconds(
          () => {
            documents.setTitle((turn++ * 7919) % STORED_DOCUMENTS, `title ${String(turn)}`)
          },
          Math.min(times, 500),
        ),
      bar: { atMostTimesReference: 1 / 5 },
    })
  } finally {
    documents.close()
  }
}

const peers = async (frame: Frame, { store, count, times }: Sizes & { store: Store }): Promise<void> => {
  const compare = async (name: string, peer: Peer): Promise<void> => {
    try {
      await frame.compare({
        what: `durable update of one field (reference: ${name})`,
        unit: 'us',
        ours: () =>
          microseconds(() => {
            setTitle(store, count)
          }, times),
        reference: () => microsecondsAsync(() => peer.setTitle(next(count), `title ${String(turn)}`), times),
        bar: { atMostTimesReference: 1 / 4 },
      })
    } finally {
      await peer.close()
    }
  }
  await compare('PGlite', await openPglite(count))
  await compare('PouchDB', await openPouch(count))
}

const pages = async (
  frame: Frame,
  { store, floor, small, count, times }: Sizes & { store: Store; floor: Floor; small: Store },
): Promise<void> => {
  const order = [{ field: 'updatedAt', direction: 'desc' }]
  const ask = async (from: Store, where: object): Promise<void> => {
    const first = await from.state.query(access, { from: noteSchema.$id, where, order, limit: 20 })
    if (first.cursor === null) throw new Error('The page has no successor')
    await from.state.query(access, { from: noteSchema.$id, where, order, limit: 20, cursor: first.cursor })
  }
  const byHand = (page: (after: Position | null) => { next: Position | null }): void => {
    page(page(null).next)
  }
  const folder = (): string => `folder-${String(turn++ % FOLDERS)}`
  const tag = (): string => tagOf(turn++)
  const inMemory = mingoPage(Array.from({ length: count }, (_, n) => noteOf(n)))
  const sets = [
    {
      name: 'page of 20 by an indexed field',
      ours: (from: Store) => ask(from, { folder: folder() }),
      hand: () => {
        const name = folder()
        byHand((after) => floor.page(name, after))
      },
      scan: () => inMemory({ folder: folder() }),
    },
    {
      name: 'page of 20 with $contains',
      ours: (from: Store) => ask(from, { tags: { $contains: tag() } }),
      hand: () => {
        const name = tag()
        byHand((after) => floor.tagged(name, after))
      },
      scan: () => inMemory({ tags: tag() }),
    },
  ]
  for (const { name, ours, hand, scan } of sets) {
    const two = 2
    await frame.compare({
      what: `${name}, median (reference: SQL by hand)`,
      unit: 'us',
      ours: async () => (await medianMicrosecondsAsync(() => ours(store), times)) / two,
      reference: () => medianMicroseconds(hand, times) / two,
      bar: { atMostTimesReference: 2 },
    })
    await frame.compare({
      what: `${name} (reference: mingo over all objects in memory)`,
      unit: 'us',
      ours: async () => (await medianMicrosecondsAsync(() => ours(store), times)) / two,
      reference: () => medianMicroseconds(scan, 5),
      bar: { atMostTimesReference: 1 / 100 },
    })
  }
  await frame.compare({
    what: 'the first page of a folder, nothing of its keys in memory yet (reference: SQL by hand)',
    unit: 'us',
    ours: () => {
      sortKeysOf(store.db).forget()
      return medianMicrosecondsAsync(
        () =>
          store.state.query(access, { from: noteSchema.$id, where: { folder: folder() }, order, limit: 20 }),
        PAGES,
      )
    },
    reference: () => medianMicroseconds(() => floor.page(folder(), null), PAGES),
    bar: { atMostTimesReference: 2 },
  })
  const newest = (from: Store): Promise<void> => ask(from, { updatedAt: { $gt: noteOf(0).updatedAt } })
  await frame.compare({
    what: 'page of 20 among all, by time (reference: a store of a tenth of the size)',
    unit: 'us',
    ours: () => medianMicrosecondsAsync(() => newest(store), times),
    reference: () => medianMicrosecondsAsync(() => newest(small), times),
    bar: { atMostTimesReference: 1.3 },
  })
}

/** Bytes that 10,000 changes of one field add to the file, with hash, origin and indexes. */
const fields = async (frame: Frame, store: Store, count: number, times: number): Promise<void> => {
  const used = (): number => {
    const bytes: unknown = store.db
      .prepare(
        "SELECT sum(pgsize - unused) FROM dbstat WHERE name LIKE 'change%' OR name LIKE 'sqlite_autoindex_change%' OR name LIKE 'log_origins%'",
      )
      .pluck()
      .get()
    return Number(bytes)
  }
  await frame.compare({
    what: 'stored per change of one field, with origin and hash',
    unit: 'B',
    ours: () => {
      const before = used()
      for (let n = 0; n < times; n++) setTitle(store, count)
      return (used() - before) / times
    },
    bar: { atMost: 160 },
    runs: 1,
  })
}

const merging = async (frame: Frame): Promise<void> => {
  await frame.compare({
    what: 'merge of two replicas with 1,000 concurrent changes each, in memory (reference: Yjs)',
    unit: 'ms',
    ours: replayMerge,
    reference: yjsMerge,
    bar: { atMostTimesReference: 2 },
  })
  await durableMerge(frame)
}

const opening = async (frame: Frame, store: Store, floor: Floor, count: number): Promise<void> => {
  store.db.pragma('wal_checkpoint(TRUNCATE)')
  const json = Array.from({ length: count }, (_, n) => Buffer.byteLength(JSON.stringify(noteOf(n)))).reduce(
    (a, b) => a + b,
    0,
  )
  const opener = await createOpener()
  try {
    await frame.compare({
      what: `open ${String(count)} objects and answer the first query (reference: by hand)`,
      unit: 'ms',
      ours: () => opener.openIn('ours', store.path).milliseconds,
      reference: () => opener.openIn('floor', floor.path).milliseconds,
      bar: { atMost: 50 },
    })
    await frame.compare({
      what: 'memory of that process (reference: by hand)',
      unit: 'MiB',
      ours: () => opener.openIn('ours', store.path).rssMiB,
      reference: () => opener.openIn('floor', floor.path).rssMiB,
      bar: { atMostTimesReference: 1.5 },
    })
  } finally {
    opener.close()
  }
  await frame.compare({
    what: 'size on the disk (reference: the JSON of the objects)',
    unit: 'MB',
    ours: () => sizeOf(store.path) / 1e6,
    reference: () => json / 1e6,
    bar: { atMostTimesReference: 3 },
    runs: 1,
  })
}

const text = async (frame: Frame, characters: number): Promise<void> => {
  const ours: { seconds: number; loadMs: number }[] = []
  const reference: { seconds: number; loadMs: number }[] = []
  await frame.compare({
    what: `${String(characters)} characters typed, saved a hundred at a time (reference: Automerge in memory)`,
    unit: 's',
    ours: async () => {
      const run = await typeInOurs(characters)
      ours.push(run)
      return run.seconds
    },
    reference: () => {
      const run = typeInAutomerge(characters)
      reference.push(run)
      return run.seconds
    },
    bar: { atMostTimesReference: 2 },
    runs: 3,
  })
  await frame.compare({
    what: 'reading that text (reference: Automerge loading it)',
    unit: 'ms',
    ours: () => median(ours.map(({ loadMs }) => loadMs)),
    reference: () => median(reference.map(({ loadMs }) => loadMs)),
    bar: { atMostTimesReference: 1 },
    runs: 1,
  })
}
