import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame } from '../frame.ts'
import { median } from '../statistics.ts'
import { openFloor, type Floor } from './floor.ts'

/** Updates in a row, as a turn or an import of someone's makes them: as many as after which pages are moved into the database. */
const BURST = 500
const BURSTS = 8
/** One run differs from the next by more than the bar leaves: the median of a few would be a matter of luck. */
const RUNS = 31
/** Long enough for the store's background work. */
const PAUSE_MS = 200

/**
 * The cost of an update in a store and in one of a tenth of its size. Both alternate within each run, burst by burst, so that other load on
 * the machine affects both equally. The mean of a burst, so that waiting for the disk counts; the median of bursts, because now and
 * then the disk of a shared machine stalls for longer than a whole burst takes.
 */
export const growth = async (
  frame: Frame,
  update: { readonly large: () => void; readonly small: () => void },
  {
    floor,
    count,
    setTitle,
  }: { floor: Floor; count: number; setTitle: (floor: Floor, count: number) => void },
): Promise<void> => {
  await frame.compare({
    what: 'the same update (reference: a store of a tenth of the size)',
    unit: 'us',
    ...inTurns(update.large, update.small, 0),
    runs: RUNS,
    bar: { atMostTimesReference: 1.3 },
  })
  await frame.compare({
    what: 'the same in bursts of 500 with a pause after each (reference: a tenth of the size)',
    unit: 'us',
    ...inTurns(update.large, update.small, PAUSE_MS),
  })
  const tenth = openFloor(count / 10)
  try {
    tenth.db.pragma('synchronous = NORMAL')
    await frame.compare({
      what: 'by hand, the same (reference: by hand, a tenth of the size)',
      unit: 'us',
      ...inTurns(
        () => {
          setTitle(floor, count)
        },
        () => {
          setTitle(tenth, count / 10)
        },
        0,
      ),
      runs: RUNS,
    })
  } finally {
    tenth.close()
  }
}

/** Both sides of a comparison are measured when the first of them is asked for. */
const inTurns = (ours: () => void, reference: () => void, pauseMs: number) => {
  let measured: Promise<readonly [ours: number, reference: number]> | null = null
  const side = (n: 0 | 1) => async (): Promise<number> => {
    const isFirst = measured === null
    const taken = await (measured ??= measure(ours, reference, pauseMs))
    if (!isFirst) measured = null
    return taken[n]
  }
  return { ours: side(0), reference: side(1) }
}

/** Microseconds of one call of each, in the median burst. */
const measure = async (
  ours: () => void,
  reference: () => void,
  pauseMs: number,
): Promise<readonly [number, number]> => {
  const taken: [number[], number[]] = [[], []]
  const burst = async (n: 0 | 1, work: () => void): Promise<void> => {
    await sleep(pauseMs)
    const started = performance.now()
    for (let times = 0; times < BURST; times++) work()
    taken[n].push(((performance.now() - started) * 1000) / BURST)
  }
  for (let n = 0; n < BURSTS / 2; n++) {
    await burst(0, ours)
    await burst(1, reference)
    await burst(1, reference)
    await burst(0, ours)
  }
  return [median(taken[0]), median(taken[1])]
}
