import { say } from '../../../text/index.ts'
import type { Effect, Outcome, Program } from '../base/program.ts'
import type { Situation } from '../base/situation.ts'
import { isAccountedFor } from './account.ts'

/** Proposes changes; they are made only where `permitted` lets them. */
export function* propose(
  effects: readonly Effect[],
  { question, isSure }: { readonly question: string; readonly isSure: boolean },
): Program<readonly Outcome[]> {
  const calls = effects.map(({ tool, args }) => ({ tool, args }))
  return yield { calls, proposal: { effects, questions: [question], isSure } }
}

/**
 * The one way by which the planner changes anything: runs a program, and ends it with a question before changes that the whole
 * message doesn't account for, or that their act wasn't sure of. What was sure was done when it was asked for, so that a yes to
 * something else doesn't do it again.
 */
export function* permitted<T>(program: Program<T>, situation: Situation): Program<T | string> {
  let step = program.next([])
  while (step.done !== true) {
    const proposal = 'calls' in step.value ? step.value.proposal : undefined
    if (proposal !== undefined) {
      const asks = !proposal.isSure || !isAccountedFor(proposal.effects, situation)
      if (asks && !situation.isConfirmed) return proposal.questions.join('\n')
      if (!asks && situation.isConfirmed) return say(situation.language, 'planner_left')
    }
    step = program.next(yield step.value)
  }
  return step.value
}
