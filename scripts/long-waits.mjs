// How long `vi.waitFor` waits where a test says nothing: as long as `expect.poll` (vitest.config.ts). It would give up after one
// second, which on a busy machine is too short for one answer of a process, and never what a test tests.
import { vi } from 'vitest'
import { PATIENCE_MS } from './patience.mjs'

const PATIENT = Symbol.for('satchel.waits-patiently')
const patient = (wait) =>
  Object.assign(
    (work, given) =>
      wait(work, { timeout: PATIENCE_MS, ...(typeof given === 'number' ? { timeout: given } : given) }),
    { [PATIENT]: true },
  )

// A worker runs this before each of its files, and `vi` is the same in all of them.
for (const name of ['waitFor', 'waitUntil']) if (!(PATIENT in vi[name])) vi[name] = patient(vi[name])
