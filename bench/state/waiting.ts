import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame } from '../frame.ts'
import { medianMicroseconds, microseconds } from '../timing.ts'
import type { Floor } from './floor.ts'
import type { Store } from './ours.ts'

const CALLERS = 16
/** One batch of callers is one wait for the disk: as many of them as a single caller gets makes a figure as steady. */
const BATCHES = 8

export interface WaitingInput {
  readonly store: Store
  readonly floor: Floor
  readonly times: number
  readonly setTitle: () => void
  readonly setTitleByHand: () => void
}

/** Updates that wait for the disk, alone and together, and the disk's share of the time. */
export const waiting = async (frame: Frame, input: WaitingInput): Promise<void> => {
  const { store, floor, times, setTitle, setTitleByHand } = input
  const all = [store, floor]
  const synchronous = (how: 'FULL' | 'NORMAL'): void => {
    for (const { db } of all) db.pragma(`synchronous = ${how}`)
  }
  synchronous('FULL')
  await frame.compare({
    what: 'update with synchronous=FULL, median (reference: by hand)',
    unit: 'us',
    ours: () => medianMicroseconds(setTitle, times),
    reference: () => medianMicroseconds(setTitleByHand, times),
    bar: { atMostTimesReference: 1.5 },
  })
  /** Microseconds of one of so many updates by hand in one transaction. */
  const togetherByHand = (): number =>
    microseconds(() => {
      floor.together(() => {
        for (let n = 0; n < CALLERS; n++) setTitleByHand()
      })
    }, times) / CALLERS
  await frame.compare({
    what: `${String(CALLERS)} callers at once, FULL: one update (reference: by hand in one transaction)`,
    unit: 'us',
    ours: () => callersAtOnce(input, times * BATCHES),
    reference: togetherByHand,
    bar: { atMostTimesReference: 1.2 },
  })
  await frame.compare({
    what: 'the same (reference: one caller)',
    unit: 'us',
    ours: () => callersAtOnce(input, times * BATCHES),
    reference: () => callersAtOnce(input, times, 1),
  })
  await frame.compare({
    what: `by hand, ${String(CALLERS)} updates in one transaction, FULL: one update (reference: each in its own)`,
    unit: 'us',
    ours: togetherByHand,
    reference: () => microseconds(setTitleByHand, times),
  })
  synchronous('NORMAL')
  await atBest(frame, input)
}

/**
 * The maximum gain of sharing a wait on this disk: the work of each update remains. If an fsync takes four times as
 * long as the work of one update, sixteen callers can be four times as fast, and no more.
 */
const atBest = async (frame: Frame, input: WaitingInput): Promise<void> => {
  const { times, setTitle } = input
  const disk = openWaiter()
  try {
    await frame.compare({
      what: 'an fsync alone, after as many bytes as an update writes (reference: the work of one update, without any)',
      unit: 'us',
      ours: () => disk.wait(times),
      reference: () => microseconds(setTitle, times),
    })
    await frame.compare({
      what: `${String(CALLERS)} callers at best: work and a ${String(CALLERS)}th of an fsync (reference: work and an fsync)`,
      unit: 'us',
      ours: async () => (await callersAtOnce(input, times * BATCHES)) + disk.wait(times) / CALLERS,
      reference: () => microseconds(setTitle, times) + disk.wait(times),
    })
  } finally {
    disk.close()
  }
}

/** Microseconds per update when each caller sends its next one as soon as the last was acknowledged. */
const callersAtOnce = async (
  { store, setTitle }: WaitingInput,
  times: number,
  callers = CALLERS,
): Promise<number> => {
  const each = Math.ceil(times / callers)
  const caller = async (): Promise<void> => {
    for (let n = 0; n < each; n++) await store.state.together(setTitle)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: callers }, caller))
  return ((performance.now() - started) * 1000) / (each * callers)
}

/** As many bytes as the write-ahead file has, and as an update adds to it. */
const FILE_BYTES = 16 * 1024 * 1024
const UPDATE_BYTES = 4 * (4096 + 24)

/** A file that is written like a write-ahead file: over what was there, a little further each time. */
const openWaiter = (): { wait(times: number): number; close(): void } => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-fsync-'))
  const file = openSync(join(directory, 'file'), 'w')
  writeSync(file, Buffer.alloc(FILE_BYTES, 1), 0, FILE_BYTES, 0)
  fsyncSync(file)
  const frames = Buffer.alloc(UPDATE_BYTES, 2)
  let at = 0
  return {
    /** Microseconds of an fsync. */
    wait: (times) => {
      let taken = 0
      for (let n = 0; n < times; n++) {
        writeSync(file, frames, 0, UPDATE_BYTES, at)
        at = (at + UPDATE_BYTES) % (FILE_BYTES - UPDATE_BYTES)
        const started = performance.now()
        fsyncSync(file)
        taken += performance.now() - started
      }
      return (taken * 1000) / times
    },
    close: () => {
      closeSync(file)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
