import { createBroadcast } from '../../platform/broadcast.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createEmitter } from '../../platform/emitter.ts'
import type { Database } from '../../storage/index.ts'
import type { ActivityLog } from '../activity/log.ts'
import type { InvokeContext } from '../core/types.ts'
import type { ApprovalsService, ToolDefinition } from '../core/approvals.ts'
import type { ApprovalDecision, DecidedBy, RefusalReason } from '../../contract/approvals.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import type { JudgedCall } from './judged-call.ts'
import { asksOf } from './effects.ts'
import { createApprovalRecords, type ApprovalRow } from './records.ts'
import { createRequests } from './requests.ts'
import { createStandingApprovals } from './standing.ts'

export interface ApprovalsDeps {
  readonly db: Database
  readonly now: () => Date
  readonly log: ActivityLog
  /** The current definition of a tool or a whole capability; null if there is none. */
  readonly definition: (ref: CapabilityRef) => ToolDefinition | null
  /** How long a request waits for the person, in ms. */
  readonly waitMs: number
  /** Called with what couldn't be stored about a request that ended. */
  readonly report: (problem: unknown) => void
}

/** The decision about a call. While the call runs, `revoked` fires if its approval is revoked; call `end` when it has ended. */
export interface Verdict {
  readonly allowed: boolean
  readonly decision: ApprovalDecision
  readonly waitedMs: number
  readonly revoked: AbortSignal | null
  readonly end: () => void
}

export interface Approvals extends ApprovalsService {
  /** Decides about a checked call, asking the person if necessary, for at most `waitMs`. A refusal is a verdict, too. */
  judge(call: JudgedCall, context: InvokeContext): Promise<Verdict>
  /** Whether the call would run without asking: it never needs approval, or an approval covers it. */
  isCovered(call: JudgedCall): boolean
  /** Ends every request whose tool is no longer what was shown. */
  recheck(): void
  /** Ends every request and asks nothing more: the daemon ends. */
  stopAsking(): void
  /** Saves pending counts, once no call runs any more. */
  close(): void
}

/**
 * Decides which calls run without asking again (acp.md 7.5). A request is bound to the tool's definition and to the hash of the arguments; it is
 * answered once, by the person, in any window or at a terminal; everything else ends it as denied. Each request is one run: two equal calls ask
 * twice, and a standing answer releases every waiting call that it covers.
 */
export const createApprovals = (deps: ApprovalsDeps): Approvals => {
  const { db, report } = deps
  const records = createApprovalRecords(db, report)
  const standing = createStandingApprovals({ ...deps, records })
  const changes = createBroadcast<null>()
  const { listen: onChange, emit } = createEmitter()

  const tell = (): void => {
    changes.send(null)
    emit()
  }
  const requests = createRequests({ ...deps, records, tell })

  const judge: Approvals['judge'] = async (call, context) => {
    const unasked = withoutAsking(call, context)
    if (unasked !== null) return unasked
    const approval = asksOf(call.effect) === 'always' ? null : standing.find(call)
    if (approval !== null) return runWith(approval, { kind: 'approval', approvalId: approval.id }, 0)
    if (context.caller === 'cli' && context.turn === null) return refused('needs_consent', 0)
    const { decision, waitedMs } = await requests.ask(call, context)
    return verdictOf(call, decision, waitedMs)
  }

  /** A call the person makes by hand, or doesn't want to be asked for, is thereby allowed; null if they have to be asked. */
  const withoutAsking = (
    call: JudgedCall,
    { caller, turn, consent, asksNothingGranted }: InvokeContext,
  ): Verdict | null => {
    if (call.flow === null && asksOf(call.effect) === 'never') return verdict(true, { kind: 'free' }, 0)
    if (turn !== null)
      return call.flow === null && asksNothingGranted === true && asksOf(call.effect) === 'first'
        ? verdict(true, { kind: 'conversation' }, 0)
        : null
    if (caller === 'renderer') return verdict(true, { kind: 'user_act', by: 'renderer' }, 0)
    if (caller !== 'cli' || consent === undefined) return null
    const isSame =
      consent.argumentsSha256 === call.argumentsSha256 && consent.definition === call.definition.hash
    return isSame ? verdict(true, { kind: 'user_act', by: consent.by }, 0) : refused('changed', 0)
  }

  const runWith = (approval: ApprovalRow, decision: ApprovalDecision, waitedMs: number): Verdict => {
    const use = standing.use(approval)
    tell()
    return { allowed: true, decision, waitedMs, ...use }
  }

  /** The answer as it holds now: its approval may have been revoked in the meantime. */
  const verdictOf = (call: JudgedCall, decision: ApprovalDecision, waitedMs: number): Verdict => {
    if (decision.kind === 'denied' || decision.kind === 'refused') return verdict(false, decision, waitedMs)
    const id = 'approvalId' in decision ? decision.approvalId : null
    if (id === null) return verdict(true, decision, waitedMs)
    const approval = standing.get(call, id)
    return approval === null ? refused('revoked', waitedMs) : runWith(approval, decision, waitedMs)
  }

  const watch: ApprovalsService['watch'] = (signal) => {
    // Before the first look, so that nothing between the two is missed.
    const heard = changes.listen(signal)
    const snapshots = async function* () {
      yield requests.pending()
      for await (const _change of heard) yield requests.pending()
    }
    return snapshots()
  }

  const takeBack = (rows: readonly ApprovalRow[], by: DecidedBy): number => {
    const count = standing.takeBack(rows, by)
    if (count > 0) tell()
    return count
  }

  return {
    judge,
    isCovered: (call) =>
      (call.flow === null && asksOf(call.effect) === 'never') ||
      (asksOf(call.effect) !== 'always' && standing.find(call) !== null),
    pending: requests.pending,
    watch,
    answer: requests.answer,
    list: standing.list,
    revoke: ({ id, by }) => {
      const row = records.get(id)
      if (row === null) throw new SatchelError('approval_not_found')
      takeBack([row], by)
    },
    revokeAll: ({ capability, by }) =>
      takeBack(
        records.all().filter((row) => capability === null || row.capability === capability),
        by,
      ),
    dropConversation: ({ conversationId, by }) => {
      requests.endAll(({ request }) => request.conversationId === conversationId, 'stopped')
      const bound = records.all().filter((row) => row.conversationId === conversationId)
      db.transaction(() => {
        standing.takeBack(bound, by)
        records.dropConversation(conversationId)
      })()
      tell()
    },
    dropClient: ({ client, by }) => {
      requests.endAll(({ request }) => request.client === client, 'stopped')
      takeBack(
        records.all().filter((row) => row.client === client),
        by,
      )
    },
    settled: (conversationId) => records.settledOf(conversationId),
    recheck: () => {
      requests.recheck()
      tell()
    },
    stopAsking: requests.stopAsking,
    close: records.close,
    onChange,
  }
}

const verdict = (allowed: boolean, decision: ApprovalDecision, waitedMs: number): Verdict => ({
  allowed,
  decision,
  waitedMs,
  revoked: null,
  end: () => undefined,
})

const refused = (reason: RefusalReason, waitedMs: number): Verdict =>
  verdict(false, { kind: 'refused', reason }, waitedMs)
