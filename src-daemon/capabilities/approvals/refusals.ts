import type { RefusalReason } from '../../contract/approvals.ts'
import type { PhraseKey } from '../../text/index.ts'
import { cancelled } from '../core/deadline.ts'
import { InvokeFailure } from '../core/failure.ts'
import type { Verdict } from './approvals.ts'
import type { JudgedCall } from './judged-call.ts'
import { HELD_MS } from './requests.ts'

export interface Refusals {
  /** The failure of a call that the person, or a rule, did not allow. */
  of(verdict: Verdict, call: JudgedCall): InvokeFailure
  because(reason: RefusalReason, sentence?: string): InvokeFailure
}

/** Failures of calls that were not allowed. `waitMs`: how long a call waits for the person. */
export const createRefusals = (waitMs: number): Refusals => {
  const refusalOf = ({ decision }: Verdict, { effect, held }: JudgedCall): InvokeFailure => {
    if (decision.kind !== 'refused')
      return new InvokeFailure('PERMISSION_DENIED', 'approval_denied_text', {
        details: { reason: 'approval_denied' },
      })
    return refusal(decision.reason, effect.sentence, held ? HELD_MS : waitMs)
  }

  const refusal = (reason: RefusalReason, sentence = '', waited = waitMs): InvokeFailure =>
    reason === 'stopped' || reason === 'daemon_ended'
      ? cancelled()
      : new InvokeFailure('PERMISSION_DENIED', REFUSALS[reason], {
          params: { minutes: Math.ceil(waited / 60_000), sentence },
          details: { reason: `approval_${reason}`, ...(sentence === '' ? {} : { question: sentence }) },
        })

  return { of: refusalOf, because: refusal }
}

const REFUSALS = {
  timed_out: 'approval_timed_out_text',
  changed: 'approval_changed_text',
  revoked: 'approval_revoked_text',
  needs_consent: 'approval_needs_consent_text',
  held: 'approval_held_text',
  held_too_many: 'approval_held_too_many_text',
  secret: 'approval_secret_text',
} as const satisfies Record<Exclude<RefusalReason, 'stopped' | 'daemon_ended'>, PhraseKey>
