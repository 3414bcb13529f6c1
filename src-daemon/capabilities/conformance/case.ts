import type { CapAdapter } from './types.ts'
import type { CaseReport, Exercises } from '../../contract/conformance.ts'
import { resultOf, resultProblems, type ErrorCode, type Manifest, type Result } from './shapes.ts'
import type { SchemaChecker } from '../../schemas/index.ts'

export type Ref = Parameters<CapAdapter['invoke']>[0]

/** The input of a case. */
export interface Probe {
  readonly adapter: CapAdapter
  readonly exercises: Exercises
  readonly schemas: SchemaChecker
  /** What `list` returned, whatever it is. */
  readonly listed: unknown
  /** Its valid manifests. */
  readonly manifests: readonly Manifest[]
  /** Everything that came out of the source so far, in order. */
  readonly seen: readonly { readonly from: 'list' | 'describe' | 'invoke'; readonly value: unknown }[]
}

/** What didn't hold, empty if everything did; or why it couldn't be tested. */
export type Verdict = readonly string[] | Skipped

export interface Skipped {
  readonly skipped: string
  /** Whether the rule is about the source at all: a source without skills breaks no rule of skills. */
  readonly applies: boolean
}

/** One rule, with an id that never changes its meaning. */
export interface Case {
  readonly id: string
  readonly title: string
  readonly level: CaseReport['level']
  readonly check: (probe: Probe) => Promise<Verdict> | Verdict
}

export const must = (id: string, title: string, check: Case['check']): Case => ({
  id,
  title,
  level: 'must',
  check,
})
export const should = (id: string, title: string, check: Case['check']): Case => ({
  id,
  title,
  level: 'should',
  check,
})

/** The rule was not shown to hold: something is missing to look at it. */
export const skipped = (reason: string): Skipped => ({ skipped: reason, applies: true })

/** The rule is about something that the source does not have. */
export const inapplicable = (reason: string): Skipped => ({ skipped: reason, applies: false })

/** An exercise's reference; the listed version by default. */
export const refOf = (
  { manifests }: Pick<Probe, 'manifests'>,
  { capability_id, version }: { capability_id: string; version?: string | undefined },
): Ref => ({
  capability_id,
  version: version ?? manifests.find((one) => one.capability_id === capability_id)?.version ?? '0.0.0',
})

/** A list from a source; empty if it isn't a list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const called = (ref: Ref): string => `${ref.capability_id}@${ref.version}`

/** Checks each exercise; skipped if there are none. */
export const forEach = async <T>(
  exercises: readonly T[],
  name: keyof Exercises,
  check: (exercise: T) => Promise<readonly string[]>,
): Promise<Verdict> => {
  if (exercises.length === 0) return skipped(`no exercise in "${name}"`)
  const problems: string[] = []
  for (const exercise of exercises) problems.push(...(await check(exercise)))
  return problems
}

/** Invokes; returns a result of the right shape, or null with the problem. */
export const invoke = async (
  { adapter }: Pick<Probe, 'adapter'>,
  ref: Ref,
  input: unknown,
  deadlineMs: number | null = null,
): Promise<{ readonly result: Result | null; readonly problems: readonly string[] }> => {
  const value = await adapter.invoke(ref, input, { deadlineMs })
  const problems = resultProblems(value).map((problem) => `${called(ref)}: ${problem}`)
  return { result: problems.length === 0 ? resultOf(value) : null, problems }
}

/** The problems of a call that has to fail with one of `codes`. */
export const expectFailure = async (
  probe: Pick<Probe, 'adapter'>,
  call: { readonly ref: Ref; readonly input: unknown; readonly deadlineMs?: number | null },
  ...codes: readonly ErrorCode[]
): Promise<readonly string[]> => {
  const { result, problems } = await invoke(probe, call.ref, call.input, call.deadlineMs ?? null)
  if (result === null) return problems
  const code = result.error?.code ?? 'ok'
  if (codes.some((one) => one === code)) return []
  return [`${called(call.ref)} with ${short(call.input)}: ${code} instead of ${codes.join(' or ')}`]
}

/** A value as a note can hold it. */
export const short = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
