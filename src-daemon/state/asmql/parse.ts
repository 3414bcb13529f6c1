import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { isObject, toJson, type JsonObject } from '../json.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000

/** A query whose outline is right; fields and operators are checked against the schema when it is compiled. */
export interface ParsedQuery {
  readonly select: readonly string[] | null
  readonly from: string | null
  readonly where: JsonObject
  readonly order: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[]
  readonly limit: number
  readonly cursor: string | null
}

const querySchema = z.strictObject({
  select: z.array(z.string()).min(1).nullish(),
  from: z.string().nullish(),
  where: z.record(z.string(), z.unknown()).nullish(),
  order: z
    .array(z.strictObject({ field: z.string(), direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(8)
    .nullish(),
  limit: z.int().min(1).max(MAX_LIMIT).nullish(),
  cursor: z.string().nullish(),
})
const OUTLINE = new Set(Object.keys(querySchema.shape))

/**
 * Reads an ASM-QL query (asm.md 6). An object that has none of the six members is a bare filter: its `where`.
 *
 * @throws SatchelError `asmql_invalid` naming the path
 */
export const parseQuery = (query: unknown): ParsedQuery => {
  const json = toJson(query)
  if (!isObject(json)) throw queryInvalid('query', 'it is not an object')
  const names = Object.keys(json)
  const bare = names.length > 0 && !names.some((name) => OUTLINE.has(name))
  const parsed = querySchema.safeParse(bare ? { where: json } : json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw queryInvalid(issue?.path.join('.') || 'query', issue?.message ?? 'its shape is wrong')
  }
  const { select, from, where, order, limit, cursor } = parsed.data
  const filter = toJson(where ?? {})
  return {
    select: select ?? null,
    from: from ?? null,
    where: isObject(filter) ? filter : {},
    order: order ?? [],
    limit: limit ?? DEFAULT_LIMIT,
    cursor: cursor ?? null,
  }
}

export const queryInvalid = (path: string, problem: string): SatchelError =>
  new SatchelError('asmql_invalid', { params: { path, problem }, details: { path } })

export const unknownOperator = (path: string): SatchelError =>
  new SatchelError('asmql_unknown_operator', { params: { path }, details: { path } })

export const unknownField = (path: string): SatchelError =>
  new SatchelError('asmql_unknown_field', { params: { path }, details: { path } })
