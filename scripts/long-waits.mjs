// How long `vi.waitFor` waits where a test says nothing: as long as `expect.poll` (vitest.config.ts). It would give up after one
// second, which on a busy machine is too short for one answer of a process, and never what a test tests.
import { vi } from 'vitest'
import { WAIT_LIMIT_MS } from './wait-limit.ts'

const LONG = Symbol.for('satchel.waits-long')
const waitingLong = (wait) =>
  Object.assign(
    (work, given) =>
      wait(work, { timeout: WAIT_LIMIT_MS, ...(typeof given === 'number' ? { timeout: given } : given) }),
    { [LONG]: true },
  )

// A worker runs this before each of its files, and `vi` is the same in all of them.
for (const name of ['waitFor', 'waitUntil']) if (!(LONG in vi[name])) vi[name] = waitingLong(vi[name])
