import { createSchemaChecker } from '../schemas/index.ts'
import type { Database } from '../storage/index.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import { createActivityLog } from './activity/log.ts'
import { createCallsUnderWay } from './activity/under-way.ts'
import { createApprovals } from './approvals/approvals.ts'
import { createRefusals } from './approvals/refusals.ts'
import { settleLeftOpen } from './approvals/left-open.ts'
import { newTrace, recordOfCall, recordOfCutOff, type CallTrace } from './call-record.ts'
import { withDeadline } from './core/deadline.ts'
import { toInvokeError } from './core/failure.ts'
import { createToolFinder } from './core/find-tool.ts'
import { createJsonChecks, jsonCopy } from './core/check-json.ts'
import { partOf } from './core/listing.ts'
import { createPermission, notPermitted } from './permission.ts'
import { createReadings } from './readings.ts'
import { personFor } from './questions/person.ts'
import { createQuestions } from './questions/questions.ts'
import type { AskModel } from './questions/sampling.ts'
import { hideTexts } from '../platform/redact.ts'
import { hideDeclared } from './redact.ts'
import type { CapabilitiesService, CapabilitySource, InvokeContext } from './core/types.ts'
import type { CapabilityRef } from '../contract/capability-ref.ts'
import type { InvokeResult } from '../contract/capabilities.ts'
import { wrapOutput } from './sources/wrap.ts'

export interface CapabilitiesDeps {
  readonly sources: readonly CapabilitySource[]
  readonly db: Database
  readonly now: () => Date
  /** Language of the messages of failures; people read them too. */
  readonly language: () => Language
  readonly log: { error(data: object, message: string): void }
  readonly askModel: AskModel
  /** How long a call waits for the person, in ms. */
  readonly approvalWaitMs?: number
}

interface Outcome {
  readonly output: Record<string, unknown>
  readonly content?: readonly unknown[] | undefined
  readonly changes: InvokeResult['x_changes']
  readonly authorization?: readonly string[] | undefined
}

/** Long enough for a coffee break; a waiting turn blocks only its conversation. */
const APPROVAL_WAIT_MS = 10 * 60_000

/**
 * The CAP floor (cap.md): every tool and skill is found and run here, for all callers. The order of checks is reference, input,
 * permission, approval, run; every failure is one of five codes; every call leaves a line in the activity log.
 */
export const createCapabilities = (deps: CapabilitiesDeps): CapabilitiesService => {
  const { sources, db, now, language, log, approvalWaitMs: waitMs = APPROVAL_WAIT_MS } = deps
  const schemas = createSchemaChecker()
  const checks = createJsonChecks(schemas)
  const finder = createToolFinder(sources)
  const { find, definitionOf, notFound } = finder
  const activity = createActivityLog({ db, now })
  const underWay = createCallsUnderWay(db, activity)
  const approvals = createApprovals({
    db,
    now,
    waitMs,
    log: activity,
    definition: definitionOf,
    report: (err) => {
      log.error({ err }, 'the end of a request for approval could not be stored')
    },
  })
  const permission = createPermission({ finder, checks, approvals, refusals: createRefusals(waitMs) })
  const questions = createQuestions({ now, waitMs, schemas })
  if (!db.readonly) {
    settleLeftOpen({ db, log: activity, now, language: language() })
    underWay.settle()
  }
  for (const source of sources) source.onChange?.(approvals.recheck)

  const list: CapabilitiesService['list'] = (part) =>
    partOf(
      sources.flatMap((source) => source.list()),
      part,
    )

  const describe: CapabilitiesService['describe'] = (ref) =>
    find(ref)?.manifest ?? toInvokeError(notFound(ref), language())

  const invoke: CapabilitiesService['invoke'] = async (ref, input, context) => {
    const start = performance.now()
    const trace = newTrace(jsonCopy(input))
    const outcome = await attempt(ref, input, context, trace).then(
      ({ output, content, changes, authorization }): Omit<InvokeResult, 'duration_ms'> => ({
        ok: true,
        output: hideTexts(output, trace.secrets),
        error: null,
        x_changes: changes,
        ...(content === undefined ? {} : { x_content: [...hideTexts(content, trace.secrets)] }),
        ...(authorization === undefined ? {} : { x_authorization: [...authorization] }),
      }),
      (thrown: unknown): Omit<InvokeResult, 'duration_ms'> => {
        const error = hideTexts(toInvokeError(thrown, language()), trace.secrets)
        if (error.details?.reason === 'internal')
          log.error({ err: thrown, ref }, 'a tool failed unexpectedly')
        return { ok: false, output: null, error, x_changes: [] }
      },
    )
    // The time the person took to answer is not the tool's.
    const duration = Math.max(0, Math.round(performance.now() - start - trace.waitedMs))
    const result = { ...outcome, duration_ms: duration, x_decision: trace.decision }
    try {
      underWay.end(trace.begun, recordOfCall({ ref, context, trace, result, at: now() }))
    } catch (err) {
      // The call has happened; its result matters more to the caller than an error of the log.
      log.error({ err, ref }, 'a call could not be written to the activity log')
    }
    return result
  }

  const attempt = async (
    ref: CapabilityRef,
    input: unknown,
    context: InvokeContext,
    trace: CallTrace,
  ): Promise<Outcome> => {
    if (context.refused !== undefined) throw notPermitted(context.refused)
    const found = find(ref)
    if (found === null) throw notFound(ref)
    const given = checks.input(found.manifest, input)
    const checked = given instanceof Promise ? await given : given
    trace.logged = hideDeclared(found.manifest.input_schema, checked)
    permission.refuseUnpermitted(found.source, ref, context)
    const verdict = await permission.allow(found, checked, context, trace)
    try {
      noteDown(ref, context, trace)
      const { source, manifest } = found
      const { output, content, changes, authorization } = await withDeadline(
        {
          signal: context.signal,
          deadlineMs: context.deadlineMs ?? source.deadlineMs?.(ref),
          revoked: verdict?.revoked ?? null,
        },
        (signal, hold) =>
          source.run(ref, checked, {
            ...context,
            signal,
            hide: (secret) => trace.secrets.add(secret),
            ...personFor({
              ref,
              definition: () => source.definition(ref),
              context: { ...context, signal },
              questions,
              askModel: deps.askModel,
              hold,
              waited: (ms) => {
                trace.waitedMs += ms
              },
            }),
          }),
      )
      return {
        output: await checks.output(manifest, wrapOutput(output), changes.length > 0),
        content,
        changes,
        authorization,
      }
    } finally {
      verdict?.end()
    }
  }

  /**
   * So that calls that leave the device are in the log even if the daemon dies meanwhile. A turn's calls are settled with their turn, and
   * changes to the owner's state are atomic.
   */
  const noteDown = (ref: CapabilityRef, context: InvokeContext, trace: CallTrace): void => {
    if (context.turn !== null || trace.decision.kind === 'free') return
    const message = say(language(), 'tool_daemon_ended')
    const record = recordOfCutOff({ ref, context, trace, at: now(), message })
    underWay.begin(record)
    trace.begun = record.id
  }

  const stopAsking = (): void => {
    approvals.stopAsking()
    questions.stopAsking()
  }

  return {
    list,
    describe,
    invoke,
    preview: permission.preview,
    read: createReadings({
      log: activity,
      now,
      language,
      report: (err) => {
        log.error({ err }, 'reading for a program failed unexpectedly')
      },
    }),
    approvals,
    questions,
    log: activity,
    activity: (page) => activity.list(page).records,
    onChange: (listener) => {
      const endings = sources.map((source) => source.onChange?.(listener))
      return () => {
        for (const end of endings) end?.()
      }
    },
    recorded: ({ turnId, callId }) => activity.ofCall(turnId, callId),
    stopAsking,
    close: () => {
      stopAsking()
      approvals.close()
    },
  }
}
