import { findBranching } from './branching.ts'
import { isObject, resolvePointer, step } from './json-walk.ts'
import { estimatedSize } from './patterns.ts'
import { SchemaRefusal } from './refusal.ts'

/** Limit on a schema's characters: the largest known ones of real tools have a fifth of it. */
const MAX_CHARACTERS = 1024 * 1024
/** Levels of JSON. The compiler recurses, as do all who read the schema afterwards. */
const MAX_DEPTH = 200
/** Parts to compile, a tenth of a millisecond each at worst. */
const MAX_PARTS = 20_000
/** Limits of what compiles quickly enough for the daemon's own thread. */
const QUICK_PARTS = 500
const QUICK_CHARACTERS = 128 * 1024
/** Instructions of patterns that take as long to compile as one part. */
const PATTERN_PER_PART = 20

/** The cost of compiling a schema. */
export interface SchemaCost {
  readonly parts: number
  /** Whether it may be compiled in the daemon's own thread. */
  readonly isQuick: boolean
}

/**
 * Estimates the cost of compiling a foreign schema, before anything else reads it. Depends only on the schema's content,
 * in time linear in its size.
 *
 * @throws SchemaRefusal with the place, if it is beyond what may be compiled at all
 */
export const costOf = (schema: Readonly<Record<string, unknown>>): SchemaCost => {
  const known = costs.get(schema)
  if (known !== undefined) return known
  const cost = measure(schema)
  costs.set(schema, cost)
  return cost
}

/**
 * Refuses a schema that is too large to be read at all.
 *
 * @throws SchemaRefusal with the place
 */
export const holdToSize = (schema: Readonly<Record<string, unknown>>): void => {
  sizeOf(schema)
}

/** Of the very same object: a manifest is checked against again and again, and is never changed. */
const costs = new WeakMap<object, SchemaCost>()

const measure = (schema: Readonly<Record<string, unknown>>): SchemaCost => {
  const whole = sizeOf(schema)
  // Without references, nothing is held against more than there is.
  const branching = whole.refs.length === 0 ? null : findBranching(schema)
  if (branching !== null) throw new SchemaRefusal('costly', branching.problem, { pointer: branching.pointer })
  // A reference's target is compiled again for each use. Below an `$id`, the same text leads elsewhere.
  const refs = whole.names > 1 ? whole.refs : [...new Set(whole.refs)]
  let { parts } = whole
  for (const ref of refs) {
    const target = resolvePointer(schema, ref)
    parts += isObject(target) && target !== schema ? sizeOf(target).parts : whole.parts
    if (parts > MAX_PARTS)
      throw new SchemaRefusal(
        'costly',
        `is spelled out by references to more than ${String(MAX_PARTS)} parts`,
      )
  }
  return { parts, isQuick: parts <= QUICK_PARTS && whole.characters <= QUICK_CHARACTERS }
}

interface Size {
  readonly parts: number
  readonly characters: number
  readonly refs: readonly string[]
  /** How many subschemas have an `$id`. */
  readonly names: number
}

const REFS: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef'])

/** Reads without recursion, and stops at the first limit. */
const sizeOf = (schema: Readonly<Record<string, unknown>>): Size => {
  let parts = 0
  let characters = 0
  let names = 0
  const refs: string[] = []
  const left: [value: object, pointer: string, depth: number][] = [[schema, '', 1]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, pointer, depth] = next
    const members: [string, unknown][] = Object.entries(value)
    parts += 1 + members.length / 4
    for (const [name, member] of members) {
      characters += name.length + (typeof member === 'string' ? member.length : 4)
      if (typeof member === 'object' && member !== null) {
        if (depth >= MAX_DEPTH) throw refused(`is nested deeper than ${String(MAX_DEPTH)} levels`, pointer)
        if (name === 'patternProperties') for (const pattern of Object.keys(member)) parts += partsOf(pattern)
        left.push([member, depth < SHOWN_DEPTH ? pointer + step(name) : pointer, depth + 1])
      } else if (typeof member === 'string') {
        if (name === 'pattern') parts += partsOf(member)
        else if (name === '$id') names += 1
        else if (REFS.has(name)) refs.push(member)
      }
    }
    if (characters > MAX_CHARACTERS) throw refused(`is larger than ${String(MAX_CHARACTERS / 1024)} KiB`)
    if (parts > MAX_PARTS) throw refused(`has more than ${String(MAX_PARTS)} parts`)
  }
  return { parts, characters, refs, names }
}

/** Deeper places are reported by their parent. */
const SHOWN_DEPTH = 20

const partsOf = (pattern: string): number => estimatedSize(pattern.slice(0, 2000)) / PATTERN_PER_PART

const refused = (problem: string, pointer = ''): SchemaRefusal =>
  new SchemaRefusal('costly', problem, { pointer })
