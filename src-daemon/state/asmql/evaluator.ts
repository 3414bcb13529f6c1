/**
 * ASM-QL over objects in memory, written from asm.md 6 alone and as simply as possible: the reference for the compiler
 * in tests. It shares no code with it, and supports what random schemas use: `type`, `format`, `properties`, `items`.
 */
export interface EvaluatedQuery {
  readonly where?: unknown
  readonly order?: readonly { readonly field: string; readonly direction?: 'asc' | 'desc' }[]
}

type Schema = Readonly<Record<string, unknown>>
type Plain = Readonly<Record<string, unknown>>

/** Ids of the objects that match, in order. */
export const evaluate = (
  schema: Schema,
  objects: ReadonlyMap<string, Plain>,
  { where = {}, order = [] }: EvaluatedQuery,
): string[] => {
  const found = [...objects].filter(([, object]) => satisfies(schema, object, where, object, schema))
  const keyed = found.map(([id, object]) => ({
    id,
    keys: order.map(({ field }) => sortKey(nodeAt(schema, field), valueAt(schema, object, field))),
  }))
  keyed.sort((a, b) => {
    for (const [n, { direction }] of order.entries()) {
      const [x, y] = [a.keys[n] ?? null, b.keys[n] ?? null]
      if (x === null && y === null) continue
      if (x === null) return 1
      if (y === null) return -1
      const sign = compareKeys(x, y)
      if (sign !== 0) return direction === 'desc' ? -sign : sign
    }
    return byCodePoint(a.id, b.id)
  })
  return keyed.map(({ id }) => id)
}

const satisfies = (schema: Schema, value: Plain, where: unknown, root: Plain, rootSchema: Schema): boolean =>
  entries(where).every(([name, node]) => {
    const each = Array.isArray(node)
      ? node.map((inner) => satisfies(schema, value, inner, root, rootSchema))
      : []
    if (name === '$and') return each.every(Boolean)
    if (name === '$or') return each.some(Boolean)
    if (name === '$nor') return !each.some(Boolean)
    if (name === '$not') return !satisfies(schema, value, node, root, rootSchema)
    if (name === '$text')
      return searchedTexts(rootSchema, root).length > 0 && anyFieldHas(rootSchema, root, String(node))
    return meets(nodeAt(schema, name), valueAt(schema, value, name), node)
  })

const meets = (schema: Schema, value: unknown, node: unknown): boolean => {
  const tests = entries(node)
  if (!isPlain(node) || !tests.some(([name]) => name.startsWith('$'))) return same(schema, value, node)
  return tests.every(([operator, operand]) => test(schema, value, operator, operand))
}

const test = (schema: Schema, value: unknown, operator: string, operand: unknown): boolean => {
  const list = Array.isArray(operand) ? operand : []
  switch (operator) {
    case '$eq':
      return same(schema, value, operand)
    case '$ne':
      return !same(schema, value, operand)
    case '$in':
      return list.some((item) => same(schema, value, item))
    case '$nin':
      return !list.some((item) => same(schema, value, item))
    case '$gt':
      return compared(schema, value, operand, (sign) => sign > 0)
    case '$gte':
      return compared(schema, value, operand, (sign) => sign >= 0)
    case '$lt':
      return compared(schema, value, operand, (sign) => sign < 0)
    case '$lte':
      return compared(schema, value, operand, (sign) => sign <= 0)
    case '$exists':
      return (value !== undefined) === operand
    case '$size':
      return Array.isArray(value) && value.length === operand
    case '$startsWith':
      return typeof value === 'string' && value.startsWith(String(operand))
    case '$regex':
      return typeof value === 'string' && matchesPattern(value, String(operand))
    case '$contains':
      if (Array.isArray(value)) return value.some((item) => same(itemsOf(schema), item, operand))
      return typeof value === 'string' && typeof operand === 'string' && value.includes(operand)
    case '$elemMatch':
      return Array.isArray(value) && value.some((item) => elementMatches(itemsOf(schema), item, operand))
    case '$text':
      return (
        (Array.isArray(value) ? value : [value]).length > 0 && hasWords([textsOf(value)], String(operand))
      )
    case '$not':
      return !meets(schema, value, operand)
    default:
      throw new Error(`the evaluator does not know ${operator}`)
  }
}

/** The random queries use few patterns, and these mean the same to JavaScript as to RE2. */
const matchesPattern = (value: string, pattern: string): boolean => {
  const known = PATTERNS[pattern]
  if (known === undefined) throw new Error(`the evaluator does not know the pattern ${pattern}`)
  return known.test(value)
}

const PATTERNS: Readonly<Record<string, RegExp>> = {
  '^a': /^a/u,
  b$: /b$/u,
  '[0-9]': /[0-9]/u,
  '^$': /^$/u,
  '.': /./u,
  'a|é': /a|é/u,
}

const elementMatches = (schema: Schema, item: unknown, node: unknown): boolean => {
  const onElement = entries(node).some(
    ([name]) => name.startsWith('$') && !['$and', '$or', '$nor'].includes(name),
  )
  return onElement ? meets(schema, item, node) : isPlain(item) && satisfies(schema, item, node, item, schema)
}

/** A missing value equals nothing; values only equal others of their type; declared date-times compare as instants. */
const same = (schema: Schema, value: unknown, operand: unknown): boolean => {
  if (value === undefined) return false
  if (isDateTime(schema) && typeof value === 'string' && typeof operand === 'string')
    return instant(value) !== null && instant(value) === instant(operand)
  return json(value) === json(operand)
}

const compared = (
  schema: Schema,
  value: unknown,
  operand: unknown,
  test: (sign: number) => boolean,
): boolean => {
  if (typeof value === 'number' && typeof operand === 'number') return test(value - operand)
  if (typeof value !== 'string' || typeof operand !== 'string') return false
  if (!isDateTime(schema)) return test(byCodePoint(value, operand))
  const [a, b] = [instant(value), instant(operand)]
  return a !== null && b !== null && test(byCodePoint(a, b))
}

/** Numbers (booleans are 0 and 1), then texts; lists and objects as their JSON. */
const sortKey = (schema: Schema, value: unknown): string | number | null => {
  if (value === undefined || value === null) return null
  if (isDateTime(schema)) return typeof value === 'string' ? instant(value) : null
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' || typeof value === 'string' ? value : json(value)
}

const compareKeys = (a: string | number, b: string | number): number => {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1
  return typeof b === 'number' ? 1 : byCodePoint(a, b)
}

export const byCodePoint = (a: string, b: string): number => {
  const [x, y] = [Array.from(a), Array.from(b)]
  for (let n = 0; n < Math.min(x.length, y.length); n++) {
    const sign = (x[n]?.codePointAt(0) ?? 0) - (y[n]?.codePointAt(0) ?? 0)
    if (sign !== 0) return sign
  }
  return x.length - y.length
}

/** Sortable text of an instant: seconds since a fixed early date, then the fraction without trailing zeros. */
export const instant = (text: string): string | null => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|([+-])(\d\d):(\d\d))$/.exec(text)
  if (parts === null) return null
  const [, year, month, day, hour, minute, second, fraction = '', , sign, hours = '0', minutes = '0'] = parts
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 60_000
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const minuteNumber = days + Number(hour) * 60 + Number(minute) - offset
  // A leap second belongs to the minute before it.
  return `${String(minuteNumber + 5e9)}:${second ?? ''}.${fraction.replace(/0+$/, '')}`
}

const anyFieldHas = (schema: Schema, object: Plain, question: string): boolean =>
  hasWords(searchedTexts(schema, object), question)

const searchedTexts = (schema: Schema, object: Plain): string[][] =>
  entries(schema['properties'])
    .filter(([, node]) => isPlain(node) && node['x-search'] === true)
    .map(([name]) => textsOf(object[name]))

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')

/** Every word or phrase must be in one of the texts. */
const hasWords = (fields: readonly (readonly string[])[], question: string): boolean => {
  const parts = question.match(/"[^"]*"|[^\s"]+/g) ?? []
  return parts.every((part) => {
    const open = !part.startsWith('"') && part.endsWith('*')
    const wanted = cut(part)
    return wanted.length === 0 || fields.flat().some((text) => hasPhrase(cut(text), wanted, open))
  })
}

const hasPhrase = (words: readonly string[], wanted: readonly string[], open: boolean): boolean =>
  words.some((_, at) =>
    wanted.every((word, n) => {
      const there = words[at + n]
      return open && n === wanted.length - 1 ? there?.startsWith(word) === true : there === word
    }),
  )

const cut = (text: string): string[] => {
  const words: string[] = []
  let word = ''
  const end = (): void => {
    if (word !== '') words.push(word)
    word = ''
  }
  for (const character of text.toLowerCase().normalize('NFD')) {
    if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(character)) {
      end()
      words.push(character)
    } else if (/[\u0300-\u036f]/.test(character)) continue
    else if (/[\p{L}\p{N}]/u.test(character)) word += character
    else end()
  }
  end()
  return words
}

export const nodeAt = (schema: Schema, dotted: string): Schema =>
  dotted.split('.').reduce<Schema>((node, segment) => {
    if (isPlain(node['items'])) return node['items']
    const properties = node['properties']
    const next = isPlain(properties) ? properties[segment] : undefined
    return isPlain(next) ? next : {}
  }, schema)

export const valueAt = (schema: Schema, object: unknown, dotted: string): unknown => {
  let value = object
  let node = schema
  for (const segment of dotted.split('.')) {
    const inList = node['type'] === 'array'
    if (inList ? !Array.isArray(value) : !isPlain(value) || !Object.hasOwn(value, segment)) return undefined
    value = inList ? (value as unknown[])[Number(segment)] : (value as Plain)[segment]
    node = nodeAt(node, segment)
  }
  return value
}

export const itemsOf = (schema: Schema): Schema => (isPlain(schema['items']) ? schema['items'] : {})

export const isDateTime = (schema: Schema): boolean => schema['format'] === 'date-time'

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const entries = (value: unknown): [string, unknown][] => (isPlain(value) ? Object.entries(value) : [])

/** JSON with sorted members. */
export const json = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`
  if (!isPlain(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${json(value[name])}`).join(',')}}`
}
