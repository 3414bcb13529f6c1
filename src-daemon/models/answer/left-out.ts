import type { LeftOut } from '../../platform/lenient.ts'

/** The part of the log that records what was left out of an answer. */
export interface LeftOutLog {
  warn(data: object, message: string): void
}

const MAX_NAMED = 20

/** Collects unexpected parts of one answer, and logs them once, at its end: places and kinds, no contents. */
export const createLeftOut = (log: LeftOutLog, model: string) => {
  const places = new Map<string, string>()
  let noJson = 0

  return {
    add: ({ leftOut, others }: { leftOut: readonly LeftOut[]; others: readonly string[] }): void => {
      for (const { at, place, words } of leftOut)
        if (places.size < MAX_NAMED) places.set(at === '' ? place : at, words)
      for (const kind of others) if (places.size < MAX_NAMED) places.set(`a part of kind ${kind}`, 'no words')
    },
    /** An event with invalid JSON. */
    noJson: (): void => {
      noJson += 1
    },
    tell: (): void => {
      if (places.size > 0 || noJson > 0)
        log.warn({ model, leftOut: Object.fromEntries(places), noJson }, 'parts of an answer were left out')
    },
  }
}
