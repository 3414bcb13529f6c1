import type { Phase } from '../../contract/daemon.ts'
import { inTerminal } from './error-text.ts'
import type { Output } from './output.ts'

/** Prints what prevents the daemon from opening or changing the data, and what to do. */
export const sayProblem = (output: Output, phase: Phase): void => {
  const problem =
    phase.kind === 'blocked' ? phase.problem : phase.kind === 'ready' ? phase.readOnly : undefined
  if (problem === undefined) return
  output.line(problem.message)
  output.line(inTerminal(problem).action)
}
