import { onAbort } from '../../platform/abortable.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Database } from '../../storage/index.ts'
import type {
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalRequest,
  DecidedBy,
  RefusalReason,
} from '../../contract/approvals.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import type { ApprovalsService, ToolDefinition } from '../core/approvals.ts'
import type { InvokeContext } from '../core/types.ts'
import { choicesOf, covers } from './cover.ts'
import { asksOf } from './effects.ts'
import type { JudgedCall } from './judged-call.ts'
import { bind } from './patterns.ts'
import { approvalOf, type ApprovalRecords, type ApprovalRow } from './records.ts'

/** A call that waits for the person. */
interface Waiting {
  readonly request: ApprovalRequest
  readonly call: JudgedCall
  readonly settle: (decision: ApprovalDecision) => void
}

type Allowed = Extract<ApprovalAnswer['answer'], { decision: 'allow' }>

const HOUR_MS = 60 * 60 * 1000
/** How long a held call waits, while Satchel runs: a week, as somebody may be away. */
export const HELD_MS = 7 * 24 * HOUR_MS

export interface Requests {
  /** Asks the person, which takes `waitMs` at most. A call that is not asked about any more is refused. */
  ask(
    call: JudgedCall,
    context: InvokeContext,
  ): Promise<{ readonly decision: ApprovalDecision; readonly waitedMs: number }>
  pending(): readonly ApprovalRequest[]
  readonly answer: ApprovalsService['answer']
  /** Ends those without an answer. */
  endAll(isOver: (one: Pick<Waiting, 'request'>) => boolean, reason: RefusalReason): void
  /** Ends every request whose tool is not what was shown any more. */
  recheck(): void
  /** Ends every request; no more are made. */
  stopAsking(): void
}

/** Requests for approval that wait for the person: each is answered once, or ended. */
export const createRequests = (deps: {
  readonly db: Database
  readonly now: () => Date
  readonly records: ApprovalRecords
  readonly definition: (ref: CapabilityRef) => ToolDefinition | null
  readonly waitMs: number
  readonly report: (problem: unknown) => void
  /** Told when others wait than before. */
  readonly tell: () => void
}): Requests => {
  const { db, now, records, definition, waitMs, report, tell } = deps
  const waiting = new Map<string, Waiting>()
  let isEnding = false

  const ask: Requests['ask'] = async (call, context) => {
    if (isEnding) return refused('daemon_ended')
    if (context.signal?.aborted === true) return refused('stopped')
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
    const timer = setTimeout(
      () => {
        end(one, 'timed_out')
      },
      call.held ? HELD_MS : waitMs,
    )
    const forget = onAbort(context.signal, stop)
    tell()
    try {
      const decision = await answered.promise
      return { decision, waitedMs: Math.round(performance.now() - begun) }
    } finally {
      clearTimeout(timer)
      context.onWaiting?.(false)
      forget()
    }
  }

  const requestOf = (
    call: JudgedCall,
    { caller, turn, readBefore, tellsRead, app }: InvokeContext,
  ): ApprovalRequest => {
    const at = now()
    const { ref, definition: tool, effect } = call
    return {
      id: newId(),
      at: at.toISOString(),
      expiresAt: new Date(at.getTime() + (call.held ? HELD_MS : waitMs)).toISOString(),
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
      ...(readBefore !== undefined && (tellsRead === true || call.flow !== null)
        ? { readBefore: [...readBefore()] }
        : {}),
      ...(call.flow?.fromOutside ? { fromOutside: [...call.flow.fromOutside] } : {}),
      ...(call.flow === null || call.flow.leaving.length === 0
        ? {}
        : { leaving: call.flow.leaving.map(({ title, at }) => ({ title, at: [...at] })) }),
      ...(call.held ? { held: true } : {}),
      ...(app === undefined ? {} : { app }),
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

  const endAll: Requests['endAll'] = (isOver, reason) => {
    for (const one of [...waiting.values()]) if (isOver(one)) end(one, reason)
  }

  return {
    ask,
    pending: () => [...waiting.values()].map(({ request }) => request),
    answer,
    endAll,
    recheck: () => {
      for (const one of [...waiting.values()]) if (!isCurrent(one)) end(one, 'changed')
    },
    stopAsking: () => {
      isEnding = true
      endAll(() => true, 'daemon_ended')
    },
  }
}

const refused = (
  reason: RefusalReason,
): { readonly decision: ApprovalDecision; readonly waitedMs: number } => ({
  decision: { kind: 'refused', reason },
  waitedMs: 0,
})

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
