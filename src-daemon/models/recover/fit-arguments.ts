import { isRecord } from '../../platform/is-record.ts'
import { readLenientJson } from './lenient-json.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Converts arguments to the types of their schema where the text is unambiguous: `"5"` for an integer is 5,
 * `"true"` for a boolean is true, JSON in a string for an object or a list is parsed. Validation judges the
 * rest.
 */
export const fitArguments = (args: Json, schema: Json): Json => {
  const fitted = fit(args, schema)
  return isRecord(fitted) ? fitted : args
}

const fit = (value: unknown, schema: unknown): unknown => {
  if (!isRecord(schema)) return value
  const types = typesOf(schema)
  if (typeof value === 'string' && types.length > 0 && !types.includes('string')) {
    const read = readText(value, types)
    return read === undefined ? value : fit(read, schema)
  }
  if (Array.isArray(value)) return value.map((item) => fit(item, schema['items']))
  if (!isRecord(value) || !isRecord(schema['properties'])) return value
  const properties = schema['properties']
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      Object.hasOwn(properties, key) ? fit(member, properties[key]) : member,
    ]),
  )
}

const readText = (text: string, types: readonly string[]): unknown => {
  const said = text.trim()
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(said) ? Number(said) : NaN
  if (types.includes('integer') && Number.isSafeInteger(number)) return number
  if (types.includes('number') && Number.isFinite(number)) return number
  if (types.includes('boolean') && /^(true|false)$/i.test(said)) return said.toLowerCase() === 'true'
  if (types.includes('null') && said === 'null') return null
  const read = types.includes('object') || types.includes('array') ? readLenientJson(said) : undefined
  if (types.includes('object') && isRecord(read)) return read
  return types.includes('array') && Array.isArray(read) ? read : undefined
}

const typesOf = ({ type }: Json): readonly string[] => {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((one) => typeof one === 'string') : []
}
