import { isRecord } from '../../platform/is-record.ts'
import type { Fields } from '../document/fields.ts'

/** Reads what an OpenAPI document refers to within itself. */
export interface OpenApiSchemas {
  /** The object at the end of a reference, or the value itself; empty if there is none. */
  resolve(value: unknown): Fields
  /** A schema as a tool can declare it: without references and without what only OpenAPI knows. */
  plain(schema: unknown, description: string): Fields
}

/** Deeper schemas, and references that lead back to themselves, take anything. */
const DEEPEST = 6
const FORMATS = ['date', 'date-time', 'uri', 'email', 'uuid']
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object']
const NUMBERS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']
const LONGEST_TEXT = 500

export const createOpenApiSchemas = (root: Fields): OpenApiSchemas => {
  const at = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split('/')
      .map((step) => decodeStep(step))
      .reduce<unknown>(
        (node, step) => (isRecord(node) && Object.hasOwn(node, step) ? node[step] : undefined),
        root,
      )

  const resolve = (value: unknown): Fields => {
    let now = value
    for (let hops = 0; hops < DEEPEST && isRecord(now) && typeof now['$ref'] === 'string'; hops += 1)
      now = now['$ref'].startsWith('#/') ? at(now['$ref']) : undefined
    return isRecord(now) && now['$ref'] === undefined ? now : {}
  }

  const read = (value: unknown, depth: number): Fields => {
    if (depth > DEEPEST) return {}
    const schema = merged(resolve(value), depth)
    const type =
      TYPES.find((one) => one === schema['type']) ?? (isRecord(schema['properties']) ? 'object' : null)
    const { description, enum: choices, format } = schema
    const choosable = Array.isArray(choices) ? choices.filter((one) => typeof one !== 'object') : []
    return {
      ...(type !== null && { type }),
      ...(typeof description === 'string' && description !== '' && { description: short(description) }),
      ...(choosable.length > 0 && choosable.length <= 100 && { enum: choosable }),
      ...(typeof format === 'string' && type === 'string' && FORMATS.includes(format) && { format }),
      ...Object.fromEntries(
        NUMBERS.filter((key) => typeof schema[key] === 'number').map((key) => [key, schema[key]]),
      ),
      ...(type === 'array' && { items: read(schema['items'], depth + 1) }),
      ...(type === 'object' && membersOf(schema, depth)),
    }
  }

  const membersOf = ({ properties, required }: Fields, depth: number): Fields => {
    if (!isRecord(properties)) return {}
    const members = Object.fromEntries(
      Object.entries(properties)
        .filter(([, member]) => resolve(member)['readOnly'] !== true)
        .map(([name, member]) => [name, read(member, depth + 1)]),
    )
    const needed = Array.isArray(required)
      ? required.filter((name) => typeof name === 'string' && Object.hasOwn(members, name))
      : []
    return { properties: members, ...(needed.length > 0 && { required: needed }) }
  }

  /** `allOf` as one object. */
  const merged = (schema: Fields, depth: number): Fields => {
    const { allOf } = schema
    if (!Array.isArray(allOf) || depth > DEEPEST) return schema
    const parts = [...allOf.map((part) => merged(resolve(part), depth + 1)), schema]
    const properties = joined(parts.map(({ properties: members }) => (isRecord(members) ? members : {})))
    const required = parts.flatMap((part): unknown[] =>
      Array.isArray(part['required']) ? part['required'] : [],
    )
    return { ...joined(parts), type: 'object', properties, required: [...new Set(required)] }
  }

  return {
    resolve,
    plain: (schema, description) => {
      const plain = read(schema, 0)
      return description === '' ? plain : { ...plain, description: short(description) }
    },
  }
}

/** All members of several objects, of the last that has one; a member may have any name. */
export const joined = (parts: readonly Fields[]): Fields =>
  Object.fromEntries(parts.flatMap((part) => Object.entries(part)))

/** A step of a JSON pointer in a fragment. */
const decodeStep = (step: string): string => {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain // no percent-encoding
  }
}

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT)
