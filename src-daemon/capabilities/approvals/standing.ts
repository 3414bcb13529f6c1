import type { Database } from '../../storage/index.ts'
import { personsAct, type ActivityLog } from '../activity/log.ts'
import { capabilityOf } from '../activity/record-row.ts'
import type { ToolDefinition } from '../core/approvals.ts'
import type { Approval, DecidedBy } from '../../contract/approvals.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import { covers } from './cover.ts'
import type { JudgedCall } from './judged-call.ts'
import { hasExpired, type ApprovalRecords, type ApprovalRow } from './records.ts'

/** The standing approvals, and the calls that run with them. */
export interface StandingApprovals {
  /** The oldest that covers a call now; null if the person has to be asked. */
  find(call: JudgedCall): ApprovalRow | null
  /** The one with this id, if it is still valid. */
  get(call: JudgedCall, id: string): ApprovalRow | null
  /** Counts a use. `revoked` fires if it is revoked before `end`. */
  use(approval: ApprovalRow): { readonly revoked: AbortSignal; readonly end: () => void }
  list(input: { ended: boolean }): readonly Approval[]
  /** Ends them, with a line in the activity log for each, and stops what runs with them. Returns how many there were. */
  takeBack(rows: readonly ApprovalRow[], by: DecidedBy): number
}

export const createStandingApprovals = (deps: {
  readonly db: Database
  readonly records: ApprovalRecords
  readonly log: ActivityLog
  readonly now: () => Date
  /** The current definition of a tool or a whole capability; null if there is none. */
  readonly definition: (ref: CapabilityRef) => ToolDefinition | null
}): StandingApprovals => {
  const { db, records, log, now, definition } = deps
  const running = new Map<string, Set<AbortController>>()

  const inForce = ({ ref }: JudgedCall): readonly ApprovalRow[] =>
    records.inForce(capabilityOf(ref.capability_id), now().toISOString())

  const use: StandingApprovals['use'] = ({ id }) => {
    records.use(id, now().toISOString())
    const controller = new AbortController()
    const calls = running.get(id) ?? new Set<AbortController>()
    running.set(id, calls.add(controller))
    const end = (): void => {
      calls.delete(controller)
      if (calls.size === 0 && running.get(id) === calls) running.delete(id)
    }
    return { revoked: controller.signal, end }
  }

  const stateOf = (row: ApprovalRow): Approval['state'] => {
    if (row.revokedAt !== null) return 'revoked'
    if (hasExpired(row, now().toISOString())) return 'expired'
    const found = definition({ capability_id: subjectOf(row), version: row.version })
    return (row.toolId === null ? found?.owner : found?.hash) === row.definition ? 'active' : 'outdated'
  }

  const takeBack: StandingApprovals['takeBack'] = (rows, by) => {
    const at = now()
    const revoke = (row: ApprovalRow): boolean => {
      if (!records.revoke({ id: row.id, at: at.toISOString(), by })) return false
      const { id: approvalId, scope, until, uses, version } = row
      log.append(
        personsAct({
          kind: 'revoked',
          at,
          by,
          capabilityId: subjectOf(row),
          version,
          arguments: { approvalId, scope, until, uses },
        }),
      )
      return true
    }
    const taken = db.transaction(() => rows.filter(revoke))()
    for (const { id } of taken) for (const controller of running.get(id) ?? []) controller.abort()
    return taken.length
  }

  return {
    find: (call) => inForce(call).find((approval) => covers(approval, call)) ?? null,
    get: (call, id) => inForce(call).find((approval) => approval.id === id) ?? null,
    use,
    list: ({ ended }) =>
      records
        .all()
        .map((row): Approval => ({ ...row, state: stateOf(row) }))
        .filter(({ state }) => ended || state === 'active'),
    takeBack,
  }
}

/** Id of the tool or capability an approval is for. */
const subjectOf = ({ toolId, capability }: ApprovalRow): string =>
  toolId ?? (capability.includes(':') ? capability : `acp:${capability}`)
