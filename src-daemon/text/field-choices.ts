/** One value of a field, and the name it has for a person. */
export interface FieldChoice {
  readonly value: string | number | boolean
  readonly label: string
}

export interface FieldChoices {
  /** Several may be chosen: the field is a list. */
  readonly several: boolean
  readonly choices: readonly FieldChoice[]
}

/**
 * The choices of a form's field (MCP, elicitation): `enum`, with `enumNames` beside it in older servers, or `oneOf` and
 * `anyOf` of constants with titles; the same in the `items` of a list. Null if the field is open. Entries without a value are left out.
 */
export const fieldChoices = (schema: unknown, depth = 0): FieldChoices | null => {
  if (!isRecord(schema) || depth > MAX_NESTED) return null
  const own = choicesIn(schema)
  if (own.length > 0) return { several: false, choices: own }
  const ofItems = isRecord(schema['items']) ? choicesIn(schema['items']) : []
  if (ofItems.length > 0) return { several: true, choices: ofItems }
  const [only, ...others] = besideNull(schema['anyOf'] ?? schema['oneOf'])
  return only !== undefined && others.length === 0 ? fieldChoices(only, depth + 1) : null
}

type Schema = Readonly<Record<string, unknown>>

/** Alternatives within alternatives; each is looked through several times. */
const MAX_NESTED = 4

const choicesIn = (schema: Schema, depth = 0): readonly FieldChoice[] => {
  const { enum: values, enumNames: names } = schema
  if (Array.isArray(values)) {
    const found = values.flatMap((value: unknown, index) =>
      choiceOf(value, Array.isArray(names) ? (names[index] as unknown) : undefined),
    )
    const firsts = new Map(found.toReversed().map((one) => [one.value, one]))
    return found.filter((one) => firsts.get(one.value) === one)
  }
  return titled(schema['oneOf'], depth) ?? titled(schema['anyOf'], depth) ?? []
}

/** Constants with their titles, beside `null` for a field that may be empty; null if anything else is allowed. */
const titled = (alternatives: unknown, depth: number): readonly FieldChoice[] | null => {
  if (!Array.isArray(alternatives) || depth > MAX_NESTED) return null
  const choices: FieldChoice[] = []
  for (const one of besideNull(alternatives)) {
    const found = 'const' in one ? choiceOf(one['const'], one['title']) : choicesIn(one, depth + 1)
    if (found.length === 0 && one['const'] !== null) return null
    choices.push(...found)
  }
  return choices
}

const besideNull = (alternatives: unknown): readonly Schema[] =>
  (Array.isArray(alternatives) ? alternatives : []).filter(isRecord).filter(({ type }) => type !== 'null')

const choiceOf = (value: unknown, title: unknown): readonly FieldChoice[] => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
  const label = typeof title === 'string' && title.trim() !== '' ? title : String(value)
  return [{ value, label: label.toWellFormed() }]
}

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
