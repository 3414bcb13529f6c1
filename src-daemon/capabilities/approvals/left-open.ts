import type { Database } from '../../storage/index.ts'
import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import type { ActivityLog } from '../activity/log.ts'
import type { ApprovalDecision } from '../../contract/approvals.ts'
import { createApprovalRecords } from './records.ts'

/** Ends requests that were waiting when a daemon died, and logs that they weren't run. */
export const settleLeftOpen = (deps: {
  readonly db: Database
  readonly log: ActivityLog
  readonly now: () => Date
  readonly language: Language
}): void => {
  const { db, log, now, language } = deps
  const records = createApprovalRecords(db, (error) => {
    throw error
  })
  const decision: ApprovalDecision = { kind: 'refused', reason: 'daemon_ended' }
  const error = {
    code: 'EXECUTION_FAILED',
    message: say(language, 'tool_cancelled'),
    details: { reason: 'cancelled' },
  } as const
  db.transaction(() => {
    for (const { id, arguments: args, ...request } of records.open()) {
      log.append({
        ...request,
        id,
        kind: 'call',
        arguments: args,
        result: { ok: false, output: null, error, duration_ms: 0, x_changes: [], x_decision: decision },
        outcome: 'stopped',
        decision,
        waitedMs: Math.max(0, now().getTime() - Date.parse(request.at)),
        bytes: { in: 0, out: 0 },
        tokens: null,
      })
      records.settle(id, now().toISOString(), decision)
    }
  })()
}
