import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createBackground, type Background } from './background.ts'

const NOTHING = { expired: 0, evicted: 0, compressed: 0, bytesFreed: 0 }
const TIMES = { first: 5, every: 5, slice: 2, pause: 1 }
let background: Background | undefined
afterEach(() => {
  background?.stop()
})

const until = (isSo: () => boolean): Promise<void> => expect.poll(isSo, { interval: 5 }).toBe(true)

describe('work in the background', () => {
  it('goes on slice by slice, leaves time to others, and begins again after a while', async () => {
    let runs = 0
    let steps = 0
    let turns = 0
    background = createBackground(function* () {
      runs += 1
      for (let n = 0; n < 30; n++) {
        const from = performance.now()
        while (performance.now() - from < 1);
        steps += 1
        yield NOTHING
      }
    }, TIMES)
    background.start(() => undefined)
    while (runs < 3) {
      await wait(0)
      if (steps > 0 && steps < 30) turns += 1
    }
    expect(steps).toBeGreaterThanOrEqual(60)
    // Other work had its turn in the middle of the first run.
    expect(turns).toBeGreaterThan(2)
  })

  it('tells what failed, and tries again', async () => {
    const problems: unknown[] = []
    let runs = 0
    background = createBackground(function* () {
      runs += 1
      yield NOTHING
      if (runs === 1) throw new Error('the disk is full')
    }, TIMES)
    background.start((problem) => problems.push(problem))
    await until(() => runs > 1)
    expect(problems).toMatchObject([{ message: 'the disk is full' }])
  })

  it('ends when it is stopped, in the middle of a run too', async () => {
    let steps = 0
    background = createBackground(function* () {
      for (;;) {
        steps += 1
        yield NOTHING
      }
    }, TIMES)
    background.start(() => undefined)
    await until(() => steps > 0)
    background.stop()
    const before = steps
    await wait(30)
    expect(steps).toBe(before)
  })
})
