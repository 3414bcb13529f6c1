import { isRecord } from '../../components/is-record.ts'

export type Schema = Readonly<Record<string, unknown>>

/** The form to try a tool; a required parameter with one possible value is filled in and has no field. */
export const tryForm = (schema: Schema): { schema: Schema; values: Record<string, unknown> } => {
  const values: Record<string, unknown> = {}
  const properties = Object.entries(recordOf(schema['properties'])).map(([name, raw]): [string, Schema] => {
    const property = recordOf(raw)
    const only = onlyValue(property)
    if (only === undefined || !listOf(schema['required']).includes(name)) return [name, property]
    values[name] = only
    return [name, { ...property, const: only }]
  })
  return { schema: { ...schema, properties: Object.fromEntries(properties) }, values }
}

/** Values without those that the form has no field for any more, since another value was chosen. */
export const known = (schema: Schema, values: Schema): Record<string, unknown> => {
  const properties = recordOf(schema['properties'])
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      if (!Object.hasOwn(properties, name)) return []
      const property = recordOf(properties[name])
      return [[name, isRecord(value) && isRecord(property['properties']) ? known(property, value) : value]]
    }),
  )
}

const onlyValue = (property: Schema): unknown => {
  if ('const' in property) return property['const']
  const options = listOf(property['enum'])
  return options.length === 1 ? options[0] : undefined
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {})
