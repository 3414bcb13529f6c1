/** Random schemas, objects and queries for tests; deterministic for a seed. */
export interface World {
  readonly schema: Readonly<Record<string, unknown>>
  /** Fields that can be queried, dotted. */
  readonly fields: readonly FieldKind[]
  object(): Record<string, unknown>
  where(depth: number): Record<string, unknown>
  order(): { field: string; direction: 'asc' | 'desc' }[]
  readonly random: Random
}

export interface FieldKind {
  readonly path: string
  readonly kind: Kind
}
export type Kind =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'any'
  | 'mixed'
  | 'texts'
  | 'numbers'
  | 'dates'
  | 'anys'
  | 'objects'
  | 'nested'
  | 'words'

const TEXTS = [
  '',
  'a',
  'ab',
  'abc',
  'b',
  'A',
  'é',
  '🍏',
  '\uffff',
  '5',
  "it's",
  '%_\\"',
  'a b',
  'null',
  'z\u0000z',
  '2026-01-01T00:00:00Z',
]
const NUMBERS = [0, 1, -1, 2, 2.5, 5, 1e21, 1152921504606847000, 0.1, -7.25]
const DATES = [
  '2026-01-01T00:00:00Z',
  '2026-01-01T01:00:00+01:00',
  '2026-01-01T00:00:00.500Z',
  '2026-01-01T00:00:00.5Z',
  '2025-12-31T23:59:60Z',
  '2025-12-31T23:59:59.999Z',
  '2026-06-01T12:00:00-03:30',
  '1969-12-31T23:59:59Z',
]
const SENTENCES = [
  'red apple',
  'Green apples, red leaves',
  '今天天气很好',
  '天气',
  'Äpfel und Birnen',
  'apple',
  '',
  'leaf-red 2026',
  'red',
  'りんごは赤い',
]
const QUESTIONS = [
  'red',
  'apple',
  'app*',
  '"red apple"',
  'red leaves',
  '天气',
  '今天',
  'apfel',
  '"apple red"',
  '赤い',
  'lea*',
  'red -apple',
  'AND OR NOT',
  'w0 : red',
  '20*',
  'red*',
]
const PATTERNS = ['^a', 'b$', '[0-9]', '^$', '.', 'a|é']
/** How long log entries stay; some of `DATES` are older, seen from 2027. */
export const ENTRY_DAYS = 365
const KINDS: readonly Kind[] = [
  'text',
  'number',
  'integer',
  'boolean',
  'date',
  'any',
  'mixed',
  'texts',
  'numbers',
  'dates',
  'anys',
  'objects',
  'nested',
  'words',
]

export interface Random {
  /** From 0 up to `below`. */
  int(below: number): number
  pick<T>(items: readonly T[]): T
  chance(of: number): boolean
}

/** Mulberry32. */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    int,
    pick: <T>(items: readonly T[]): T => {
      const item = items[int(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    chance: (of) => next() < of,
  }
}

export const createWorld = (seed: number, uri: string): World => {
  const random = randomOf(seed)
  const { int, pick, chance } = random
  const fields: FieldKind[] = []
  const makers = new Map<string, () => unknown>()
  /** A log, whose entries expire individually. */
  const isLog = seed % 4 === 1

  const nodeOf = (kind: Kind, path: string): { node: Record<string, unknown>; make: () => unknown } => {
    const nullable = chance(0.3)
    const type = (name: string): unknown => (nullable ? [name, 'null'] : name)
    const index = chance(0.5) ? { 'x-index': true } : {}
    const or = (make: () => unknown) => () => (nullable && chance(0.2) ? null : make())
    const listOf = (make: () => unknown) => () => Array.from({ length: int(4) }, make)
    fields.push({ path, kind })
    switch (kind) {
      case 'text':
        return { node: { type: type('string'), ...index }, make: or(() => pick(TEXTS)) }
      case 'number':
        return { node: { type: type('number'), ...index }, make: or(() => pick(NUMBERS)) }
      case 'integer':
        return { node: { type: type('integer'), ...index }, make: or(() => int(4)) }
      case 'boolean':
        return { node: { type: type('boolean'), ...index }, make: or(() => chance(0.5)) }
      case 'date':
        return { node: { type: type('string'), format: 'date-time', ...index }, make: or(() => pick(DATES)) }
      case 'any':
        return { node: {}, make: anything }
      case 'mixed':
        return { node: { type: ['string', 'number', 'boolean', 'null'], ...index }, make: scalar }
      case 'texts':
        return {
          node: { type: 'array', items: { type: 'string' }, ...index },
          make: listOf(() => pick(TEXTS)),
        }
      case 'numbers':
        return {
          node: { type: 'array', items: { type: 'number' }, ...index },
          make: listOf(() => pick(NUMBERS)),
        }
      case 'dates':
        return {
          node: { type: 'array', items: { type: 'string', format: 'date-time' }, ...index },
          make: listOf(() => pick(DATES)),
        }
      case 'anys':
        return {
          node: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] }, ...index },
          make: listOf(scalar),
        }
      case 'objects': {
        const make = (): unknown => ({
          n: int(3),
          ...(chance(0.7) && { s: pick(TEXTS) }),
          ...(chance(0.3) && { at: pick(DATES) }),
          ...(isLog && chance(0.7) && { timestamp: pick(DATES) }),
        })
        return {
          node: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                n: { type: 'integer' },
                s: { type: 'string' },
                at: { type: 'string', format: 'date-time' },
              },
            },
          },
          make: listOf(make),
        }
      }
      case 'words':
        return chance(0.5)
          ? { node: { type: 'string', 'x-search': true }, make: () => pick(SENTENCES) }
          : {
              node: { type: 'array', items: { type: 'string' }, 'x-search': true },
              make: listOf(() => pick(SENTENCES)),
            }
      case 'nested': {
        const inner = {
          a: nodeOf('text', `${path}.a`),
          b: nodeOf('number', `${path}.b`),
          d: nodeOf('date', `${path}.d`),
        }
        return {
          node: { type: 'object', properties: { a: inner.a.node, b: inner.b.node, d: inner.d.node } },
          make: () => ({
            ...(chance(0.8) && { a: inner.a.make() }),
            ...(chance(0.8) && { b: inner.b.make() }),
            ...(chance(0.8) && { d: inner.d.make() }),
          }),
        }
      }
    }
  }

  const scalar = (): unknown => pick([null, true, false, pick(TEXTS), pick(NUMBERS)])
  const anything = (): unknown =>
    pick([scalar, scalar, () => [scalar()], () => ({ k: scalar() }), () => []])()

  const properties: Record<string, unknown> = { id: { type: 'string' } }
  for (let n = 0; n < 6; n++) {
    const name = `f${String(n)}`
    const { node, make } = nodeOf(pick(KINDS), name)
    properties[name] = node
    makers.set(name, make)
  }
  // Long enough that nothing expires except what a test expires.
  const schema = {
    $id: uri,
    type: 'object',
    properties,
    ...(seed % 2 === 0 && { 'x-ttl': 'P100Y' }),
    ...(isLog && { 'x-asm': { container: 'log', 'x-ttl': `P${String(ENTRY_DAYS)}D` } }),
  }

  const object = (): Record<string, unknown> => {
    const made: Record<string, unknown> = {}
    for (const [name, make] of makers) if (chance(0.85)) made[name] = make()
    return made
  }

  const operandFor = (kind: Kind): unknown => {
    if (chance(0.1)) return anything()
    switch (kind) {
      case 'text':
      case 'texts':
        return pick(TEXTS)
      case 'number':
      case 'numbers':
        return pick(NUMBERS)
      case 'integer':
        return int(4)
      case 'boolean':
        return chance(0.5)
      case 'date':
      case 'dates':
        return pick(DATES)
      case 'words':
        return pick(SENTENCES)
      case 'objects':
        return { n: int(3) }
      case 'nested':
        return { a: pick(TEXTS) }
      default:
        return scalar()
    }
  }

  const test = (kind: Kind, depth: number): unknown => {
    const operand = (): unknown => operandFor(kind)
    const list = (): unknown[] => Array.from({ length: int(4) }, operand)
    const isList = ['texts', 'numbers', 'dates', 'anys', 'objects'].includes(kind)
    if (kind === 'words' && chance(0.6)) return { $text: pick(QUESTIONS) }
    const choices: (() => unknown)[] = [
      operand,
      () => ({ $eq: operand() }),
      () => ({ $ne: operand() }),
      () => ({ $in: list() }),
      () => ({ $nin: list() }),
      () => ({ $exists: chance(0.5) }),
      () => ({ [pick(['$gt', '$gte'])]: operand() }),
      () => ({ [pick(['$lt', '$lte'])]: operand() }),
      () => ({ $gte: operand(), $lt: operand() }),
      () => ({ $startsWith: pick(TEXTS) }),
      () => ({ $regex: pick(PATTERNS) }),
      () => ({ $contains: isList && chance(0.3) ? scalar() : operand() }),
      () => ({ $size: int(4) }),
    ]
    if (isList) {
      const contains = (): unknown => ({ $contains: kind === 'objects' ? { n: int(3) } : operand() })
      choices.push(contains, contains, contains)
    }
    if (depth > 0) choices.push(() => ({ $not: operatorsOf(test(kind, depth - 1)) }))
    if (kind === 'objects')
      choices.push(
        () => ({ $elemMatch: { n: int(3) } }),
        () => ({ $elemMatch: { n: { $gte: int(3) }, s: pick(TEXTS) } }),
        () => ({ $elemMatch: { $or: [{ s: { $startsWith: 'a' } }, { at: { $gt: pick(DATES) } }] } }),
      )
    else if (isList)
      choices.push(
        () => ({ $elemMatch: { $gt: operand() } }),
        () => ({ $elemMatch: { $in: list() } }),
      )
    return pick(choices)()
  }

  /** Operands of `$not`: operators, not a bare value. */
  const operatorsOf = (made: unknown): unknown =>
    typeof made === 'object' && made !== null && Object.keys(made).some((name) => name.startsWith('$'))
      ? made
      : { $eq: made }

  const where = (depth: number): Record<string, unknown> => {
    const condition = (): [string, unknown] => {
      if (depth > 0 && chance(0.25))
        return [pick(['$and', '$or', '$nor']), Array.from({ length: 1 + int(3) }, () => where(depth - 1))]
      if (depth > 0 && chance(0.1)) return ['$not', where(depth - 1)]
      const searched = fields.filter(({ kind }) => kind === 'words')
      if (searched.length > 0 && chance(0.1)) return ['$text', pick(QUESTIONS)]
      const { path, kind } = pick(fields)
      if (['texts', 'numbers', 'dates'].includes(kind) && chance(0.1))
        return [
          `${path}.${String(int(2))}`,
          test(kind === 'texts' ? 'text' : kind === 'numbers' ? 'number' : 'date', depth),
        ]
      return [path, test(kind, depth)]
    }
    return Object.fromEntries(Array.from({ length: pick([0, 1, 1, 1, 2, 2, 3]) }, condition))
  }

  const order = () =>
    Array.from({ length: pick([0, 0, 1, 1, 1, 2]) }, () => ({
      field: pick(fields).path,
      direction: pick(['asc', 'desc'] as const),
    }))

  return { schema, fields, object, where, order, random }
}
