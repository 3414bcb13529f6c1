// A property that fails is shrunk, which for one that never waits blocks its worker, and Vitest's time limits with it:
// the smallest example found by then is told, however much longer a smaller one would take.
import fc from 'fast-check'

fc.configureGlobal({ interruptAfterTimeLimit: 110_000, markInterruptAsFailure: true })
