import { randomBytes } from 'node:crypto'
import type { Frame } from '../frame.ts'
import { medianMicroseconds, microseconds } from '../timing.ts'
import { openStore, sizeOf, type Store } from './ours.ts'

export interface EncryptionInput {
  /** Not encrypted. */
  readonly store: Store
  readonly count: number
  readonly times: number
  readonly setTitle: (store: Store) => void
}

/** The cost of encrypting the database, compared with the same without, in the same run. */
export const encryption = async (frame: Frame, input: EncryptionInput): Promise<void> => {
  const { store, count, times, setTitle } = input
  const encrypted = openStore(count, randomBytes(32).toString('hex'))
  const synchronous = (how: 'FULL' | 'NORMAL'): void => {
    for (const { db } of [store, encrypted]) db.pragma(`synchronous = ${how}`)
  }
  const update = (of: Store) => () => {
    setTitle(of)
  }
  try {
    synchronous('NORMAL')
    await frame.compare({
      what: 'encrypted: durable update of one field (reference: not encrypted)',
      unit: 'us',
      ours: () => microseconds(update(encrypted), times),
      reference: () => microseconds(update(store), times),
      bar: { atMostTimesReference: 1.15 },
    })
    synchronous('FULL')
    await frame.compare({
      what: 'encrypted: update with synchronous=FULL, median (reference: not encrypted)',
      unit: 'us',
      ours: () => medianMicroseconds(update(encrypted), times),
      reference: () => medianMicroseconds(update(store), times),
      bar: { atMostTimesReference: 1.15 },
    })
    await frame.compare({
      what: 'encrypted: size on the disk (reference: not encrypted)',
      unit: 'MB',
      ours: () => sizeOf(encrypted.path) / 1e6,
      reference: () => sizeOf(store.path) / 1e6,
      runs: 1,
    })
  } finally {
    await encrypted.close()
  }
}
