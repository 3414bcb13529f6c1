import { createBroadcast } from '../../platform/broadcast.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { onAbort } from '../../platform/abortable.ts'
import type { Database } from '../../storage/index.ts'
import type { ActivityLog } from '../activity/log.ts'
import type { InvokeContext } from '../core/types.ts'
import type { ApprovalsService, ToolDefinition } from '../core/approvals.ts'
import type {
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalRequest,
  DecidedBy,
  RefusalReason,
} from '../../contract/approvals.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import { choicesOf, covers } from './cover.ts'
import type { JudgedCall } from './judged-call.ts'
import { asksOf } from './effects.ts'
import { bind } from './patterns.ts'
import { approvalOf, createApprovalRecords, type ApprovalRow } from './records.ts'
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

interface Waiting {
  readonly request: ApprovalRequest
  readonly call: JudgedCall
  readonly settle: (decision: ApprovalDecision) => void
}

type Allowed = Extract<ApprovalAnswer['answer'], { decision: 'allow' }>

const HOUR_MS = 60 * 60 * 1000

/**
 * Decides which calls run without asking again (acp.md 7.5). A request is bound to the tool's definition and to the hash of the arguments; it is
 * answered once, by the person, in any window or at a terminal; everything else ends it as denied. Each request is one run: two equal calls ask
 * twice, and a standing answer releases every waiting call that it covers.
 */
export const createApprovals = (deps: ApprovalsDeps): Approvals => {
  const { db, now, definition, waitMs, report } = deps
  const records = createApprovalRecords(db, report)
  const standing = createStandingApprovals({ ...deps, records })
  const waiting = new Map<string, Waiting>()
  const changes = createBroadcast<null>()
  const { listen: onChange, emit } = createEmitter()
  let isEnding = false

  const judge: Approvals['judge'] = async (call, context) => {
    const unasked = withoutAsking(call, context)
    if (unasked !== null) return unasked
    const approval = asksOf(call.effect) === 'always' ? null : standing.find(call)
    if (approval !== null) return runWith(approval, { kind: 'approval', approvalId: approval.id }, 0)
    if (context.caller === 'cli' && context.turn === null) return refused('needs_consent', 0)
    return ask(call, context)
  }

  /** A call the person makes by hand is thereby allowed; null if they have to be asked. */
  const withoutAsking = (call: JudgedCall, { caller, turn, consent }: InvokeContext): Verdict | null => {
    if (asksOf(call.effect) === 'never') return verdict(true, { kind: 'free' }, 0)
    if (turn !== null) return null
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

  const ask = async (call: JudgedCall, context: InvokeContext): Promise<Verdict> => {
    if (isEnding) return refused('daemon_ended', 0)
    if (context.signal?.aborted === true) return refused('stopped', 0)
    const begun = performance.now()
    const request = requestOf(call, context)
    const answered = Promise.withResolvers<ApprovalDecision>()
    const settle = (decision: ApprovalDecision): void => {
      waiting.delete(request.id)
      answered.resolve(decision)
      tell()
    }
    const one = { request, call, settle }
    const stop = (): void => {
      end(one, 'stopped')
    }
    records.ask(request, call.logged)
    waiting.set(request.id, one)
    context.onWaiting?.(true)
    const timer = setTimeout(() => {
      end(one, 'timed_out')
    }, waitMs)
    const forget = onAbort(context.signal, stop)
    tell()
    try {
      return verdictOf(call, await answered.promise, Math.round(performance.now() - begun))
    } finally {
      clearTimeout(timer)
      context.onWaiting?.(false)
      forget()
    }
  }

  /** The answer as it holds now: its approval may have been revoked in the meantime. */
  const verdictOf = (call: JudgedCall, decision: ApprovalDecision, waitedMs: number): Verdict => {
    if (decision.kind === 'denied' || decision.kind === 'refused') return verdict(false, decision, waitedMs)
    const id = 'approvalId' in decision ? decision.approvalId : null
    if (id === null) return verdict(true, decision, waitedMs)
    const approval = standing.get(call, id)
    return approval === null ? refused('revoked', waitedMs) : runWith(approval, decision, waitedMs)
  }

  const requestOf = (call: JudgedCall, { caller, turn }: InvokeContext): ApprovalRequest => {
    const at = now()
    const { ref, definition: tool, effect } = call
    return {
      id: newId(),
      at: at.toISOString(),
      expiresAt: new Date(at.getTime() + waitMs).toISOString(),
      ref: { ...ref },
      title: tool.title,
      origin: { ...tool.origin },
      tool: tool.tool,
      caller,
      client: call.client,
      conversationId: turn?.conversationId ?? null,
      turnId: turn?.turnId ?? null,
      callId: turn?.callId ?? null,
      effect: effect.effect,
      always: asksOf(effect) === 'always',
      target: effect.target,
      sentence: effect.sentence,
      arguments: { ...call.arguments },
      argumentsSha256: call.argumentsSha256,
      choices: [...choicesOf(call)],
    }
  }

  /** Ends a request without an answer. It ends whatever becomes of the record, which a start settles. */
  const end = (one: Waiting, reason: RefusalReason): void => {
    if (!waiting.has(one.request.id)) return
    const decision: ApprovalDecision = { kind: 'refused', reason }
    try {
      records.settle(one.request.id, now().toISOString(), decision)
    } catch (problem) {
      report(problem)
    }
    one.settle(decision)
  }

  const answer: ApprovalsService['answer'] = ({ id, argumentsSha256, answer: given, by }) => {
    const one = waiting.get(id)
    if (one === undefined)
      throw new SatchelError(records.wasAsked(id) ? 'approval_answered' : 'approval_not_found')
    if (argumentsSha256 !== one.request.argumentsSha256) throw new SatchelError('approval_changed')
    if (given.decision === 'deny') {
      const decision: ApprovalDecision = { kind: 'denied', by }
      records.settle(id, now().toISOString(), decision)
      one.settle(decision)
      return
    }
    if (!isCurrent(one)) {
      end(one, 'changed')
      throw new SatchelError('approval_changed')
    }
    allow(one, given, by)
  }

  const allow = (one: Waiting, given: Allowed, by: DecidedBy): void => {
    const { request, call } = one
    refuseNotOffered(request, given, by)
    const { scope, until } = given
    const at = now()
    const approval =
      until === 'once'
        ? null
        : approvalOf(request, call.logged, {
            id: newId(),
            createdAt: at.toISOString(),
            by,
            scope,
            // With the value it has here, whatever the answer says.
            pattern: given.pattern === null ? null : bind(given.pattern, call.arguments),
            until,
            expiresAt: until === 'hour' ? new Date(at.getTime() + HOUR_MS).toISOString() : null,
            definition: scope === 'capability' ? call.definition.owner : call.definition.hash,
          })
    const decision: ApprovalDecision = { kind: 'asked', by, scope, until, approvalId: approval?.id ?? null }
    db.transaction(() => {
      if (approval !== null) records.insert(approval)
      records.settle(request.id, at.toISOString(), decision)
    })()
    one.settle(decision)
    if (approval !== null) letGo(approval)
  }

  /** Every other waiting call that is now covered continues. */
  const letGo = (approval: ApprovalRow): void => {
    for (const one of [...waiting.values()]) {
      if (!covers(approval, one.call) || !isCurrent(one)) continue
      const decision: ApprovalDecision = { kind: 'approval', approvalId: approval.id }
      records.settle(one.request.id, now().toISOString(), decision)
      one.settle(decision)
    }
  }

  const isCurrent = ({ call }: Waiting): boolean => definition(call.ref)?.hash === call.definition.hash

  const tell = (): void => {
    changes.send(null)
    emit()
  }

  const pending = (): readonly ApprovalRequest[] => [...waiting.values()].map(({ request }) => request)

  const watch: ApprovalsService['watch'] = (signal) => {
    // Before the first look, so that nothing between the two is missed.
    const heard = changes.listen(signal)
    const snapshots = async function* () {
      yield pending()
      for await (const _change of heard) yield pending()
    }
    return snapshots()
  }

  const endAll = (isOver: (one: Waiting) => boolean, reason: RefusalReason): void => {
    for (const one of [...waiting.values()]) if (isOver(one)) end(one, reason)
  }

  const takeBack = (rows: readonly ApprovalRow[], by: DecidedBy): number => {
    const count = standing.takeBack(rows, by)
    if (count > 0) tell()
    return count
  }

  return {
    judge,
    isCovered: (call) =>
      asksOf(call.effect) === 'never' || (asksOf(call.effect) === 'first' && standing.find(call) !== null),
    pending,
    watch,
    answer,
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
      endAll(({ request }) => request.conversationId === conversationId, 'stopped')
      const bound = records.all().filter((row) => row.conversationId === conversationId)
      db.transaction(() => {
        standing.takeBack(bound, by)
        records.dropConversation(conversationId)
      })()
      tell()
    },
    dropClient: ({ client, by }) => {
      endAll(({ request }) => request.client === client, 'stopped')
      takeBack(
        records.all().filter((row) => row.client === client),
        by,
      )
    },
    settled: (conversationId) => records.settledOf(conversationId),
    recheck: () => {
      endAll((one) => !isCurrent(one), 'changed')
      tell()
    },
    stopAsking: () => {
      isEnding = true
      endAll(() => true, 'daemon_ended')
    },
    close: records.close,
    onChange,
  }
}

/** Accepts only options that the request offered. Errors: `approval_not_offered`. */
const refuseNotOffered = (
  { choices }: ApprovalRequest,
  { scope, pattern, until }: Allowed,
  by: DecidedBy,
): void => {
  const isOffered = choices.some(
    (choice) =>
      choice.scope === scope &&
      choice.until.includes(until) &&
      choice.pattern?.pointer === pattern?.pointer &&
      choice.pattern?.match === pattern?.match,
  )
  // `--yes` on a command line is for that one command.
  if (!isOffered || (by === 'cli_yes' && until !== 'once')) throw new SatchelError('approval_not_offered')
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
