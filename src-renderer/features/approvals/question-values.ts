/** Initial values of a form: the tool's defaults for its fields. */
export const proposedValues = (schema: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { properties } = schema
  if (typeof properties !== 'object' || properties === null) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]: [string, unknown]) =>
      typeof field === 'object' && field !== null && 'default' in field && field.default !== undefined
        ? [[name, field.default]]
        : [],
    ),
  )
}
