import { say } from '../../../text/index.ts'
import type { Call, Outcome, Program } from '../base/program.ts'
import type { Situation } from '../base/situation.ts'
import { isSupposed } from './doubts.ts'

/**
 * The one way by which the planner changes anything: makes the calls, or asks `question` first where the reading isn't sure or the
 * message only supposes it. What was sure was done when it was asked for, so that a yes to something else doesn't do it again.
 */
export function* permit(
  calls: readonly Call[],
  { question, isSure }: { readonly question: string; readonly isSure: boolean },
  situation: Pick<Situation, 'language' | 'isConfirmed' | 'grammar' | 'message'>,
): Program<readonly Outcome[] | { readonly say: string }> {
  const { language, isConfirmed } = situation
  const asks = !isSure || isSupposed(calls, situation)
  if (!asks && isConfirmed) return { say: say(language, 'planner_left') }
  if (asks && !isConfirmed) return { say: question }
  return yield { calls }
}
