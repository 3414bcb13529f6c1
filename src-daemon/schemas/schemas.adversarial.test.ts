import { describe, expect, it } from 'vitest'
import { createSchemaChecker } from './checker.ts'
import { SchemaRefusal } from './refusal.ts'

type Schema = Readonly<Record<string, unknown>>

/** `d0` to `d<n>`, each made of a reference to the next. */
const chain = (n: number, make: (next: Schema) => Schema): Schema => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries([
    ...Array.from({ length: n }, (_, at) => [`d${String(at)}`, make({ $ref: `#/$defs/d${String(at + 1)}` })]),
    [`d${String(n)}`, { type: 'string' }],
  ]),
})
const nested = <T>(depth: number, wrap: (inner: T) => T, innermost: T): T => {
  let value = innermost
  for (let at = 0; at < depth; at += 1) value = wrap(value)
  return value
}
const properties = (n: number, one: Schema): Schema => ({
  properties: Object.fromEntries(Array.from({ length: n }, (_, at) => [`p${String(at)}`, one])),
})
const list = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at))
const tree = (depth: number): unknown => nested<unknown>(depth, (x) => ({ x }), 1)

/** What comes of a check: how many problems, or the kind of refusal with its place. */
const outcome = async (schema: Schema, value: unknown, limits = {}): Promise<number | string> => {
  try {
    return (await createSchemaChecker(limits).check(schema, value)).length
  } catch (thrown) {
    if (!(thrown instanceof SchemaRefusal)) throw thrown
    return `${thrown.kind}: ${thrown.sentence}`
  }
}

/** The outcome, and the most milliseconds of a processor that this thread worked without letting anything else run. */
const watched = async (work: () => Promise<number | string>): Promise<[number | string, number]> => {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }
  const timer = setInterval(look, 1)
  try {
    const found = await work()
    look()
    return [found, longest]
  } finally {
    clearInterval(timer)
  }
}

const BRANCHES = /^costly: #\/\$defs\/d\d+ branches into more than 10000 alternatives$/

/** Before, each of these held the daemon for seconds up to minutes, or ended it. The stall is some 50 ms; see the bench. */
const MAX_STALL_MS = 2000

describe.each<[what: string, schema: Schema, value: unknown, expected: number | RegExp]>([
  ['anyOf of references', chain(26, (next) => ({ anyOf: [next, next] })), 1, BRANCHES],
  ['oneOf of references', chain(26, (next) => ({ oneOf: [next, next] })), 'x', BRANCHES],
  ['allOf of references', chain(26, (next) => ({ allOf: [next, next] })), 'x', BRANCHES],
  ['if, then and else', chain(26, (next) => ({ if: next, then: next, else: next })), 'x', BRANCHES],
  ['dependentSchemas', chain(26, (next) => ({ dependentSchemas: { a: next, b: next } })), {}, BRANCHES],
  ['a reference to itself', { $ref: '#' }, 1, /^costly: # refers to itself without end$/],
  [
    'a circle of references',
    { ...chain(3, (next) => next), $defs: { d0: { allOf: [{ $ref: '#' }] } } },
    1,
    /^costly: # refers to itself/,
  ],
  [
    '10,000 levels',
    nested<Schema>(10_000, (items) => ({ items }), {}),
    [],
    /^costly: #\/items.* is nested deeper than 200 levels$/,
  ],
  [
    '10,000 levels of allOf',
    nested<Schema>(10_000, (one) => ({ allOf: [one] }), {}),
    [],
    /^costly: .*nested deeper/,
  ],
  ['50,000 properties', properties(50_000, { type: 'string' }), {}, /^costly: # has more than 20000 parts$/],
  [
    '2 MB of description',
    { description: 'x'.repeat(2 * 1024 * 1024) },
    1,
    /^costly: # is larger than 1024 KiB$/,
  ],
  [
    'references into each other, found one after the other',
    {
      $ref: '#/$defs/u0',
      $defs: {
        t: nested<Schema>(150, (items) => ({ items }), properties(1000, { type: 'string' })),
        ...Object.fromEntries(
          list(150, (at) => [
            `u${String(at)}`,
            {
              properties: {
                t: { $ref: `#/$defs/t${'/items'.repeat(at)}` },
                next: { $ref: `#/$defs/u${String(at + 1)}` },
              },
            },
          ]),
        ),
      },
    },
    {},
    /^costly: # is spelled out by references to more than 20000 parts$/,
  ],
  [
    'hundreds of patterns that take long to compile, beyond which none is run',
    properties(1, { allOf: list(400, (at) => ({ pattern: `^\\p{L}{1,${String(at + 2)}}$` })) }),
    { p0: '1' },
    20,
  ],
  ['a pattern that backtracks', { pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`, 1],
  [
    'patternProperties that backtrack',
    { patternProperties: { '^(a|a)*$': false } },
    { [`${'a'.repeat(5000)}!`]: 1 },
    0,
  ],
  [
    'a pattern that repeats',
    { pattern: `(${'abcdefghij'.repeat(100)}){900}` },
    'x',
    /^(?:costly|unusable): .*repeats too much|parts/,
  ],
  ['a pattern of lookaheads, which is not run', { pattern: '(?=a)', minLength: 2 }, 'x', 1],
  ['uniqueItems of objects', { uniqueItems: true }, list(20_000, (a) => ({ a })), 0],
  ['uniqueItems in every list', { items: { uniqueItems: true } }, list(50, () => list(1000, (a) => [a])), 0],
  [
    'a large enum of objects',
    { items: { enum: list(1000, (a) => ({ a })) } },
    list(1000, (a) => ({ a: -1 - a })),
    20,
  ],
  ['a tiny multipleOf', { multipleOf: 1e-300 }, 1e300, 1],
  ['a long url', { format: 'url' }, `http://${'a:'.repeat(50_000)}`, 1],
  ['a long email', { format: 'email' }, `a@${'a-'.repeat(50_000)}`, 1],
  [
    'propertyNames of many members',
    { propertyNames: { pattern: '^(x+x+)+y$' } },
    Object.fromEntries(list(5000, (at) => [`x${String(at)}`, 1])),
    20,
  ],
  [
    'unevaluatedProperties',
    { anyOf: list(30, (at) => properties(5 + at, true as never)), unevaluatedProperties: false },
    Object.fromEntries(list(5000, (at) => [`p${String(at)}`, 1])),
    20,
  ],
  [
    'recursion on deep data',
    { items: { $ref: '#' } },
    nested<unknown>(10_000, (one) => [one], 1),
    /^costly: .*nested too deeply$/,
  ],
  ['an asynchronous schema', { $async: true, type: 'string' }, 1, 1],
  [
    '10 MB of value',
    { items: properties(2, { type: 'string', maxLength: 5 }) },
    list(300_000, () => ({ p0: 'abcdefghi', p1: 'x' })),
    20,
  ],
  ['a large schema', properties(1500, { type: 'string', maxLength: 5 }), { p7: 'abcdefghi' }, 1],
])('%s', (_what, schema, value, expected) => {
  it('is answered, and holds up nothing else', { timeout: 60_000 }, async () => {
    const [found, stall] = await watched(() => outcome(schema, value))
    if (typeof expected === 'number') expect(found).toBe(expected)
    else expect(found).toMatch(expected)
    expect(stall).toBeLessThan(MAX_STALL_MS)
  })
})

describe('what multiplies with the depth of the value', () => {
  const branching = (next: Schema): Schema => ({
    anyOf: [{ properties: { x: next } }, { properties: { x: next } }],
  })

  it.each([
    ['over references', chain(40, branching)],
    ['over itself', branching({ $ref: '#' })],
    [
      'over a dynamic reference',
      { $dynamicAnchor: 'n', ...branching({ $dynamicRef: '#n' }), type: 'object' },
    ],
  ])('%s is ended in the worker', { timeout: 60_000 }, async (_how, schema) => {
    expect(await outcome(schema, tree(3))).toEqual(expect.any(Number))
    const [found, stall] = await watched(() => outcome(schema, tree(40), { deadlineMs: 100 }))
    expect(found).toMatch(/^costly: # takes more than 0\.1 s to check$/)
    expect(stall).toBeLessThan(MAX_STALL_MS)
  })

  it('is stopped if it takes too much memory', { timeout: 60_000 }, async () => {
    const limits = { deadlineMs: 50_000, maxMemoryMb: 32 }
    const failing = (x: string): Schema => ({ properties: { x: { $ref: '#' } }, required: [x] })
    expect(await outcome({ anyOf: [failing('y'), failing('z')] }, tree(40), limits)).toBe(
      'costly: # takes more than 32 MB to check',
    )
  })

  it('leaves the checker ready for the next', { timeout: 60_000 }, async () => {
    const checker = createSchemaChecker({ deadlineMs: 1000 })
    const both = [
      checker.check(branching({ $ref: '#' }), tree(40)),
      checker.check(properties(900, { type: 'string' }), { p1: 1 }),
    ]
    const [costly, next] = await Promise.allSettled(both.map((one) => Promise.resolve(one)))
    expect(costly).toMatchObject({ status: 'rejected', reason: { kind: 'costly' } })
    expect(next).toMatchObject({ status: 'fulfilled', value: [{ pointer: '/p1' }] })
  })
})

describe('what real schemas say', () => {
  it.each<[what: string, schema: Schema, fits: unknown, unfit: unknown]>([
    [
      'a tree of itself',
      { properties: { name: { type: 'string' }, children: { items: { $ref: '#' } } }, required: ['name'] },
      { name: 'a', children: [{ name: 'b' }] },
      { name: 'a', children: [{}] },
    ],
    [
      'a union with a word to tell',
      { oneOf: list(40, (at) => ({ properties: { kind: { const: at } }, required: ['kind'] })) },
      { kind: 7 },
      { kind: 70 },
    ],
    [
      'an anchor',
      { $defs: { a: { $anchor: 'here', type: 'integer' } }, items: { $ref: '#here' } },
      [1],
      ['x'],
    ],
    [
      'draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        items: [{ type: 'integer' }],
        additionalItems: false,
      },
      [1],
      [1, 2],
    ],
    [
      'a uniqueItems of mixed items',
      { uniqueItems: true },
      [1, '1', null, 'null', true, [1], { a: 1 }, { a: 2 }],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ])('%s is checked at once', (_what, schema, fits, unfit) => {
    const checker = createSchemaChecker()
    expect(checker.checkAtOnce(schema, fits)).toEqual([])
    expect(checker.checkAtOnce(schema, unfit).length).toBeGreaterThan(0)
  })

  it('is refused at once if it would exhaust the worker', () => {
    const large = properties(900, { type: 'string' })
    expect(() => createSchemaChecker().checkAtOnce(large, {})).toThrow(SchemaRefusal)
  })
})
