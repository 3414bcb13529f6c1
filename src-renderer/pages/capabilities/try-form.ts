type Schema = Readonly<Record<string, unknown>>

/** Properties the runtime fills when an object is made (asm.md 3); a form does not ask for them. */
const FILLED: readonly string[] = ['id', '_id', 'createdAt', 'updatedAt']

/**
 * The form to try a tool with: a parameter that has one possible value is set and not asked for, and of an object to be
 * made the runtime's own properties are left out.
 */
export const tryForm = (
  tool: string,
  schema: Schema,
): { schema: Schema; values: Record<string, unknown> } => {
  const values: Record<string, unknown> = {}
  const properties = Object.entries(recordOf(schema['properties'])).map(([name, raw]): [string, Schema] => {
    const property = recordOf(raw)
    const only = onlyValue(property)
    if (only !== undefined && listOf(schema['required']).includes(name)) {
      values[name] = only
      return [name, { ...property, const: only }]
    }
    return [name, tool === 'state.create' && name === 'object' ? withoutFilled(property) : property]
  })
  return { schema: { ...schema, properties: Object.fromEntries(properties) }, values }
}

const onlyValue = (property: Schema): unknown => {
  if ('const' in property) return property['const']
  const options = listOf(property['enum'])
  return options.length === 1 ? options[0] : undefined
}

const withoutFilled = (schema: Schema): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(recordOf(schema['properties'])).filter(([name]) => !FILLED.includes(name)),
  ),
  required: listOf(schema['required']).filter((name) => !FILLED.includes(String(name))),
})

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const recordOf = (value: unknown): Schema => (isSchema(value) ? value : {})

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
