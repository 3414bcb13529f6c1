import type { Language } from '../contract/language.ts'
import type { CapabilityRef } from '../contract/capability-ref.ts'
import type { InvokeResult } from '../contract/capabilities.ts'
import { joined, labelled, type Label } from '../contract/labels.ts'
import type { UnlockWaits } from '../identity/index.ts'
import { SatchelError } from '../platform/errors.ts'
import { counterpartOf, type ToldSecrets } from '../platform/told-secrets.ts'
import { say } from '../text/index.ts'
import type { CallsUnderWay } from './activity/under-way.ts'
import { newTrace, recordOfCall, recordOfCutOff, type CallTrace } from './call-record.ts'
import { jsonCopy, type JsonChecks } from './core/check-json.ts'
import { withDeadline, type Hold } from './core/deadline.ts'
import { InvokeFailure, toInvokeError } from './core/failure.ts'
import type { ToolFinder } from './core/find-tool.ts'
import type { CapabilitiesService, InvokeContext, ReadIntoFields } from './core/types.ts'
import { extractSchema } from './extract/fields.ts'
import { readFields } from './extract/read-fields.ts'
import type { References } from './extract/references.ts'
import { notPermitted, type Permission } from './permission.ts'
import { isAlone, personFor } from './questions/person.ts'
import type { Questions } from './questions/questions.ts'
import type { AskModel } from './questions/sampling.ts'
import { hideDeclared } from './core/redact.ts'
import { wrapOutput } from './sources/wrap.ts'

export interface InvokeDeps {
  readonly finder: ToolFinder
  readonly checks: JsonChecks
  readonly permission: Permission
  readonly questions: Questions
  readonly underWay: CallsUnderWay
  readonly askModel: AskModel
  /** Texts that a call may name. */
  readonly references: Pick<References, 'filled'>
  /** Has calls that meet locked keys wait for the person. */
  readonly unlocks: Pick<UnlockWaits, 'through'>
  /** What is masked in all that a tool's owner says. */
  readonly told: Pick<ToldSecrets, 'of' | 'isStray' | 'masked'>
  readonly now: () => Date
  readonly language: () => Language
  readonly log: { error(data: object, message: string): void }
}

interface Outcome {
  readonly output: Record<string, unknown>
  readonly content?: readonly unknown[] | undefined
  readonly changes: InvokeResult['x_changes']
  readonly meta?: InvokeResult['x_meta']
  readonly app?: InvokeResult['x_app']
  readonly integrity?: InvokeResult['x_integrity']
  readonly keepers?: InvokeResult['x_keepers']
  readonly authorization?: readonly string[] | undefined
}

/** Runs calls: what is checked before one, what its tool is given, and what is kept of it. */
export const createInvoke = (deps: InvokeDeps): CapabilitiesService['invoke'] => {
  const { checks, permission, questions, underWay, unlocks, told, now, language, log } = deps
  const { find, notFound } = deps.finder

  const invoke: CapabilitiesService['invoke'] = async (ref, written, inContext) => {
    const { input, context, label } = deps.references.filled(written, inContext)
    const start = performance.now()
    const mask = told.of(counterpartOf(ref.capability_id))
    const trace = newTrace(jsonCopy(input), mask)
    const outcome = await attempt(ref, input, context, trace).then(
      ({
        output,
        content,
        changes,
        meta,
        app,
        integrity,
        keepers = [],
        authorization,
      }): Omit<InvokeResult, 'duration_ms'> => ({
        ok: true,
        // What the owner keeps isn't what others say: it is read to be changed, and written again.
        output: trace.effect === 'own_state' ? output : mask.masked(output),
        error: null,
        x_changes: changes,
        ...(content === undefined ? {} : { x_content: [...mask.masked(content)] }),
        ...(meta === undefined ? {} : { x_meta: mask.masked(meta) }),
        ...(app === undefined ? {} : { x_app: app }),
        ...labelOfResult({ integrity, keepers }, label),
        ...(authorization === undefined ? {} : { x_authorization: [...authorization] }),
      }),
      (thrown: unknown): Omit<InvokeResult, 'duration_ms'> => {
        const error = mask.masked(toInvokeError(thrown, language()))
        if (error.details?.reason === 'internal')
          log.error({ err: thrown, ref }, 'a tool failed unexpectedly')
        return { ok: false, output: null, error, x_changes: [], ...labelOfResult({}, label) }
      },
    )
    // The time the person took to answer is not the tool's.
    const duration = Math.max(0, Math.round(performance.now() - start - trace.waitedMs))
    const follows = trace.follows.length === 0 ? {} : { x_follows: [...trace.follows] }
    const result = { ...outcome, duration_ms: duration, ...follows, x_decision: trace.decision }
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
    const declared: string[] = []
    trace.logged = hideDeclared(found.manifest.input_schema, checked, (secret) => declared.push(secret))
    permission.refuseUnpermitted(found.source, ref, context)
    refuseSecrets(ref, checked, context, trace)
    const verdict = await permission.allow(found, checked, context, trace)
    if (trace.effect !== 'own_state') declared.forEach(trace.mask.hide)
    try {
      noteDown(ref, context, trace)
      const { source, manifest } = found
      const { output, ...others } = await withDeadline(
        {
          signal: context.signal,
          deadlineMs: context.deadlineMs ?? source.deadlineMs?.(ref),
          revoked: verdict?.revoked ?? null,
        },
        (signal, hold) => {
          const waited = (ms: number): void => {
            trace.waitedMs += ms
          }
          const unlocked = <T>(work: () => Promise<T>): Promise<T> =>
            isAlone(context)
              ? work()
              : unlocks.through(work, {
                  ...{ signal, turn: context.turn, hold: untilUnlocked(context, hold, waited) },
                })
          // Keys are read before a tool changes or sends anything.
          return unlocked(() =>
            source.run(ref, checked, {
              ...context,
              signal,
              hide: trace.mask.hide,
              pieces: trace.mask.pieces,
              onProgress: (progress) => context.onProgress?.(trace.mask.masked(progress)),
              extract: (text, schema) => hold(() => extractFor(text, schema, { context, signal })),
              ...personFor({
                ref,
                definition: () => source.definition(ref),
                context: { ...context, signal },
                questions,
                askModel: deps.askModel,
                unlocked,
                hold,
                waited,
                mask: trace.mask,
              }),
            }),
          )
        },
      )
      return {
        ...others,
        output: await checks.output(manifest, wrapOutput(output), others.changes.length > 0),
      }
    } finally {
      verdict?.end()
    }
  }

  const extractFor = async (
    text: string,
    asked: unknown,
    { context, signal }: { readonly context: InvokeContext; readonly signal: AbortSignal },
  ): ReturnType<ReadIntoFields> => {
    const { data: schema } = extractSchema.safeParse(asked)
    if (schema === undefined) throw noFields()
    const conversationId = context.turn?.conversationId ?? null
    const { small, texts } = await readFields(deps.askModel, { text, schema }, { conversationId, signal })
    return { ...small, ...texts }
  }

  /** A model's call takes no secret to another counterpart than those that were told it, unless the owner's words in this turn have it. */
  const refuseSecrets = (
    ref: CapabilityRef,
    input: Readonly<Record<string, unknown>>,
    { turn, flow }: InvokeContext,
    trace: CallTrace,
  ): void => {
    if (turn === null || !told.isStray(counterpartOf(ref.capability_id), input, flow?.words ?? '')) return
    trace.logged = {}
    trace.decision = { kind: 'refused', reason: 'secret' }
    throw new InvokeFailure('PERMISSION_DENIED', 'approval_secret_text', {
      details: { reason: 'approval_secret' },
    })
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

  return invoke
}

const noFields = (): SatchelError => {
  const problem = 'what it wants a text read into is no JSON Schema of an object with plain members'
  return new SatchelError('binding_invalid', { params: { problem }, details: { problem } })
}

/** What is said of whose words a result is: also those of texts that were named to the call, which it may say again. */
const labelOfResult = (
  { integrity, keepers = [] }: Pick<Outcome, 'integrity' | 'keepers'>,
  named: Label | null,
): Pick<InvokeResult, 'x_integrity' | 'x_keepers'> => {
  const of = named === null ? keepers : joined([labelled('state', keepers), named]).keepers
  const whose = named === null ? integrity : named.integrity
  return {
    ...(whose === undefined ? {} : { x_integrity: whose }),
    ...(of.length === 0 ? {} : { x_keepers: [...of] }),
  }
}

/** Waits as for an answer of the person: no deadline runs, the caller knows, and the time isn't the tool's. */
const untilUnlocked =
  ({ onWaiting }: InvokeContext, hold: Hold, waited: (ms: number) => void): Hold =>
  (wait) =>
    hold(async () => {
      const start = performance.now()
      onWaiting?.(true)
      try {
        return await wait()
      } finally {
        onWaiting?.(false)
        waited(Math.round(performance.now() - start))
      }
    })
