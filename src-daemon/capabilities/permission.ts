import { z } from 'zod'
import type { CapabilityRef } from '../contract/capability-ref.ts'
import type { Approvals, Verdict } from './approvals/approvals.ts'
import { asksOf } from './approvals/effects.ts'
import { jsonSha256 } from './approvals/hash.ts'
import type { JudgedCall } from './approvals/judged-call.ts'
import type { Refusals } from './approvals/refusals.ts'
import type { CallTrace } from './call-record.ts'
import { jsonCopy, type JsonChecks } from './core/check-json.ts'
import type { CallEffect } from './core/approvals.ts'
import { InvokeFailure } from './core/failure.ts'
import type { Found, ToolFinder } from './core/find-tool.ts'
import { clientOf, OWNER } from './core/principal.ts'
import type { CapabilitiesService, CapabilitySource, InvokeContext } from './core/types.ts'
import { judgeFlow } from './flow/judge.ts'
import { textsIn } from './flow/leaves.ts'
import { judgeLeaving } from './flow/leaving.ts'
import type { FlowFinding } from './flow/types.ts'
import type { HeldCalls } from './held-calls.ts'
import { hideDeclared } from './core/redact.ts'

/** Lines about what was read that the log keeps of a call. */
const MOST_FOLLOWED = 20

type Arguments = Readonly<Record<string, unknown>>

export interface Permission {
  /** Errors: `InvokeFailure` where the source does not let this caller call it. */
  refuseUnpermitted(source: CapabilitySource, ref: CapabilityRef, context: InvokeContext): void
  /**
   * Resolves when the call may run; the caller runs it without awaiting anything in between. Null if no approval is needed. Errors:
   * `InvokeFailure` PERMISSION_DENIED, NOT_FOUND.
   */
  allow(found: Found, input: Arguments, context: InvokeContext, trace: CallTrace): Promise<Verdict | null>
  /** What the person would be asked about such a call from a command line; null if it needs no approval. */
  readonly preview: CapabilitiesService['preview']
}

/** Whether a call may run: what its source permits, and what the person has approved. */
export const createPermission = (deps: {
  readonly finder: ToolFinder
  readonly checks: Pick<JsonChecks, 'isInput'>
  readonly approvals: Pick<Approvals, 'judge' | 'isCovered'>
  readonly refusals: Refusals
  readonly held: HeldCalls
}): Permission => {
  const { finder, checks, approvals, refusals, held } = deps
  const { find, definitionOf, notFound } = finder

  const refuseUnpermitted: Permission['refuseUnpermitted'] = (source, ref, context) => {
    const reason = source.permission(ref, context)
    if (reason !== null) throw typeof reason === 'string' ? notPermitted(reason) : reason
  }

  const allow: Permission['allow'] = async (found, input, context, trace) => {
    const ref = refOf(found)
    const effect = found.source.effect(ref, input)
    trace.effect = effect.effect
    trace.target = effect.target
    const flow = flowOf(found, input, context, effect)
    trace.follows = followedBy(effect, context)
    if (context.principal.kind === 'agent') {
      // The user may not be present to answer; calls that are asked about every time can't be opened to agents.
      if (asksOf(effect) === 'always') throw refusals.because('needs_consent', effect.sentence)
      trace.decision = { kind: 'opened', did: context.principal.did }
      if (context.asksOwner !== true) return null
    } else if (context.asksOwner !== true && flow === null && asksOf(effect) === 'never') {
      trace.decision = { kind: 'free' }
      return null
    }
    const call = judged(found, input, context, flow)
    if (call === null) throw notFound(ref)
    if (flow !== null && context.unattended === true && !approvals.isCovered(call)) {
      const reason = held.hold(ref, input, context) ? 'held' : 'held_too_many'
      trace.decision = { kind: 'refused', reason }
      throw refusals.because(reason)
    }
    const verdict = await approvals.judge(call, context)
    trace.decision = verdict.decision
    trace.waitedMs = verdict.waitedMs
    if (!verdict.allowed) throw refusals.of(verdict, call)
    const isSame =
      definitionOf(ref)?.hash === call.definition.hash && jsonSha256(input) === call.argumentsSha256
    if (isSame) {
      refuseUnpermitted(found.source, ref, context)
      if (effect.effect !== 'network_read') context.flow?.confirm(textsIn(input))
      return verdict
    }
    verdict.end()
    trace.decision = { kind: 'refused', reason: 'changed' }
    throw refusals.because('changed')
  }

  /** What the activity log says of where such a call may come from. */
  const followedBy = ({ effect }: CallEffect, { flow, readBefore }: InvokeContext): CallTrace['follows'] =>
    effect === 'none' || effect === 'network_read' || flow === undefined || flow.foreign().length === 0
      ? []
      : (readBefore?.() ?? []).filter(({ foreign }) => foreign).slice(0, MOST_FOLLOWED)

  /** Whether what was read of third parties may be why the call is made, or it takes along what another capability keeps. */
  const flowOf = (
    found: Found,
    input: Arguments,
    { flow }: InvokeContext,
    { effect, contained }: CallEffect,
  ): FlowFinding | null => {
    const ref = refOf(found)
    const definition = flow === undefined ? null : found.source.definition(ref)
    if (flow === undefined || definition === null || contained === true) return null
    const call = {
      capabilityId: ref.capability_id,
      tool: definition.tool,
      inputSchema: found.manifest.input_schema,
      arguments: input,
      effect,
    }
    const fromOutside = judgeFlow(call, flow)?.fromOutside ?? null
    const leaving = judgeLeaving(call, flow)
    return fromOutside === null && leaving.length === 0 ? null : { fromOutside, leaving }
  }

  /** The call as approvals see it; null if the tool no longer exists. */
  const judged = (
    found: Found,
    input: Arguments,
    context: InvokeContext,
    flow: FlowFinding | null,
  ): JudgedCall | null => {
    const ref = refOf(found)
    const definition = found.source.definition(ref)
    if (definition === null) return null
    const effect = found.source.effect(ref, input)
    return {
      ref,
      definition,
      effect: context.asksOwner === true ? { ...effect, always: true } : effect,
      flow,
      arguments: input,
      logged: loggedObject.parse(hideDeclared(found.manifest.input_schema, input)),
      argumentsSha256: jsonSha256(input),
      conversationId: context.turn?.conversationId ?? null,
      held: context.held === true,
      client: clientOf(context.principal),
    }
  }

  const preview: Permission['preview'] = async (ref, input) => {
    const found = find(ref)
    const copy = jsonCopy(input)
    if (found === null || copy === null || !(await checks.isInput(found.manifest, input))) return null
    const context = { caller: 'cli', principal: OWNER, turn: null } as const
    const call = found.source.permission(ref, context) === null ? judged(found, copy, context, null) : null
    if (call === null || approvals.isCovered(call)) return null
    const { effect, sentence, target } = call.effect
    return {
      sentence,
      effect,
      target,
      argumentsSha256: call.argumentsSha256,
      definition: call.definition.hash,
    }
  }

  return { refuseUnpermitted, allow, preview }
}

export const notPermitted = (reason: string): InvokeFailure =>
  new InvokeFailure('PERMISSION_DENIED', 'tool_not_permitted', { params: { reason } })

const loggedObject = z.record(z.string(), z.unknown())

const refOf = ({ manifest: { capability_id, version } }: Found): CapabilityRef => ({ capability_id, version })
