import { say } from '../../../text/index.ts'
import type { Call, Outcome, Program } from '../base/program.ts'
import type { Situation } from '../base/situation.ts'

/**
 * The one way by which the planner changes anything: makes the calls, or asks `question` first where the reading isn't sure. What was
 * sure was done when it was asked for, so that a yes to something else doesn't do it again.
 */
export function* permit(
  calls: readonly Call[],
  question: string | null,
  { language, isConfirmed }: Pick<Situation, 'language' | 'isConfirmed'>,
): Program<readonly Outcome[] | { readonly say: string }> {
  if (question === null && isConfirmed) return { say: say(language, 'planner_left') }
  if (question !== null && !isConfirmed) return { say: question }
  return yield { calls }
}
