import { isDeepStrictEqual } from 'node:util'
import { isObject, step } from './json-walk.ts'
import { annotationValue, checkReader, isAnnotation } from './keyword-values.ts'
import { inNewerWords } from './older-dialects.ts'
import { createPatternReader } from './pattern-reader.ts'
import { createReferences, within, type Place } from './references.ts'
import { SchemaRefusal } from './refusal.ts'
import { soften } from './soften.ts'
import { holdsSchemas } from './subschemas.ts'
import { typeNameOf } from './type-names.ts'

type Schema = Readonly<Record<string, unknown>>
type Made = Record<string, unknown>

/** A place of a schema that isn't checked, and why. */
export interface UncheckedPlace {
  /** JSON pointer in the original schema. */
  readonly pointer: string
  /** A pattern that can't be run in linear time; a reference that leads nowhere; a value that is invalid for its keyword. */
  readonly reason: 'pattern' | 'reference' | 'value'
  /** The value there, shortened. */
  readonly found: string
}

/** A foreign schema as 2020-12, with a list of the parts that can't be checked. */
export interface UsableSchema {
  /** Valid 2020-12 that allows whatever the given one does. */
  readonly schema: Schema
  readonly unchecked: readonly UncheckedPlace[]
}

/** `arguments`: of a call, which are an object whatever the schema says. */
export type SchemaUse = 'arguments' | 'value'

/** A hostile schema names the same parts again and again. */
const MAX_MADE = 20_000
const MAX_UNCHECKED = 50
const MAX_FOUND = 80

/** A schema within the size limits as valid 2020-12, whose references all lead to its own `$defs`. */
export const convertSchema = (root: Schema, use: SchemaUse): UsableSchema => {
  const references = createReferences(root)
  const isUsablePattern = createPatternReader()
  const isOlder = typeof root['$schema'] === 'string' && OLDER.test(root['$schema'])
  const unchecked: UncheckedPlace[] = []
  /** Converted schemas with something left out, which therefore allow more than intended. */
  const weak = new Set<object>()
  const names = new Map<object, string>([[root, '']])
  const taken = new Set<string>()
  const waiting: Place[] = []
  let count = 0

  const leaveOut = (made: Made, pointer: string, reason: UncheckedPlace['reason'], value: unknown): void => {
    weak.add(made)
    if (unchecked.length < MAX_UNCHECKED) unchecked.push({ pointer, reason, found: shown(value) })
  }

  /** A schema inside another, or a reference to it if it was moved to `$defs`. */
  const inner = (place: Place): Made | boolean => {
    const { value } = place
    const name = typeof value === 'object' && value !== null ? names.get(value) : undefined
    return name === undefined ? make(place) : { $ref: refTo(name) }
  }

  const make = (place: Place): Made | boolean => {
    const { value, pointer } = place
    if ((count += 1) > MAX_MADE)
      throw new SchemaRefusal('costly', `is spelled out by references to more than ${String(MAX_MADE)} parts`)
    const made: Made = {}
    if (typeof value === 'boolean') return value
    if (isObject(value)) fill(made, value, place)
    else if (typeof value === 'string' && typeNameOf(value) !== null) {
      const type = typeNameOf(value)
      if (type !== 'any') made['type'] = type
    } else if (!isNothing(value)) leaveOut(made, pointer, 'value', value)
    return made
  }

  const fill = (made: Made, source: Schema, place: Place): void => {
    const { pointer } = place
    let overrides = false
    const lost = new Set<string>()
    for (const keyword of ['$ref', '$recursiveRef', '$dynamicRef']) {
      const reference = source[keyword] ?? null
      if (reference === null) continue
      refer(made, reference, keyword, place)
      overrides ||= isOlder && keyword === '$ref'
    }
    for (const { keyword, value, written } of inNewerWords(source)) {
      // Older drafts ignore keywords beside a reference.
      if (overrides && !isAnnotation(keyword)) continue
      const at = pointer + step(written)
      const read = checkReader(keyword)
      if (read !== null) {
        const usable = read(value)
        if (usable !== undefined) put(made, keyword, usable)
        if (usable === undefined || (keyword === 'required' && isMixed(value)))
          leaveOut(made, at, 'value', value)
      } else if (keyword === 'pattern') {
        if (typeof value === 'string' && isUsablePattern(value)) put(made, keyword, value)
        else leaveOut(made, at, typeof value === 'string' ? 'pattern' : 'value', value)
      } else if (holdsSchemas(keyword) !== null) {
        if (!hold(made, keyword, value, { ...place, pointer: at })) lost.add(keyword)
      } else {
        const annotation = annotationValue(keyword, value)
        if (annotation !== undefined) put(made, keyword, annotation)
      }
    }
    // Members that are no longer named aren't additional ones.
    if (lost.has('properties') || lost.has('patternProperties')) delete made['additionalProperties']
    if (lost.has('prefixItems')) delete made['items']
    for (const name of requiredBelow(source))
      made['required'] = [...new Set([...((made['required'] as string[] | undefined) ?? []), name])]
    if (source['nullable'] === true) allowNull(made)
  }

  const refer = (made: Made, reference: unknown, keyword: string, { resource, pointer }: Place): void => {
    const target = typeof reference === 'string' ? references.resolve(resource, reference) : null
    if (target === null || isNothing(target.value)) {
      leaveOut(made, pointer + step(keyword), 'reference', reference)
      return
    }
    const { value } = target
    if (typeof value !== 'object' || value === null) {
      addTo(made, inner(target))
      return
    }
    const name = names.get(value) ?? nameFor(target)
    if (!names.has(value)) waiting.push(target)
    names.set(value, name)
    if (Object.hasOwn(made, '$ref')) addTo(made, { $ref: refTo(name) })
    else made['$ref'] = refTo(name)
  }

  /** Whether it lost nothing that distinguishes members. */
  const hold = (made: Made, keyword: string, value: unknown, { resource, pointer }: Place): boolean => {
    const at = (one: unknown, name: string): Made | boolean =>
      inner(within(resource, one, pointer + step(name)))
    const holds = holdsSchemas(keyword)
    if (isNothing(value)) return true
    if (holds === 'one') {
      put(made, keyword, inner(within(resource, value, pointer)))
      return true
    }
    if (holds === 'list' && Array.isArray(value)) {
      const list = value.flatMap((one: unknown, index) =>
        one === null ? [] : [plain(at(one, String(index)))],
      )
      if (list.length > 0) put(made, keyword, list)
      return true
    }
    if (holds === 'list' || !isObject(value)) {
      leaveOut(made, pointer, 'value', value)
      return false
    }
    const members = Object.entries(value)
    const kept = new Map(members.filter(([name]) => keyword !== 'patternProperties' || isUsablePattern(name)))
    for (const [name] of members) if (!kept.has(name)) leaveOut(made, pointer + step(name), 'pattern', name)
    put(made, keyword, Object.fromEntries([...kept].map(([name, one]) => [name, plain(at(one, name))])))
    return kept.size === members.length
  }

  const nameFor = ({ pointer }: Place): string => {
    const wanted = (pointer.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_.-]+/g, '_') || 'schema'
    let name = wanted
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${String(number)}`
    taken.add(name)
    return name
  }

  const whole = make({ value: root, pointer: '', resource: references.start })
  const made: Made = typeof whole === 'boolean' ? {} : whole
  if (use === 'arguments' && !allowsObjects(made)) {
    leaveOut(made, '/type', 'value', made['type'])
    delete made['type']
  }
  const defs: [string, unknown][] = []
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    defs.push([names.get(next.value as object) ?? '', plain(make(next))])
  const schema = defs.length === 0 ? made : { ...made, $defs: Object.fromEntries(defs) }
  if (weak.has(made)) weak.add(schema)
  return { schema: weak.size === 0 ? schema : soften(schema, weak), unchecked }
}

const OLDER = /^https?:\/\/json-schema\.org\/draft-0[3-7]\/(?:hyper-)?schema#?$/

const refTo = (name: string): string => (name === '' ? '#' : `#/$defs/${name}`)

/** Not a schema: null, and PHP's form of an empty object. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** `true` as an object, which more programs read. */
const plain = (made: Made | boolean): Made => (made === true ? {} : made === false ? { not: {} } : made)

/** A second value of one keyword holds as well. */
const put = (made: Made, keyword: string, value: unknown): void => {
  if (!Object.hasOwn(made, keyword)) made[keyword] = value
  else if (keyword === 'allOf') made[keyword] = [...(made[keyword] as unknown[]), ...(value as unknown[])]
  else if (!isDeepStrictEqual(made[keyword], value)) addTo(made, { [keyword]: value })
}

const addTo = (made: Made, schema: Made | boolean): void => {
  put(made, 'allOf', [plain(schema)])
}

/** Members that are marked as required themselves, as in draft 3. */
const requiredBelow = ({ properties }: Schema): readonly string[] =>
  isObject(properties)
    ? Object.entries(properties).flatMap(([name, member]) =>
        isObject(member) && member['required'] === true ? [name] : [],
      )
    : []

/** What OpenAPI 3.0 calls `nullable`. */
const allowNull = (made: Made): void => {
  const { type } = made
  const isElsewhere = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const'].some((one) =>
    Object.hasOwn(made, one),
  )
  if (!isElsewhere) {
    if (type !== undefined) made['type'] = [...new Set([...[type].flat(), 'null'])]
    return
  }
  const rest = Object.entries(made).filter(([keyword]) => !isAnnotation(keyword))
  for (const [keyword] of rest) Reflect.deleteProperty(made, keyword)
  made['anyOf'] = [Object.fromEntries(rest), { type: 'null' }]
}

/** Names mixed with other values. */
const isMixed = (value: unknown): boolean =>
  Array.isArray(value) && value.some((one) => typeof one !== 'string' && one !== null)

const allowsObjects = ({ type }: Made): boolean => type === undefined || [type].flat().includes('object')

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND).toWellFormed()}…` : text
}
