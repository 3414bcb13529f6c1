import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'

/** The shapes of the profile as the suite reads them: exactly these fields, and `x_` ones. */

const ERROR_CODES = [
  'NOT_FOUND',
  'INVALID_INPUT',
  'PERMISSION_DENIED',
  'EXECUTION_FAILED',
  'TIMEOUT',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

const schema = z.record(z.string(), z.unknown())

const manifestShape = z.object({
  capability_id: z.string().min(1),
  version: z.string().min(1),
  kind: z.enum(['tool', 'skill']),
  name: z.string().min(1),
  description: z.string(),
  input_schema: schema,
  output_schema: schema.nullable(),
  prompt_template: z.string().nullable(),
  resources: z.array(z.object({ uri: z.string().min(1) }).catchall(z.unknown())).nullable(),
  required_permissions: z.array(z.string()).nullable(),
})
export type Manifest = z.infer<typeof manifestShape>

const errorShape = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string().min(1),
  details: z.record(z.string(), z.unknown()).optional(),
  retryable: z.boolean().optional(),
})

const resultShape = z.object({
  ok: z.boolean(),
  output: z.record(z.string(), z.unknown()).nullable(),
  error: errorShape.nullable(),
  duration_ms: z.int().nonnegative(),
})
export type Result = z.infer<typeof resultShape>

/** The problems, each as `place: problem`; empty if there are none. */
const problemsOf = (shape: z.ZodObject, value: unknown): string[] => {
  const parsed = shape.safeParse(value)
  if (parsed.success) return []
  return parsed.error.issues.map(
    ({ path, message }) => `${path.map(String).join('/') || '(all)'}: ${message}`,
  )
}

const unknownFields = (shape: z.ZodObject, value: unknown): string[] =>
  isRecord(value)
    ? Object.keys(value)
        .filter((name) => !Object.hasOwn(shape.shape, name) && !name.startsWith('x_'))
        .map((name) => `${name}: a field of one's own is called x_…`)
    : []

export const manifestProblems = (value: unknown): string[] => problemsOf(manifestShape, value)
export const manifestExtras = (value: unknown): string[] => unknownFields(manifestShape, value)

export const errorProblems = (value: unknown): string[] => [
  ...problemsOf(errorShape, value),
  ...unknownFields(errorShape, value),
]

/** `ok:true` <=> `error:null`, `ok:false` <=> `output:null` (cap.md 1). */
export const resultProblems = (value: unknown): string[] => {
  const problems = [...problemsOf(resultShape, value), ...unknownFields(resultShape, value)]
  if (problems.length > 0 || !isRecord(value)) return problems
  const { ok, output, error } = value
  return [
    ...(ok === (error === null)
      ? []
      : [`ok is ${String(ok)}, error is ${error === null ? 'null' : 'there'}`]),
    ...(ok === (output !== null)
      ? []
      : [`ok is ${String(ok)}, output is ${output === null ? 'null' : 'there'}`]),
    ...(error === null ? [] : errorProblems(error).map((problem) => `error: ${problem}`)),
  ]
}

/** A result that passed `resultProblems`; null if it didn't. */
export const resultOf = (value: unknown): Result | null => resultShape.safeParse(value).data ?? null

export const isManifest = (value: unknown): value is Manifest => manifestProblems(value).length === 0
