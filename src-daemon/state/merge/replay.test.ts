import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject, memberOf, toJsonObject } from '../base/json.ts'
import type { Op } from '../log/types.ts'
import { growing, grown, itemsOf } from '../policies/growing.ts'
import { createPolicies, type Write } from '../policies/index.ts'
import { orMap } from '../policies/or-map.ts'
import { createReplica } from '../policies/testing/replicas.ts'
import { createSequencesInThread } from '../policies/testing/sequences-in-thread.ts'
import { createShape } from '../schema/shape.ts'
import { noteSchema } from '../testing.ts'
import { createReplay } from './replay.ts'
import { normalise } from './diff.ts'
import { planOf, type PlanNode } from './plan.ts'
import type { ReplayedChange } from './types.ts'

const sequences = createSequencesInThread()

describe('replaying', () => {
  const everything = {
    type: 'object',
    properties: {
      ...noteSchema.properties,
      versions: { 'x-crdt': 'mv_register' },
      people: { type: 'object', additionalProperties: { $ref: '#/$defs/person' } },
    },
    $defs: {
      person: {
        type: 'object',
        properties: {
          bio: { type: 'string', 'x-crdt': 'rga_text' },
          visits: { type: 'integer', 'x-crdt': 'counter' },
          seen: { type: 'array', 'x-crdt': 'grow_only_set' },
          diary: { type: 'array', 'x-crdt': 'log_rga' },
          list: { type: 'array' },
          home: { type: 'object', properties: { city: { type: 'string' } } },
        },
      },
    },
  }
  const plan = planOf(createShape(toJsonObject(everything)))
  const text = fc.constantFrom('', 'a', 'ab', 'é😀')
  // A member called `__proto__` is refused before.
  const anything = fc
    .jsonValue({ maxDepth: 2 })
    .filter((value) => !JSON.stringify(value).includes('__proto__'))
  const log = fc.array(fc.record({ id: fc.constantFrom('1', '2', '3', '4') }, { requiredKeys: [] }), {
    maxLength: 3,
  })
  const optional = { requiredKeys: [] }
  /** Texts and lists take a hundred times as long, because of Automerge. */
  const objectsWith = (sequenced: boolean): fc.Arbitrary<object> => {
    const person = fc.record(
      {
        ...(sequenced && { bio: text, list: fc.array(anything, { maxLength: 3 }) }),
        visits: fc.integer(),
        seen: fc.array(text, { maxLength: 3 }),
        diary: log,
        home: fc.record({ city: text }, optional),
      },
      optional,
    )
    return fc.record(
      {
        title: text,
        tags: fc.array(text, { maxLength: 3 }),
        stars: fc.integer(),
        rating: fc.constantFrom(null, 1, 2.5),
        done: fc.boolean(),
        place: fc.record({ city: text, zip: text }, optional),
        ...(sequenced && {
          body: text,
          parts: fc.array(fc.record({ name: text }, optional), { maxLength: 3 }),
        }),
        journal: log,
        extra: anything,
        versions: anything,
        people: fc.dictionary(fc.constantFrom('k', 'l', 'constructor'), person),
      },
      optional,
    )
  }
  /** `to`, plus what sets and logs had in `from`, because they only grow. */
  const grow = (node: PlanNode, from: Json | undefined, to: Json | undefined): Json | undefined => {
    if (node.kind === 'object') {
      if (!isObject(to)) return to
      const names = new Set([...Object.keys(to), ...Object.keys(isObject(from) ? from : {})])
      const members = [...names].map((name) => [
        name,
        grow(node.member(name), memberOf(from, name), memberOf(to, name)),
      ])
      return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JsonObject
    }
    const grows = node.policy === 'grow_only_set' || node.policy === 'log_rga'
    if (!grows || !Array.isArray(from)) return to
    return Array.isArray(to) ? [...from, ...to] : from
  }

  it.each([
    { cases: 1000, sequenced: false },
    { cases: 60, sequenced: true },
  ])(
    'what was made and changed gives what was meant ($cases cases, with texts and lists: $sequenced)',
    ({ cases, sequenced }) => {
      const wanted = fc.array(objectsWith(sequenced), { minLength: 2, maxLength: 4 })
      fc.assert(fc.property(wanted, becomes), { numRuns: cases })
    },
    60_000,
  )

  const becomes = (wanted: readonly object[]): void => {
    const replica = createReplica({ plan, sequences, actor: 'a', now: () => 0 })
    for (const next of wanted) {
      const from = replica.view().object
      const grown = grow(plan.root, from ?? undefined, toJsonObject(next))
      const after = toJsonObject({ id: 'x', ...toJsonObject(grown) })
      replica.edit(() => structuredClone(after))
      const [local, replayed] = replica.restart()
      expect(replayed).toEqual(local)
      expect(replayed.object).toEqual(normalise(plan, from, after))
    }
  }

  const replay = createReplay({ plan, policies: createPolicies(sequences) })
  const clock = (n: number): string => String(n).padStart(6, '0')
  const change = (
    actor: string,
    seq: number,
    at: number,
    seen: Record<string, number>,
    ...ops: Op[]
  ): ReplayedChange => {
    const write: Write = {
      stamp: { clock: clock(at), actor, seq },
      saw: (other) => (seen[other.actor] ?? 0) >= other.seq,
    }
    return { write, ops }
  }
  const set = (path: string, value: Json): Op => ({ op: 'set', path: path.split('.'), value })
  const made = change(
    'a',
    1,
    1,
    {},
    {
      op: 'create',
      object: { id: 'x', title: 't', people: { k: { visits: 1, home: { city: 'Rome' } } } },
    },
  )

  it('lets the last one win who saw the other, also with a slower clock', () => {
    const ahead = change('b', 1, 900, { a: 1 }, set('title', 'ahead'))
    const answer = change('a', 2, 5, { a: 1, b: 1 }, set('title', 'answer'))
    expect(replay([made, ahead, answer]).object).toMatchObject({ title: 'answer' })
  })

  it('revives what was deleted softly when somebody changed it meanwhile, with all its content', () => {
    const gone = change('a', 2, 5, { a: 1 }, { op: 'delete', mode: 'soft' })
    const update = change('b', 1, 4, { a: 1 }, set('title', 'new'))
    expect(replay([made, gone])).toMatchObject({ deleted: true, object: { title: 't' } })
    for (const order of [
      [made, gone, update],
      [made, update, gone],
    ])
      expect(replay(order)).toMatchObject({
        deleted: false,
        object: { title: 'new', people: { k: { visits: 1 } } },
      })
  })

  it('keeps a member that somebody changed while another removed it, with all its content', () => {
    const gone = change('a', 2, 5, { a: 1 }, { op: 'remove', path: ['people', 'k'] })
    const update = change('b', 1, 4, { a: 1 }, { op: 'add', path: ['people', 'k', 'visits'], by: 1 })
    for (const order of [
      [made, gone, update],
      [made, update, gone],
    ])
      expect(replay(order).object?.['people']).toEqual({ k: { visits: 2, home: { city: 'Rome' } } })
  })

  it('keeps a flag enabled that somebody enabled while another, later, disabled it', () => {
    const on = change('a', 2, 5, { a: 1 }, set('done', true))
    const off = change('b', 1, 9, { a: 1 }, set('done', false))
    for (const order of [
      [made, on, off],
      [made, off, on],
    ])
      expect(replay(order).object?.['done']).toBe(true)
  })

  it('counts what was added while another set the number, and nothing that one had seen', () => {
    const before = change('a', 2, 3, { a: 1 }, { op: 'add', path: ['stars'], by: 7 })
    const base = change('a', 3, 9, { a: 2 }, set('stars', 10))
    const more = change('b', 1, 4, { a: 1 }, { op: 'add', path: ['stars'], by: 2 })
    for (const order of [
      [made, before, base, more],
      [made, more, before, base],
    ])
      expect(replay(order).object?.['stars']).toBe(12)
  })

  it('reads as an object or as what was put in its place, whichever was written last', () => {
    const inside = (at: number): ReplayedChange => change('a', 2, at, { a: 1 }, set('place.city', 'Oslo'))
    const instead = change('b', 1, 5, { a: 1 }, set('place', 'nowhere'))
    for (const [at, place] of [
      [4, 'nowhere'],
      [6, { city: 'Oslo' }],
    ] as const)
      for (const order of [
        [made, inside(at), instead],
        [made, instead, inside(at)],
      ])
        expect(replay(order).object?.['place']).toEqual(place)
    // After a removal, neither is left.
    const away = change('c', 1, 9, { a: 2, b: 1 }, { op: 'remove', path: ['place'] })
    for (const at of [4, 6])
      expect(replay([made, inside(at), instead, away]).object).not.toHaveProperty('place')
  })

  it('takes the last operation of a change on a field', () => {
    const twice = change('a', 2, 5, { a: 1 }, set('title', 'first'), set('title', 'second'))
    expect(replay([made, twice]).object).toMatchObject({ title: 'second' })
    const gone = change('a', 2, 5, { a: 1 }, set('rating', 1), { op: 'remove', path: ['rating'] })
    expect(replay([made, gone]).object).not.toHaveProperty('rating')
  })

  it('keeps a text that somebody edited while another removed it, with the edit', () => {
    const base = change('a', 2, 2, { a: 1 }, set('body', 'one'))
    const edit = sequences.edit({
      ...{ key: 'k', version: '1', nextVersion: '2', actor: 'b', after: 'one two' },
      load: () => ({ kind: 'text', base: 'one', changes: [] }),
    })
    if (edit === null) throw new Error('it is an edit')
    const on = `${clock(2)}@a`
    const typed = change('b', 1, 4, { a: 2 }, { op: 'edit', path: ['body'], on, change: edit })
    const gone = change('a', 3, 5, { a: 2 }, { op: 'remove', path: ['body'] })
    expect(replay([made, base, gone]).object).not.toHaveProperty('body')
    for (const order of [
      [made, base, typed, gone],
      [made, base, gone, typed],
    ])
      expect(replay(order).object).toMatchObject({ body: 'one two' })
  })

  it('starts over with a member that is put back', () => {
    const gone = change('a', 2, 5, { a: 1 }, { op: 'remove', path: ['people', 'k'] })
    const again = change('a', 3, 6, { a: 2 }, set('people.k', { bio: 'b' }))
    expect(replay([made, gone, again]).object?.['people']).toEqual({ k: { bio: 'b' } })
  })

  it('loses everything to a hard delete, except changes by a writer who saw it', () => {
    const gone = change('a', 2, 5, { a: 1 }, { op: 'delete', mode: 'hard' })
    const update = change('b', 1, 9, { a: 1 }, set('title', 'new'))
    const again = change('a', 3, 6, { a: 2 }, { op: 'create', object: { id: 'x' } })
    for (const order of [
      [made, gone, update],
      [made, update, gone],
    ])
      expect(replay(order)).toEqual({ object: null, deleted: true, conflicts: {} })
    for (const order of [
      [made, gone, again, update],
      [made, update, gone, again],
    ])
      expect(replay(order)).toEqual({ object: { id: 'x' }, deleted: false, conflicts: {} })
  })

  it('merges objects made concurrently under one id field by field', () => {
    const other = change(
      'b',
      1,
      2,
      {},
      { op: 'create', object: { id: 'x', stars: 2, tags: ['y'], people: { l: {} } } },
    )
    expect(replay([made, other]).object).toEqual({
      id: 'x',
      title: 't',
      stars: 2,
      tags: ['y'],
      people: { k: { visits: 1, home: { city: 'Rome' } }, l: {} },
    })
  })

  it('shows concurrent values by pointer, in one order', () => {
    const one = change('a', 2, 5, { a: 1 }, set('versions', 'x'))
    const two = change('b', 1, 4, { a: 1 }, set('versions', 7))
    for (const order of [
      [made, one, two],
      [made, two, one],
    ])
      expect(replay(order)).toMatchObject({ object: { versions: 'x' }, conflicts: { '/versions': ['x', 7] } })
    const both = change('b', 2, 9, { a: 2, b: 1 }, set('versions', 'z'))
    expect(replay([made, one, two, both])).toMatchObject({ object: { versions: 'z' }, conflicts: {} })
  })

  it('treats purged changes as empty', () => {
    const update = change('b', 1, 4, { a: 1 }, set('title', 'new'))
    expect(replay([{ ...made, ops: null }, update])).toEqual({ object: null, deleted: true, conflicts: {} })
  })

  it('adds numbers that floating point would round by their order', () => {
    const big = 2 ** 53 - 1
    const adds = [big, 3, -big, 1].map((by, n) =>
      change(`r${String(n)}`, 1, n, { a: 1 }, { op: 'add', path: ['stars'], by }),
    )
    expect(replay([made, ...adds]).object?.['stars']).toBe(4)
    expect(replay([made, ...adds.toReversed()]).object?.['stars']).toBe(4)
  })

  it('keeps what another replica should not have written from doing harm', () => {
    const hostile = change(
      'b',
      1,
      4,
      { a: 1 },
      set('__proto__.polluted', true),
      set('title.deeper', 1),
      set('people.k', 'no object'),
      { op: 'add', path: ['stars'], by: 0.5 },
      { op: 'create', object: JSON.parse('{"__proto__": {"polluted": 1}}') as JsonObject },
      set('people', []),
    )
    const direct = change('c', 1, 5, { a: 1 }, { op: 'set', path: ['__proto__'], value: { polluted: true } })
    const { object } = replay([made, hostile, direct])
    expect(object).toMatchObject({ people: [] })
    expect(Reflect.get(object ?? {}, 'polluted')).toBeUndefined()
  })

  it('lets two states that go on from one keep what is theirs', () => {
    const one = grown(growing<string>(), 'one')
    const [two, other] = [grown(one, 'two'), grown(one, 'other')]
    expect([one, two, other].map(itemsOf)).toEqual([['one'], ['one', 'two'], ['one', 'other']])
  })

  it('remembers of each replica one write that keeps an object there', () => {
    let presence = orMap.empty
    for (let seq = 1; seq <= 100; seq++)
      for (const actor of ['a', 'b']) {
        const { write } = change(actor, seq, seq, {})
        presence = orMap.apply(presence, { op: 'set', value: {} }, write)
      }
    expect(presence.map(({ actor, seq }) => [actor, seq])).toEqual([
      ['a', 100],
      ['b', 100],
    ])
  })

  it('asks who had seen whom in proportion to the changes, whatever they do', () => {
    const ops: Record<string, (n: number) => Op> = {
      register: (n) => set('title', n),
      counter: () => ({ op: 'add', path: ['stars'], by: 1 }),
      set: (n) => ({ op: 'insert', path: ['tags'], values: [`t${String(n)}`] }),
      log: (n) => ({ op: 'append', path: ['journal'], entries: [{ id: `e${String(n)}` }] }),
      nested: (n) => set('people.k.home.city', n),
    }
    const questions = (count: number, op: (n: number) => Op): number => {
      let asked = 0
      const concurrent = ['a', 'b'].flatMap((actor) =>
        Array.from({ length: count }, (_, n) => {
          const seen = actor === 'a' ? { a: n + 1 } : { a: 1, b: n + 1 }
          const { write, ...rest } = change(actor, n + 2, n + 2, seen, op(n))
          const saw: Write['saw'] = (other) => {
            asked += 1
            return write.saw(other)
          }
          return { ...rest, write: { ...write, saw } }
        }),
      )
      replay([made, ...concurrent])
      return asked
    }
    // An entry's place in a log is found by binary search.
    for (const op of Object.values(ops)) expect(questions(4000, op)).toBeLessThan(8000 * 15)
  })
})
