import { isRecord } from '../../platform/is-record.ts'

type Json = Readonly<Record<string, unknown>>

/** Characters of a description, and members within members. */
const DESCRIBED = 100
const DEEPEST = 5

/**
 * The parameters of a tool in the form `{title: text, due?: date (the day)}`: a third of their JSON Schema, for models that read little
 * at once, and whose answer is held to the schema anyway. References are inlined before.
 */
export const signatureOf = (schema: unknown, depth = 0): string => {
  if (!isRecord(schema) || depth > DEEPEST) return 'any'
  const { const: only, enum: values, anyOf, oneOf, items, properties } = schema
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  const choices = Array.isArray(anyOf) ? anyOf : oneOf
  if (Array.isArray(choices)) return choices.map((choice) => signatureOf(choice, depth + 1)).join(' | ')
  if (isRecord(properties)) return membersOf(schema, properties, depth)
  if (schema['type'] === 'array') return `[${signatureOf(items, depth + 1)}]`
  return nameOf(schema)
}

const membersOf = (schema: Json, properties: Json, depth: number): string => {
  const { required } = schema
  const members = Object.entries(properties).map(([name, member]) => {
    const mark = Array.isArray(required) && required.includes(name) ? '' : '?'
    const about = isRecord(member) && typeof member['description'] === 'string' ? member['description'] : ''
    const words = about.length <= DESCRIBED ? about : `${about.slice(0, DESCRIBED).toWellFormed()}…`
    return `${name}${mark}: ${signatureOf(member, depth + 1)}${words === '' ? '' : ` (${words})`}`
  })
  return `{${members.join(', ')}}`
}

/** `text`, or the format of a text, `number`, `true or false`, `object`; several of them, or `any`. */
const nameOf = ({ type, format }: Json): string => {
  const types = Array.isArray(type) ? type : [type]
  return types
    .map((one) => {
      if (one === 'string') return typeof format === 'string' ? format : 'text'
      if (one === 'boolean') return 'true or false'
      return typeof one === 'string' ? one : 'any'
    })
    .join(' | ')
}
