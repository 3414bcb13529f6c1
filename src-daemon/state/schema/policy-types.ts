import type { Container } from './annotations.ts'
import type { Policy } from './shape.ts'

/** The type each merge rule works on (asm.md 1.4); the registers take anything. */
const TYPE_OF_POLICY: Readonly<Record<Policy, string | null>> = {
  lww_register: null,
  mv_register: null,
  rga_text: 'string',
  grow_only_set: 'array',
  or_map: 'object',
  counter: 'integer',
  flag: 'boolean',
  log_rga: 'array',
}

/** The type of a container's members; an `object` takes any, and its rule must fit it. */
export const TYPE_OF_CONTAINER: Readonly<Record<Container, string>> = {
  object: 'object',
  map: 'object',
  list: 'array',
  log: 'array',
}

/** Why `policy` can't merge values of these types, or null; `types` is null if the schema doesn't say. */
export const policyTypeProblem = (policy: Policy, types: ReadonlySet<string> | null): string | null => {
  const wanted = TYPE_OF_POLICY[policy]
  if (wanted === null || (types?.size === 1 && types.has(wanted))) return null
  return `${policy} needs the type ${wanted}`
}
