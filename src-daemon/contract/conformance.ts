import { z } from 'zod'

const callSchema = z.object({
  capability_id: z.string(),
  /** The listed version by default. */
  version: z.string().optional(),
  input: z.unknown(),
})

const calls = z.array(callSchema).default([])

/**
 * Calls that provoke what the suite can't cause by itself in an unknown source. Each list may be empty; the cases that
 * need it are then reported as skipped, and the report is inconclusive.
 */
export const exercisesSchema = z.object({
  /** They succeed. `output`, if given, is the expected result. */
  good: z.array(callSchema.extend({ output: z.record(z.string(), z.unknown()).optional() })).default([]),
  /** Their input is invalid. If there are none, one is made from the schema of a good call. */
  invalid: calls,
  /** Their input is valid, but a permission is missing. */
  denied: calls,
  /** They fail while they run. */
  failing: calls,
  /** They return what their `output_schema` doesn't allow. */
  violating: calls,
  /** They return `value`, which isn't an object. */
  wrapped: z.array(callSchema.extend({ value: z.unknown() })).default([]),
  /** They take `settlesMs` milliseconds. */
  slow: z.array(callSchema.extend({ settlesMs: z.int().min(50).max(60_000) })).default([]),
  /** Skills that can be run. */
  skills: calls,
  /** Texts that must not appear in any output: commands, addresses, ports, headers, keys of the transport. */
  hidden: z.array(z.string().min(3)).default([]),
  /** Sources the suite's own MCP server is connected as, e.g. `mcp:reference`. */
  mcp: z.object({ stdio: z.string().optional(), http: z.string().optional() }).default({}),
})
export type Exercises = z.infer<typeof exercisesSchema>
export type ExercisesInput = z.input<typeof exercisesSchema>

export const caseReportSchema = z.object({
  /** Stable: `C1`, `I12`. The letter is the group. */
  id: z.string(),
  title: z.string(),
  /** A `should` that does not hold is a warning. */
  level: z.enum(['must', 'should']),
  /**
   * `skipped`: it couldn't be tested because something is missing, for example an exercise. `inapplicable`: it is
   * about something that the source doesn't have.
   */
  outcome: z.enum(['passed', 'failed', 'warned', 'skipped', 'inapplicable']),
  /** What failed, or why the case was skipped. */
  notes: z.array(z.string()),
})
export type CaseReport = z.infer<typeof caseReportSchema>

export const conformanceReportSchema = z.object({
  format: z.literal('cap-conformance'),
  /** Version of this format and of the cases. */
  suite: z.literal('1.1.0'),
  profile: z.literal('0.1.0-draft'),
  source: z.string(),
  at: z.iso.datetime(),
  duration_ms: z.int().nonnegative(),
  /** Null if it is inconclusive: no case failed, but not every rule was shown to hold. */
  conforms: z.boolean().nullable(),
  /** The rules that were not shown to hold, and why. */
  not_shown: z.array(z.object({ id: z.string(), title: z.string(), why: z.string() })),
  totals: z.object({
    passed: z.int(),
    failed: z.int(),
    warned: z.int(),
    skipped: z.int(),
    inapplicable: z.int(),
  }),
  cases: z.array(caseReportSchema),
})
export type ConformanceReport = z.infer<typeof conformanceReportSchema>
