import type { InvokeError } from '../contract/capabilities.ts'
import type { Language } from '../contract/language.ts'
import type { ActivityLog } from './activity/log.ts'
import { newTrace, recordOfCall } from './call-record.ts'
import { createSecretMask } from '../platform/redact.ts'
import { toInvokeError, withoutHost } from './core/failure.ts'
import type { ProgramReading } from './core/types.ts'

/**
 * Reads resources and prompts that the owner shared with a program. Sharing is the consent; each reading adds a
 * line to the activity log, without the content.
 */
export const createReadings =
  (deps: {
    readonly log: Pick<ActivityLog, 'append'>
    readonly now: () => Date
    readonly language: () => Language
    /** Called with unexpected errors. */
    readonly report: (thrown: unknown) => void
  }) =>
  async <T>(
    { client, source, method, what, target }: ProgramReading,
    work: () => Promise<T>,
  ): Promise<
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: InvokeError }
  > => {
    const start = performance.now()
    const outcome = await work().then(
      (value) => ({ ok: true, value }) as const,
      (thrown: unknown) => {
        const error = toInvokeError(withoutHost(thrown), deps.language())
        if (error.details?.['reason'] === 'internal') deps.report(thrown)
        return { ok: false, error } as const
      },
    )
    deps.log.append(
      recordOfCall({
        ref: { capability_id: `${source}/${method}`, version: '0.0.0' },
        context: { caller: 'mcp', principal: { kind: 'program', name: client }, turn: null },
        trace: { ...newTrace(what, createSecretMask()), decision: { kind: 'free' }, effect: 'none', target },
        result: {
          ok: outcome.ok,
          output: outcome.ok ? {} : null,
          error: outcome.ok ? null : outcome.error,
          duration_ms: Math.max(0, Math.round(performance.now() - start)),
          x_changes: [],
        },
        at: deps.now(),
      }),
    )
    return outcome
  }
