import { createSchemaChecker } from '../schemas/index.ts'
import type { UnlockWaits } from '../identity/index.ts'
import type { ToldSecrets } from '../platform/told-secrets.ts'
import type { Database } from '../storage/index.ts'
import type { Language } from '../contract/language.ts'
import { createActivityLog } from './activity/log.ts'
import { createCallsUnderWay } from './activity/under-way.ts'
import { createApprovals } from './approvals/approvals.ts'
import { createRefusals } from './approvals/refusals.ts'
import { settleLeftOpen } from './approvals/left-open.ts'
import { toInvokeError } from './core/failure.ts'
import { createToolFinder } from './core/find-tool.ts'
import { createJsonChecks } from './core/check-json.ts'
import { partOf } from './core/listing.ts'
import { createReferences } from './extract/references.ts'
import { createExtractSource } from './extract/source.ts'
import { createHeldCalls } from './held-calls.ts'
import { createPermission } from './permission.ts'
import { createInvoke } from './invoke.ts'
import { createNotes } from './notes.ts'
import { createReadings } from './readings.ts'
import { createQuestions } from './questions/questions.ts'
import type { AskModel } from './questions/sampling.ts'
import type { CapabilitiesService, CapabilitySource } from './core/types.ts'

export interface CapabilitiesDeps {
  readonly sources: readonly CapabilitySource[]
  readonly db: Database
  readonly now: () => Date
  /** Language of the messages of failures; people read them too. */
  readonly language: () => Language
  readonly log: { error(data: object, message: string): void }
  readonly askModel: AskModel
  /** What is masked in all that others say. */
  readonly told: Pick<ToldSecrets, 'of' | 'isStray' | 'masked'>
  readonly unlocks: Pick<UnlockWaits, 'through'>
  /** How long a call waits for the person, in ms. */
  readonly approvalWaitMs?: number
}

/** Long enough for a coffee break; a waiting turn blocks only its conversation. */
const APPROVAL_WAIT_MS = 10 * 60_000

/**
 * The CAP floor (cap.md): every tool and skill is found and run here, for all callers. The order of checks is reference, input,
 * permission, approval, run; every failure is one of five codes; every call leaves a line in the activity log.
 */
export const createCapabilities = (deps: CapabilitiesDeps): CapabilitiesService => {
  const { db, now, language, log, approvalWaitMs: waitMs = APPROVAL_WAIT_MS } = deps
  const references = createReferences()
  const extract = createExtractSource({
    invoke: (...call) => invoke(...call),
    manifestOf: (id) => list().find(({ capability_id: one }) => one === id) ?? null,
    definitionOf: (ref) => definitionOf(ref),
    askModel: deps.askModel,
    references,
    language,
  })
  const sources = [...deps.sources, extract]
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
  // A call that is held is invoked anew.
  const held = createHeldCalls((...call) => invoke(...call))
  const permission = createPermission({ finder, checks, approvals, refusals: createRefusals(waitMs), held })
  const questions = createQuestions({ now, waitMs, schemas, language })
  const invoke = createInvoke({ ...deps, finder, checks, permission, questions, underWay, references })
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
    note: createNotes({ log: activity, told: deps.told, now, language }),
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
