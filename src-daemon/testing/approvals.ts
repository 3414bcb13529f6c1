import type { ApprovalsService } from '../capabilities/types.ts'
import type { ApprovalAnswer, ApprovalRequest } from '../contract/approvals.ts'

export type TestAnswer = ApprovalAnswer['answer']

export const ALLOW_ONCE: TestAnswer = { decision: 'allow', scope: 'call', pattern: null, until: 'once' }
export const DENY: TestAnswer = { decision: 'deny' }

/** A person at the window who answers each request as `answerOf` says, as soon as it comes up; null leaves it waiting. Returns the way to stop. */
export const personAnswers = (
  approvals: ApprovalsService,
  answerOf: (request: ApprovalRequest) => TestAnswer | null,
): (() => void) => {
  const seen = new Set<string>()
  const look = (): void => {
    for (const request of approvals.pending()) {
      if (seen.has(request.id)) continue
      seen.add(request.id)
      const answer = answerOf(request)
      const { id, argumentsSha256 } = request
      // Not within the announcement itself: a person takes a moment, too.
      if (answer !== null)
        setImmediate(() => {
          // Requests withdrawn meanwhile are no longer asked.
          if (!approvals.pending().some((one) => one.id === id)) return
          approvals.answer({ id, argumentsSha256, answer, by: 'renderer' })
        })
    }
  }
  look()
  return approvals.onChange(look)
}
