import { isObject, resolvePointer, step } from './json-walk.ts'

/**
 * How many subschemas one value may be held against at the same place. A union of fifty alternatives with a few
 * references each needs some hundred.
 */
const MAX_BRANCHES = 10_000
/** References that lead to references. */
const MAX_CHAIN = 500

/** A place where alternatives and references multiply beyond what can be run. */
export interface Branching {
  readonly pointer: string
  readonly problem: string
}

const LISTS = ['allOf', 'anyOf', 'oneOf']
const SINGLES = ['not', 'if', 'then', 'else']
const MAPS = ['dependentSchemas', 'dependencies']
/** Their values are data, not subschemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])

/** The first place where a schema branches too often; null if there is none. Follows references within the schema. */
export const findBranching = (root: unknown): Branching | null => {
  const counts = new Map<object, number>()
  const open = new Set<object>()
  let found: Branching | null = null

  /** How many subschemas one value at this place is held against. */
  const count = (node: unknown, pointer: string): number => {
    if (!isObject(node) || found !== null) return 0
    const known = counts.get(node)
    if (known !== undefined) return known
    if (open.has(node) || open.size > MAX_CHAIN) {
      found ??= { pointer, problem: 'refers to itself without end' }
      return 0
    }
    open.add(node)
    const sum = branchesOf(node, pointer).reduce((total, [branch, at]) => total + count(branch, at), 1)
    open.delete(node)
    counts.set(node, sum)
    if (sum > MAX_BRANCHES)
      found ??= { pointer, problem: `branches into more than ${String(MAX_BRANCHES)} alternatives` }
    return sum
  }

  const branchesOf = (node: Readonly<Record<string, unknown>>, pointer: string): [unknown, string][] => {
    const at = (key: string, name: string | number): string => pointer + step(key) + step(name)
    const { $ref: ref } = node
    return [
      ...LISTS.flatMap((key) => listOf(node[key]).map((one, n): [unknown, string] => [one, at(key, n)])),
      ...SINGLES.map((key): [unknown, string] => [node[key], pointer + step(key)]),
      ...MAPS.flatMap((key) =>
        Object.entries(isObject(node[key]) ? node[key] : {}).map(([name, one]): [unknown, string] => [
          one,
          at(key, name),
        ]),
      ),
      ...(typeof ref === 'string' ? [[resolvePointer(root, ref), ref.slice(1)] as [unknown, string]] : []),
    ]
  }

  const left: [value: unknown, pointer: string][] = [[root, '']]
  for (let next = left.pop(); next !== undefined && found === null; next = left.pop()) {
    const [value, pointer] = next
    if (typeof value !== 'object' || value === null) continue
    count(value, pointer)
    for (const [name, inner] of Object.entries(value))
      if (!DATA.has(name) || !isObject(value)) left.push([inner, pointer + step(name)])
  }
  return found
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
