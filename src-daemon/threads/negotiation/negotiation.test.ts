import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CAPABILITIES } from '../../contract/threads.ts'
import { readActors, type Actor } from './actors.ts'
import { commonMajors } from './common.ts'

const url = (slug: string, version = '1.0.0') =>
  `https://aitp.dev/capabilities/${slug}/v${version}/schema.json`
const DECISIONS = url('aitp-02-decisions')
const majorsOf = (foreign: unknown) =>
  readActors([{ id: 'a', capabilities: foreign }])?.map(({ majors }) =>
    Object.fromEntries([...majors].map(([name, all]) => [name, [...all]])),
  )[0]

it.each([
  ['addresses', [DECISIONS, url('aitp-03-data-request', '2.1.0'), url('aitp-03-data-request')]],
  [
    'objects with schema',
    [
      { schema: DECISIONS },
      { schema: url('aitp-03-data-request', '2.1.0') },
      { schema: url('aitp-03-data-request') },
    ],
  ],
  [
    'objects with $schema',
    [
      { $schema: DECISIONS },
      { $schema: url('aitp-03-data-request', '2.0.0') },
      { $schema: url('aitp-03-data-request') },
    ],
  ],
  [
    'a text of JSON',
    JSON.stringify([DECISIONS, url('aitp-03-data-request', '2.1.0'), url('aitp-03-data-request')]),
  ],
])('reads what is declared as %s', (_shape, declared) => {
  expect(majorsOf(declared)).toEqual({ 'aitp-02-decisions': [1], 'aitp-03-data-request': [2, 1] })
})

it('reads actors as objects, as texts, and all of them as one text', () => {
  const actor = (id: string) => ({ id, client_id: 'c', capabilities: [DECISIONS] })
  for (const foreign of [
    [actor('a'), actor('b')],
    [JSON.stringify(actor('a')), actor('b')],
    JSON.stringify([actor('a'), actor('b')]),
  ]) {
    const actors = readActors(foreign) ?? []
    expect(actors.map(({ id }) => id)).toEqual(['a', 'b'])
    expect([...commonMajors(actors)]).toEqual([['aitp-02-decisions', 1]])
  }
  const updated = readActors([actor('a'), { id: 'a', capabilities: [] }])
  expect(updated).toMatchObject([{ id: 'a', majors: new Map() }])
})

it('takes nothing from what is no declaration', () => {
  expect(majorsOf([url('aitp-99-x'), 'https://evil.example/', 7, null, {}, [DECISIONS], '{'])).toEqual({})
  expect(majorsOf([url('aitp-02-decisions', '0.3.0')])).toEqual({ 'aitp-02-decisions': [1] })
  expect(readActors('[')).toBeNull()
  expect(readActors({ id: 'a' })).toBeNull()
  expect(readActors([{}, 'x', 3, { id: 4 }])).toEqual([])
  expect(readActors(Array.from({ length: 1000 }, (_, n) => ({ id: String(n) })))).toHaveLength(256)
})

const actorOf = (id: string, majors: Readonly<Record<string, readonly number[]>>): Actor => ({
  id,
  majors: new Map(
    CAPABILITIES.flatMap((name) =>
      majors[name] === undefined ? [] : [[name, new Set(majors[name])] as const],
    ),
  ),
})

it('is the highest that all declared, and follows who joins and leaves', () => {
  const a = actorOf('a', { 'aitp-02-decisions': [1, 2, 3], 'aitp-01-payments': [1] })
  const b = actorOf('b', { 'aitp-02-decisions': [2, 1, 4] })
  const c = actorOf('c', { 'aitp-02-decisions': [1] })
  expect(commonMajors([a])).toEqual(
    new Map([
      ['aitp-02-decisions', 3],
      ['aitp-01-payments', 1],
    ]),
  )
  expect(commonMajors([a, b])).toEqual(new Map([['aitp-02-decisions', 2]]))
  expect(commonMajors([a, b, c])).toEqual(new Map([['aitp-02-decisions', 1]]))
  expect(commonMajors([a, b, actorOf('d', {})])).toEqual(new Map())
  expect(commonMajors([])).toEqual(new Map())
})

it('doesn’t depend on the order of actors, and nobody who joins raises it', () => {
  const majors = fc.dictionary(
    fc.constantFrom(...CAPABILITIES.slice(0, 3)),
    fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
  )
  fc.assert(
    fc.property(fc.array(majors, { minLength: 2, maxLength: 5 }), (given) => {
      const actors = given.map((one, n) => actorOf(String(n), one))
      const common = commonMajors(actors)
      expect(commonMajors(actors.toReversed())).toEqual(common)
      const before = commonMajors(actors.slice(1))
      for (const [name, major] of common) expect(before.get(name)).toBeGreaterThanOrEqual(major)
    }),
  )
})
