import { InvokeFailure } from '../core/failure.ts'
import type { SkillRunner } from './skills.ts'
import type { CapabilitySource, RunContext } from '../core/types.ts'

/** Runs a whole capability as a skill, for callers that may start a conversation. */
export const runAsSkill = async (
  runSkill: SkillRunner,
  capability: string,
  { task, vars = {} }: Readonly<Record<string, unknown>>,
  { turn, principal, signal }: RunContext,
): ReturnType<CapabilitySource['run']> => {
  // A turn that could start turns might never end.
  if (turn !== null || principal.kind === 'agent')
    throw new InvokeFailure('EXECUTION_FAILED', 'skill_needs_conversation', {
      details: { reason: 'skill' },
    })
  const outcome = await runSkill({
    capability,
    task: String(task),
    vars: vars as Record<string, unknown>, // its schema says so, and was checked
    principal,
    signal,
  })
  if (!outcome.ok)
    throw new InvokeFailure('EXECUTION_FAILED', 'skill_not_finished', {
      params: { problem: outcome.problem },
      details: { reason: outcome.reason },
    })
  const { text, changes } = outcome
  return { output: { text, artifacts: changes.map((change) => ({ ...change })) }, changes: [...changes] }
}
