import { median } from './statistics.ts'

/** Microseconds for one call: the mean over `times` calls, after a warm-up of a tenth of them. */
export const microseconds = (work: () => unknown, times: number): number => {
  for (let i = 0; i < times / 10; i++) work()
  const started = performance.now()
  for (let i = 0; i < times; i++) work()
  return ((performance.now() - started) * 1000) / times
}

export const microsecondsAsync = async (work: () => Promise<unknown>, times: number): Promise<number> => {
  for (let i = 0; i < times / 10; i++) await work()
  const started = performance.now()
  for (let i = 0; i < times; i++) await work()
  return ((performance.now() - started) * 1000) / times
}

/** The median of `times` calls, each timed separately. */
export const medianMicroseconds = (work: () => unknown, times: number): number => {
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const started = performance.now()
    work()
    taken.push((performance.now() - started) * 1000)
  }
  return median(taken)
}

export const medianMicrosecondsAsync = async (
  work: () => Promise<unknown>,
  times: number,
): Promise<number> => {
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const started = performance.now()
    await work()
    taken.push((performance.now() - started) * 1000)
  }
  return median(taken)
}

const PASSES = 5

/** Microseconds of each message: the median of some passes over all of them, so that a busy machine's pauses are not a message's. */
export const microsecondsEach = (messages: readonly string[], ask: (text: string) => unknown): number[] => {
  const taken = messages.map((): number[] => [])
  for (let pass = 0; pass < PASSES; pass += 1)
    for (const [at, text] of messages.entries()) {
      const started = performance.now()
      ask(text)
      taken[at]?.push((performance.now() - started) * 1000)
    }
  return taken.map(median)
}
