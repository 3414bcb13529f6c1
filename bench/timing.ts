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

/** The median of `times` calls, each timed by itself. */
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
