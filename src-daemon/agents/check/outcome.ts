import type { VerifiedDescription } from '../../contract/agent-descriptions.ts'
import { SatchelError } from '../../platform/errors.ts'

/** One thing of a file, and what became of it. */
export interface Checked {
  readonly id: string
  /** Of descriptions one of theirs; of all else `valid`, `invalid` or `unsupported`. */
  readonly verdict: string
  /** A stable code: of an error, of a description's verdict, or of these checks. */
  readonly reason: string
  readonly detail: string | null
  /** What the file expects: a verdict, or whether it is intact; null if it doesn't say. */
  readonly expected: string | boolean | null
  readonly agrees: boolean
}

export interface Outcome {
  readonly verdict: string
  readonly reason: string
  readonly detail?: string | null
}

/** What is told apart from a signature that was checked and found good or bad. */
const INTACT: ReadonlySet<string> = new Set(['valid', 'valid-legacy', 'not-domain-bound'])

/** Compares an outcome with what the file expects. Where it says nothing, only what is invalid is wrong. */
export const checked = (
  id: string,
  { verdict, reason, detail = null }: Outcome,
  expected: string | boolean | null,
): Checked => ({
  id,
  verdict,
  reason,
  detail,
  expected,
  agrees:
    typeof expected === 'boolean'
      ? INTACT.has(verdict) === expected && verdict !== 'unsupported'
      : expected === null
        ? verdict !== 'invalid'
        : [verdict, reason, `${verdict}(${reason})`].includes(expected),
})

/** The outcome of checks that throw a `SatchelError` where something is wrong. */
export const outcomeOf = (reason: string, checks: () => void): Outcome => {
  try {
    checks()
    return { verdict: 'valid', reason }
  } catch (thrown) {
    if (!(thrown instanceof SatchelError) || thrown.code === 'internal') throw thrown
    const { place, problem } = thrown.params
    return {
      verdict: 'invalid',
      reason: thrown.code,
      detail: place === undefined ? null : [place, problem].map(String).join(': '),
    }
  }
}

/** A description's own verdict, with all its reasons. */
export const outcomeOfDescription = ({
  verdict,
  reasons,
}: Pick<VerifiedDescription, 'verdict' | 'reasons'>): Outcome => ({
  verdict,
  reason: reasons.map(({ code }) => code).join(', '),
  detail: reasons.find(({ detail }) => detail !== null)?.detail ?? null,
})
