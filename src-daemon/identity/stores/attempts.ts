import { SatchelError } from '../../platform/errors.ts'

const WINDOW_MS = 60_000
const MAX_WRONG = 5

/** Limits guesses at a passphrase that costs nothing to compare: five wrong ones a minute. */
export interface Attempts {
  /** Errors: `too_many_passphrases` until the oldest of the last wrong ones is a minute old. */
  check(): void
  wrong(): void
}

export const createAttempts = (now: () => Date): Attempts => {
  let wrong: readonly number[] = []
  return {
    check: () => {
      const since = now().getTime() - WINDOW_MS
      wrong = wrong.filter((at) => at > since)
      if (wrong.length >= MAX_WRONG) throw new SatchelError('too_many_passphrases')
    },
    wrong: () => {
      wrong = [...wrong, now().getTime()]
    },
  }
}
