import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { jsonMistake } from '../../platform/json-mistake.ts'
import { readNamedFile } from './files.ts'

const capabilitySchema = z.object({
  name: z.string().trim().min(1),
  description: z.string().default(''),
  examples: z.array(z.string()).default([]),
  keywords: z.array(z.string()).default([]),
})
const querySchema = z.object({ text: z.string(), expected: z.string().nullable() })

/** A capability in a file for `router eval`. */
export type EvaluatedCapability = z.infer<typeof capabilitySchema>

/** A message, and the capability it is for; null if it needs none. */
export type EvaluatedQuery = z.infer<typeof querySchema>

/**
 * Reads `[{name, description, examples}]` and `[{text, expected}]`. Errors: `file_unreadable`, `routing_data_invalid`
 * with the file and the location in it: not JSON, something missing or of another type, a duplicate name, an `expected`
 * that no capability has.
 */
export const readRoutingData = (
  capabilitiesPath: string,
  queriesPath: string,
): { capabilities: EvaluatedCapability[]; queries: EvaluatedQuery[] } => {
  const capabilities = readList(capabilitiesPath, capabilitySchema)
  const places = new Map<string, number>()
  capabilities.forEach(({ name }, index) => {
    const first = places.get(name)
    if (first !== undefined) throw invalid(capabilitiesPath, `[${index}].name`, `"${name}" = [${first}].name`)
    places.set(name, index)
  })
  const queries = readList(queriesPath, querySchema)
  queries.forEach(({ expected }, index) => {
    if (expected !== null && !places.has(expected))
      throw invalid(queriesPath, `[${index}].expected`, `"${expected}" ∉ ${capabilitiesPath}`)
  })
  return { capabilities, queries }
}

const readList = <T extends z.ZodType>(path: string, schema: T): z.infer<T>[] => {
  const text = readNamedFile(path)
    .bytes.toString('utf8')
    .replace(/^\uFEFF/u, '')
  const read = z.array(schema).min(1).safeParse(parse(path, text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalid(path, placeOf(issue?.path ?? []), issue?.message ?? '')
}

const parse = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    const mistake = jsonMistake(text)
    throw invalid(path, mistake === null ? '$' : `${mistake.line}:${mistake.column}`, problem)
  }
}

/** `[3].examples[0]`; `$` for the root. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('') || '$'

const invalid = (path: string, place: string, problem: string): SatchelError =>
  new SatchelError('routing_data_invalid', { params: { path, place, problem } })
