import { isObject, resolvePointer, step } from './json-walk.ts'

/**
 * How many subschemas one value may be held against at the same place. A union of fifty alternatives with a few
 * references each needs some hundred.
 */
const MAX_BRANCHES = 10_000
/** References that lead to references. */
const MAX_CHAIN = 500

/** A place where alternatives and references multiply too much to be run. */
export interface Branching {
  readonly pointer: string
  readonly problem: string
}

/** Keywords whose subschemas apply to the same value. */
const BRANCHING: ReadonlyMap<string, 'one' | 'list' | 'map' | 'reference'> = new Map([
  ['$ref', 'reference'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['not', 'one'],
  ['if', 'one'],
  ['then', 'one'],
  ['else', 'one'],
  ['dependentSchemas', 'map'],
  ['dependencies', 'map'],
])

/** The first place where a schema branches too often; null if there is none. Follows references within the schema. */
export const findBranching = (root: unknown): Branching | null => {
  const counts = new Map<object, number>()
  const open = new Set<object>()
  const found: Branching[] = []

  /** How many subschemas one value at this place is held against. */
  const count = (node: unknown, pointer: string): number => {
    if (!isObject(node) || found.length > 0) return 0
    const known = counts.get(node)
    if (known !== undefined) return known
    if (open.has(node) || open.size > MAX_CHAIN) {
      found.push({ pointer, problem: 'refers to itself without end' })
      return 0
    }
    open.add(node)
    const sum = branchesOf(node, pointer).reduce((total, [branch, at]) => total + count(branch, at), 1)
    open.delete(node)
    counts.set(node, sum)
    if (sum > MAX_BRANCHES)
      found.push({ pointer, problem: `branches into more than ${String(MAX_BRANCHES)} alternatives` })
    return sum
  }

  const branchesOf = (node: Readonly<Record<string, unknown>>, pointer: string): [unknown, string][] => {
    const branches: [unknown, string][] = []
    for (const [key, value] of Object.entries(node)) {
      const holds = BRANCHING.get(key)
      if (holds === undefined) continue
      if (holds === 'reference') {
        if (typeof value === 'string') branches.push([resolvePointer(root, value), value.slice(1)])
      } else if (holds === 'one') branches.push([value, pointer + step(key)])
      else if (holds === 'list' ? Array.isArray(value) : isObject(value))
        for (const [name, one] of Object.entries(value as object))
          branches.push([one, pointer + step(key) + step(name)])
    }
    return branches
  }

  const left: [value: unknown, pointer: string][] = [[root, '']]
  for (let next = left.pop(); next !== undefined && found.length === 0; next = left.pop()) {
    const [value, pointer] = next
    if (typeof value !== 'object' || value === null) continue
    count(value, pointer)
    for (const [name, inner] of Object.entries(value)) left.push([inner, pointer + step(name)])
  }
  return found[0] ?? null
}
