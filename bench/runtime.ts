import type { Benchmark, Frame } from './frame.ts'
import { openTurns } from './runtime/turns.ts'
import { median } from './statistics.ts'

/** About four letters are a token; the ratio is what counts here. */
const LETTERS = 4

/** The cost of the turn loop without its model, and the cost of other capabilities in a turn that doesn't use them. */
export const runtime: Benchmark = async (frame, { quick }) => {
  await tokens(frame)
  await overhead(frame, quick ? 20 : 60)
}

const tokens = async (frame: Frame): Promise<void> => {
  // Both start empty, because saved objects are part of the prompt.
  const one = await openTurns(1)
  const hundred = await openTurns(100)
  try {
    await frame.compare({
      what: 'tokens of a turn with 100 capabilities installed (reference: with 1)',
      unit: 'tokens',
      ours: async () => (await hundred.sent()) / LETTERS,
      reference: async () => (await one.sent()) / LETTERS,
      bar: { atMostTimesReference: 1.05 },
    })
  } finally {
    await one.close()
    await hundred.close()
  }
}

const overhead = async (frame: Frame, turns: number): Promise<void> => {
  const one = await openTurns(1)
  try {
    // The first ones load code that is loaded once.
    for (let warm = 0; warm < 10; warm += 1) {
      await one.turn()
      await one.bare()
    }
    const bareTimes = async (): Promise<number> => {
      const times: number[] = []
      for (let at = 0; at < turns; at += 1) times.push(await one.bare())
      return median(times)
    }
    await frame.compare({
      what: 'p50 of a turn with one tool call, without its model (reference: a bare loop against the same server)',
      unit: 'ms',
      ours: async () => {
        const own: number[] = []
        for (let at = 0; at < turns; at += 1) own.push((await one.turn()) - (await one.bare()))
        return median(own)
      },
      reference: bareTimes,
      bar: { atMost: 10 },
    })
  } finally {
    await one.close()
  }
}
