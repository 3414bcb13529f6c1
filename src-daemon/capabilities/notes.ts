import { counterpartOf, type ToldSecrets } from '../platform/told-secrets.ts'
import type { Language } from '../contract/language.ts'
import type { ActivityLog } from './activity/log.ts'
import { newTrace, recordOfCall } from './call-record.ts'
import { toInvokeError, withoutHost } from './core/failure.ts'
import type { AgentExchange } from './core/types.ts'

/** Writes lines about what went on with other agents after a call, for which no call is made. */
export const createNotes =
  ({
    log,
    told,
    now,
    language,
  }: {
    readonly log: Pick<ActivityLog, 'append'>
    readonly told: Pick<ToldSecrets, 'of'>
    readonly now: () => Date
    readonly language: () => Language
  }) =>
  ({
    capabilityId,
    version,
    principal,
    decision,
    effect,
    target,
    what,
    output,
    error,
    ms,
  }: AgentExchange): void => {
    const mask = told.of(counterpartOf(capabilityId))
    log.append(
      recordOfCall({
        ref: { capability_id: capabilityId, version },
        context: { caller: 'internal', principal, turn: null },
        trace: { ...newTrace(what, mask), decision, effect, target },
        result: {
          ok: error === null,
          output: mask.masked(output),
          error: error === null ? null : mask.masked(toInvokeError(withoutHost(error), language())),
          duration_ms: ms,
          x_changes: [],
        },
        at: now(),
      }),
    )
  }
