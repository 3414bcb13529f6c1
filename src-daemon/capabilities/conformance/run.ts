import { createSchemaChecker } from '../../schemas/index.ts'
import { listOf, type Case, type Probe, type Verdict } from './case.ts'
import { describeCases } from './cases-describe.ts'
import { invokeCases } from './cases-invoke.ts'
import { mcpCases } from './cases-mcp.ts'
import { shapeCases } from './cases-shapes.ts'
import { skillCases } from './cases-skills.ts'
import { transportCases } from './cases-transport.ts'
import { isManifest } from './shapes.ts'
import type { CapAdapter } from './types.ts'
import {
  exercisesSchema,
  type CaseReport,
  type ConformanceReport,
  type ExercisesInput,
} from '../../contract/conformance.ts'

/** Every case, in the order they are reported. */
export const conformanceCases: readonly Case[] = [
  ...shapeCases,
  ...describeCases,
  ...invokeCases,
  ...transportCases,
  ...mcpCases,
  ...skillCases,
]

/** They look at all that came out meanwhile, so they come last. */
const LAST: ReadonlySet<string> = new Set(['I15', 'T1', 'T2', 'T3', 'T4', 'T5'])
/** Time limit for an answer, in ms, so that a silent source doesn't stop the suite. */
const TIMEOUT_MS = 60_000
const NOTES = 20
const NOTE_CHARACTERS = 500

/**
 * Runs every case against a source. A source can't stop it: an error, a late answer or a wrong shape only fails the current case.
 * Closes the adapter at the end.
 */
export const runConformance = async (input: {
  readonly source: string
  readonly adapter: CapAdapter
  readonly exercises?: ExercisesInput | undefined
  readonly now: () => Date
  /** How long one answer may take, in ms, if not the default. */
  readonly timeoutMs?: number
}): Promise<ConformanceReport> => {
  const { source, now, timeoutMs = TIMEOUT_MS } = input
  const start = performance.now()
  const at = now().toISOString()
  const seen: { from: 'list' | 'describe' | 'invoke'; value: unknown }[] = []
  const adapter = watched(input.adapter, { seen, timeoutMs })
  const exercises = exercisesSchema.parse(input.exercises ?? {})
  try {
    const listed = await adapter.list().catch((thrown: unknown) => ({ thrown: wordsOf(thrown) }))
    const manifests = listOf(listed).filter(isManifest)
    const probe: Probe = { adapter, exercises, schemas: createSchemaChecker(), listed, manifests, seen }
    const done = new Map<string, CaseReport>()
    const ordered = [
      ...conformanceCases.filter(({ id }) => !LAST.has(id)),
      ...conformanceCases.filter(({ id }) => LAST.has(id)),
    ]
    for (const one of ordered) done.set(one.id, await judged(one, probe))
    const cases = conformanceCases.flatMap(({ id }) => done.get(id) ?? [])
    const count = (outcome: CaseReport['outcome']): number =>
      cases.filter((one) => one.outcome === outcome).length
    const totals = {
      passed: count('passed'),
      failed: count('failed'),
      warned: count('warned'),
      skipped: count('skipped'),
      inapplicable: count('inapplicable'),
    }
    const notShown = cases.filter(({ level, outcome }) => level === 'must' && outcome === 'skipped')
    return {
      format: 'cap-conformance',
      suite: '1.1.0',
      profile: '0.1.0-draft',
      source,
      at,
      duration_ms: Math.round(performance.now() - start),
      conforms: totals.failed > 0 ? false : notShown.length > 0 ? null : true,
      not_shown: notShown.map(({ id, title, notes }) => ({ id, title, why: notes.join(' ') })),
      totals,
      cases,
    }
  } finally {
    await adapter.close?.()
  }
}

/** They check each listed capability: with none, they would all pass. */
const OF_EACH: ReadonlySet<string> = new Set(['C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C9', 'C10', 'T1', 'T2'])

const judged = async (one: Case, probe: Probe): Promise<CaseReport> => {
  const { id, title, level } = one
  const report = (outcome: CaseReport['outcome'], notes: readonly string[]): CaseReport => ({
    id,
    title,
    level,
    outcome,
    notes: notes.slice(0, NOTES).map((note) => note.slice(0, NOTE_CHARACTERS)),
  })
  // Without a list, the other cases would only repeat that.
  if (!Array.isArray(probe.listed) && id !== 'C1') return report('skipped', ['list returned no list'])
  if (listOf(probe.listed).length === 0 && OF_EACH.has(id)) return report('skipped', ['nothing is listed'])
  let verdict: Verdict
  try {
    verdict = await one.check(probe)
  } catch (thrown) {
    verdict = [wordsOf(thrown)]
  }
  if ('skipped' in verdict) return report(verdict.applies ? 'skipped' : 'inapplicable', [verdict.skipped])
  if (verdict.length === 0) return report('passed', [])
  return report(level === 'must' ? 'failed' : 'warned', verdict)
}

const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The adapter, with a time limit on each answer and a record of all output. */
const watched = (
  adapter: CapAdapter,
  {
    seen,
    timeoutMs,
  }: { seen: { from: 'list' | 'describe' | 'invoke'; value: unknown }[]; timeoutMs: number },
): CapAdapter => {
  const { restart, counts, close } = adapter
  const within = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`${what}: no answer within ${String(timeoutMs / 1000)} s`))
      }, timeoutMs)
    })
    try {
      return await Promise.race([work(), late])
    } finally {
      clearTimeout(timer)
    }
  }
  const recorded = async (
    from: 'list' | 'describe' | 'invoke',
    work: () => Promise<unknown>,
  ): Promise<unknown> => {
    const value = await within(from, work)
    seen.push({ from, value })
    return value
  }
  return {
    list: () => recorded('list', () => adapter.list()),
    describe: (id, version) => recorded('describe', () => adapter.describe(id, version)),
    invoke: (ref, input, options) => recorded('invoke', () => adapter.invoke(ref, input, options)),
    ...(restart && { restart: () => within('restart', () => restart.call(adapter)) }),
    ...(counts && { counts: () => within('counts', () => counts.call(adapter)) }),
    ...(close && { close: () => within('close', () => close.call(adapter)) }),
  }
}
