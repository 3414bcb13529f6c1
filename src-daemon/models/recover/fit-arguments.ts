import { isRecord } from '../../platform/is-record.ts'
import { readLenientJson } from '../../platform/lenient-json.ts'
import { itemSchemas, memberSchemas, typesOf, type SchemaAt } from './schema-at.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Converts arguments to the types of their schema where the text is unambiguous: `"5"` for an integer is 5,
 * `"true"` for a boolean is true, JSON in a string for an object or a list is parsed. Validation judges the
 * rest.
 */
export const fitArguments = (args: Json, schema: Json): Json => {
  const fitted = fit(args, { root: schema, any: [schema] })
  return isRecord(fitted) ? fitted : args
}

const fit = (value: unknown, schema: SchemaAt): unknown => {
  if (schema.any.length === 0) return value
  const types = typesOf(schema)
  if (typeof value === 'string' && types !== null && !types.has('string')) {
    const read = readText(value, types)
    return read === undefined ? value : fit(read, schema)
  }
  if (Array.isArray(value)) return value.map((item, index) => fit(item, itemSchemas(schema, index)))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fit(member, memberSchemas(schema, name))]),
  )
}

const readText = (text: string, types: ReadonlySet<string>): unknown => {
  const said = text.trim()
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(said) ? Number(said) : NaN
  if (types.has('integer') && Number.isSafeInteger(number)) return number
  if (types.has('number') && Number.isFinite(number)) return number
  if (types.has('boolean') && /^(true|false)$/i.test(said)) return said.toLowerCase() === 'true'
  if (types.has('null') && said === 'null') return null
  const read = types.has('object') || types.has('array') ? readLenientJson(said) : undefined
  if (types.has('object') && isRecord(read)) return read
  return types.has('array') && Array.isArray(read) ? read : undefined
}
