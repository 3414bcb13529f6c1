// A property that fails is shrunk, which for one that never waits blocks its worker, and Vitest's time limits with it:
// the smallest example found by then is reported, even if there is a smaller one.
import fc from 'fast-check'

fc.configureGlobal({ interruptAfterTimeLimit: 110_000, markInterruptAsFailure: true })
