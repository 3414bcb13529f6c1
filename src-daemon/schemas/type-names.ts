const TYPES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
  'any',
])

/** What programs that make schemas from code write for types. */
const OTHERS: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  dict: 'object',
  map: 'object',
  list: 'array',
  none: 'null',
}

/** The JSON Schema type a name means, or `any`; null if unknown. */
export const typeNameOf = (written: string): string | null => {
  const name = written.trim().toLowerCase()
  if (TYPES.has(name)) return name
  return Object.hasOwn(OTHERS, name) ? (OTHERS[name] ?? null) : null
}
