/** Grouping in memory, written from the manual alone and as simply as possible: the reference in tests, as `evaluate` is. */
import { byCodePoint, evaluate, instant, isDateTime, itemsOf, json, nodeAt, valueAt } from './evaluator.ts'

type Plain = Readonly<Record<string, unknown>>
type Schema = Plain

export interface EvaluatedGrouping {
  readonly where: unknown
  readonly group: readonly (string | Readonly<Record<string, string | Readonly<Record<string, string>>>>)[]
  readonly aggregate: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly timezone: string
  readonly order: readonly { readonly field: string; readonly direction?: 'asc' | 'desc' }[]
}

/** The groups in order. */
export const evaluateGroups = (
  schema: Schema,
  objects: ReadonlyMap<string, Plain>,
  { where, group, aggregate, timezone, order }: EvaluatedGrouping,
): Plain[] => {
  const found = evaluate(schema, objects, { where }).map((id) => objects.get(id) ?? {})
  const instants = new Set(
    Object.entries(aggregate)
      .filter(([, { $min, $max }]) => isDateTime(nodeAt(schema, String($min ?? $max))))
      .map(([name]) => name),
  )
  const keys = group.map((item) => {
    const [name, by] = typeof item === 'string' ? [item, item] : (Object.entries(item)[0] ?? ['', ''])
    const [part, field] = typeof by === 'string' ? ['', by] : (Object.entries(by)[0] ?? ['', ''])
    const place = part === '$each' ? itemsOf(nodeAt(schema, field)) : nodeAt(schema, field)
    if (isDateTime(place) && (part === '' || part === '$each')) instants.add(name)
    return { name, valuesOf: (object: Plain) => keysOf(schema, object, part, field, timezone) }
  })
  const groups = new Map<string, { readonly key: Plain; readonly objects: Plain[] }>()
  if (keys.length === 0) groups.set('{}', { key: {}, objects: [] })
  for (const object of found)
    for (const key of combinations(keys.map(({ name, valuesOf }) => [name, valuesOf(object)] as const))) {
      const id = json(key)
      const known = groups.get(id) ?? { key, objects: [] }
      known.objects.push(object)
      groups.set(id, known)
    }
  const all = [...groups.values()].map(({ key, objects: inside }) => ({
    ...key,
    ...Object.fromEntries(
      Object.entries(aggregate).map(([name, of]) => [name, resultOf(schema, inside, of)]),
    ),
  })) as Plain[]
  return all.sort((a, b) => {
    for (const { field, direction } of order) {
      const sign = compare(a[field], b[field], {
        isDown: direction === 'desc',
        isInstant: instants.has(field),
      })
      if (sign !== 0) return sign
    }
    for (const { name } of keys) {
      const sign =
        compare(a[name], b[name], { isDown: false, isInstant: instants.has(name) }) ||
        typeRank(a[name]) - typeRank(b[name])
      if (sign !== 0) return sign
    }
    return 0
  })
}

/** The groups an object is in, of one key: several for a list. */
const keysOf = (schema: Schema, object: Plain, part: string, field: string, timezone: string): unknown[] => {
  const node = nodeAt(schema, field)
  const value = valueAt(schema, object, field)
  if (part === '') return [shown(node, value)]
  if (part !== '$each') return [datePart(value, part, timezone)]
  const scalars = (Array.isArray(value) ? value : [])
    .filter((item) => typeof item !== 'object' || item === null)
    .map((item) => shown(itemsOf(node), item))
  const distinct = [...new Map(scalars.map((item) => [json(item), item])).values()]
  return distinct.length === 0 ? [null] : distinct
}

const shown = (schema: Schema, value: unknown): unknown => {
  if (value === undefined || value === null) return null
  return isDateTime(schema) ? utc(value) : value
}

/** UTC, without zeros at the end of the fraction. */
const utc = (value: unknown): string | null => {
  if (typeof value !== 'string' || instant(value) === null) return null
  const seconds = /:(\d\d)(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/.exec(value)
  const minute = new Date(Date.parse(value.replace(/:60(?=[.Z+-])/, ':59'))).toISOString().slice(0, 16)
  const fraction = (seconds?.[2] ?? '').replace(/0+$/, '')
  return `${minute}:${seconds?.[1] ?? ''}${fraction === '' ? '' : `.${fraction}`}Z`
}

const datePart = (value: unknown, part: string, timezone: string): string | null => {
  if (typeof value !== 'string' || instant(value) === null) return null
  const date = new Intl.DateTimeFormat('sv', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(Date.parse(value.replace(/:60(?=[.Z+-])/, ':59')))
  return date.slice(0, { $year: 4, $month: 7 }[part] ?? 10)
}

const combinations = (keys: readonly (readonly [string, readonly unknown[]])[]): Plain[] => {
  const [first, ...rest] = keys
  if (first === undefined) return [{}]
  const [name, values] = first
  return values.flatMap((value) => combinations(rest).map((other) => ({ [name]: value, ...other })))
}

const resultOf = (schema: Schema, objects: readonly Plain[], of: Plain): unknown => {
  const [op = '', field] = Object.entries(of)[0] ?? []
  if (op === '$count') return objects.length
  const node = nodeAt(schema, String(field))
  const values = objects.map((object) => valueAt(schema, object, String(field)))
  const numbers = values.filter((value) => typeof value === 'number')
  if (op === '$sum') return rounded(exactSum(numbers))
  if (op === '$avg') return numbers.length === 0 ? null : rounded(exactSum(numbers) / numbers.length)
  const comparable = values
    .filter((value) => typeof value === 'number' || typeof value === 'string')
    .map((value) => shown(node, value))
    .filter((value) => value !== null)
    .sort((a, b) => compare(a, b, { isDown: false, isInstant: isDateTime(node) }))
  return (op === '$min' ? comparable[0] : comparable.at(-1)) ?? null
}

/** The nearest double to the exact sum: the numbers of random worlds are whole multiples of this power of two. */
const exactSum = (numbers: readonly number[]): number =>
  Number(numbers.reduce((sum, number) => sum + BigInt(number * 2 ** 60), 0n)) / 2 ** 60

const rounded = (value: number): number =>
  Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))

const compare = (
  a: unknown,
  b: unknown,
  { isDown, isInstant }: { isDown: boolean; isInstant: boolean },
): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const sign = isDown ? -1 : 1
  if (isInstant) return (isDown ? -1 : 1) * byCodePoint(instant(String(a)) ?? '', instant(String(b)) ?? '')
  const [x, y] = [plain(a), plain(b)]
  if (typeof x === 'number') return sign * (typeof y === 'number' ? x - y : -1)
  return sign * (typeof y === 'number' ? 1 : byCodePoint(x, y))
}

/** As values of mixed fields sort: booleans as 0 and 1, lists and objects as their JSON. */
const plain = (value: unknown): string | number => {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'number' || typeof value === 'string' ? value : json(value)
}

const typeRank = (value: unknown): number =>
  ['array', 'false', 'number', 'object', 'string', 'true'].indexOf(
    typeof value === 'boolean' ? String(value) : Array.isArray(value) ? 'array' : typeof value,
  )
