import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { SatchelError } from '../../platform/errors.ts'
import { NOTE, noteAccess } from '../testing.ts'
import { readSeenName } from '../base/names.ts'
import { headerBytes } from '../log/codec.ts'
import { sha256 } from '../../platform/sha256.ts'
import { openReplica, openReplicas, type Replica } from './replicas.testing.ts'

const opened = new Set<Replica>()
const kept = (replica: Replica): Replica => {
  opened.add(replica)
  return replica
}
const replicas = (count: number): Replica[] => openReplicas(count).map(kept)
/** Another replica with the data of this one, and its name. */
const copyOf = (replica: Replica): Replica => kept(openReplica(replica.copy()))
afterEach(() => {
  for (const replica of opened) replica.close()
  opened.clear()
})

const one = (): Replica => {
  const [a] = replicas(1)
  if (a === undefined) throw new Error('no replica')
  return a
}

/** As files go from one device to another: what `to` lacks, by its vectors. */
const send = (from: Replica, to: Replica): { changes: number; applied: number; waiting: number } => {
  const since: unknown = JSON.parse(JSON.stringify(to.state.sync.vectors()))
  const { bytes } = from.state.sync.export({ scopes: null, since })
  return to.state.sync.import(bytes)
}
const sendAll = (from: Replica, to: Replica) =>
  to.state.sync.import(from.state.sync.export({ scopes: null, since: null }).bytes)
const exchange = (...all: readonly Replica[]): void => {
  for (const _round of [1, 2]) for (const from of all) for (const to of all) if (from !== to) send(from, to)
}
const hashesOf = (replica: Replica): string[] =>
  replica
    .outgoing()
    .map(({ hash }) => Buffer.from(hash).toString('hex'))
    .sort()
const set = (replica: Replica, id: string, $set: object): void => {
  replica.update(id, { $set })
}
const title = (replica: Replica, id: string): unknown => replica.get(id).object['title']

const same = (...all: readonly Replica[]): void => {
  const [first, ...others] = all
  if (first === undefined) return
  for (const other of others) {
    expect(hashesOf(other)).toEqual(hashesOf(first))
    expect(other.dump()).toEqual(first.dump())
  }
  for (const replica of all) {
    expect(replica.check().differences).toEqual([])
    expect(replica.engine.db.prepare('SELECT count(*) FROM pending_changes').pluck().get()).toBe(0)
    expect(replica.reported).toEqual([])
    // Rebuilt, the views are the same: nothing depends on the order of arrival.
    const before = replica.dump()
    replica.engine.views.rebuild()
    expect(replica.dump()).toEqual(before)
  }
}

describe('two replicas with one name', () => {
  it('send each other what is missing, and end the same', () => {
    const a = one()
    const id = a.create({ title: 'common', body: 'one two three', stars: 1 })
    const b = copyOf(a)
    set(a, id, { title: 'by a' })
    const [ofA, ofB] = [a.create({ title: 'a' }), b.create({ title: 'b' })]
    a.update(id, { $inc: { stars: 2 } })
    b.update(id, { $inc: { stars: 5 } })
    expect(send(a, b)).toMatchObject({ applied: 3, waiting: 0 })
    expect(send(b, a)).toMatchObject({ applied: 2, waiting: 0 })
    same(a, b)
    expect([title(a, ofB), title(b, ofA)]).toEqual(['b', 'a'])
    expect(a.get(id).object).toMatchObject({ title: 'by a', stars: 8 })
    // Nothing is missing any more.
    expect([send(a, b).changes, send(b, a).changes]).toEqual([0, 0])
  })

  it('merge texts by characters', () => {
    const a = one()
    const id = a.create({ title: 't', body: 'one two three' })
    set(a, id, { body: 'one two three.' })
    const b = copyOf(a)
    set(a, id, { body: 'ONE two three.' })
    set(b, id, { body: 'one two four.' })
    exchange(a, b)
    same(a, b)
    expect(a.get(id).object['body']).toBe('ONE two four.')
    set(a, id, { body: 'ONE two four!' })
    exchange(a, b)
    same(a, b)
    expect(b.get(id).object['body']).toBe('ONE two four!')
  })

  it.each([
    ['both', true],
    ['one', false],
  ])('take back the time of what they have in common: %s of them', (_which, both) => {
    for (const order of [0, 1, 2]) {
      const [a, c] = replicas(2)
      if (a === undefined || c === undefined) throw new Error('no replica')
      const id = a.create({ title: 'first' })
      exchange(a, c)
      a.tick(AHEAD_MS)
      set(a, id, { title: 'ahead' })
      c.tick(86_400_000)
      set(c, id, { title: 'right' })
      const b = copyOf(a)
      a.tick(-AHEAD_MS)
      set(a, id, { body: 'a' })
      if (!both) b.tick(AHEAD_MS)
      set(b, id, { done: true })
      const all = [a, b, c]
      exchange(...all.slice(order), ...all.slice(0, order))
      expect(title(c, id)).toBe('right')
      same(...all)
      for (const replica of all) {
        replica.close()
        opened.delete(replica)
      }
    }
  })

  it('write under names of their own once they know', () => {
    const a = one()
    a.create({ title: 'common' })
    const b = copyOf(a)
    a.create({ title: 'a' })
    b.create({ title: 'b' })
    const name = a.engine.log.actor
    expect(b.engine.log.actor).toBe(name)
    send(a, b)
    expect(b.engine.log.actor).not.toBe(name)
    send(b, a)
    expect(a.engine.log.actor).not.toBe(name)
    expect(a.engine.log.actor).not.toBe(b.engine.log.actor)
    a.restart()
    expect(a.engine.meta.replica.former.map((one) => one.name)).toEqual([name])
    a.create({ title: 'more' })
    b.create({ title: 'more' })
    exchange(a, b)
    same(a, b)
  })

  it('reach a third one in any order, which had the changes of one of them', () => {
    const [a, c, d] = replicas(3)
    if (a === undefined || c === undefined || d === undefined) throw new Error('no replicas')
    const id = a.create({ title: 'common' })
    const b = copyOf(a)
    for (const n of [1, 2, 3]) set(a, id, { title: `a${String(n)}` })
    for (const n of [1, 2, 3, 4]) set(b, id, { title: `b${String(n)}` })
    send(a, c)
    set(c, id, { title: 'c saw a' })
    send(c, b)
    sendAll(b, d)
    send(a, d)
    exchange(a, b, c, d)
    same(a, b, c, d)
  })

  it('are told apart by what a third one says it saw, though both had that number', () => {
    const [a, c] = replicas(2)
    if (a === undefined || c === undefined) throw new Error('no replicas')
    const id = a.create({ title: 'common', done: false })
    const b = copyOf(a)
    set(a, id, { done: true })
    b.tick(1)
    set(b, id, { done: true })
    send(a, c)
    // It switches off what it saw a switch on; what b did, it didn't see.
    set(c, id, { done: false })
    send(c, a)
    expect(a.get(id).object['done']).toBe(false)
    exchange(a, b, c)
    same(a, b, c)
    expect(c.get(id).object['done']).toBe(true)
  })

  it('count as seen up to where they part, by older changes that name only a number', () => {
    const [a, c, d] = replicas(3)
    if (a === undefined || c === undefined || d === undefined) throw new Error('no replicas')
    const id = a.create({ title: 'common', done: false })
    const b = copyOf(a)
    set(a, id, { done: true })
    b.tick(1)
    set(b, id, { done: true, title: 'b' })
    send(a, c)
    set(c, id, { done: false })
    const older = c.outgoing().map((change) => {
      const seen = Object.entries(change.seen).map(([name, seq]) => [readSeenName(name).actor, seq])
      const said = { ...change, seen: Object.fromEntries(seen) as Record<string, number> }
      return { ...said, hash: sha256(headerBytes(said)) }
    })
    expect(older.at(-1)?.seen).toEqual({ [older[0]?.actor ?? '']: 2 })
    a.integrate(older)
    // As long as there is one of that number, it is the one that was seen.
    expect(a.get(id).object['done']).toBe(false)
    b.integrate(older)
    send(a, d)
    exchange(a, b, d)
    same(a, b, d)
    expect(a.get(id).object).toMatchObject({ done: true, title: 'b' })
  })

  it('keep what came before its turn waiting, also through a restart', () => {
    const a = one()
    const id = a.create({ title: 'common' })
    const b = copyOf(a)
    for (const n of [1, 2, 3, 4]) set(a, id, { title: `a${String(n)}` })
    for (const n of [1, 2, 3]) set(b, id, { title: `b${String(n)}` })
    const [, first, second, third] = b.outgoing()
    if (first === undefined || second === undefined || third === undefined) throw new Error('no changes')
    expect(a.integrate([third])).toMatchObject({ applied: 0, waiting: 1 })
    expect(a.integrate([second])).toMatchObject({ applied: 0, waiting: 1 })
    a.restart()
    expect(a.integrate([first])).toMatchObject({ applied: 3, waiting: 0 })
    send(a, b)
    same(a, b)
  })

  it('may be many, and branch again', () => {
    const a = one()
    const id = a.create({ title: 'common' })
    const early = copyOf(a)
    set(a, id, { title: 'a2' })
    set(a, id, { title: 'a3' })
    const late = copyOf(a)
    const later = copyOf(a)
    for (const [n, replica] of [early, late, later, a].entries()) {
      set(replica, id, { title: `of ${String(n)}` })
      set(replica, id, { title: `more of ${String(n)}` })
    }
    // Learning of the later branches first gives the same result as learning of the early one first.
    send(late, later)
    send(early, later)
    send(early, a)
    send(late, a)
    exchange(a, early, late, later)
    same(a, early, late, later)
  })

  it('begin with two different first changes, too', () => {
    const a = one()
    const b = copyOf(a)
    a.create({ title: 'a' })
    b.create({ title: 'b' })
    exchange(a, b)
    same(a, b)
    expect(a.outgoing()).toHaveLength(2)
  })

  it('are one that went on from an older copy of itself, and gets its own later changes back', () => {
    const [a, c] = replicas(2)
    if (a === undefined || c === undefined) throw new Error('no replicas')
    const id = a.create({ title: '1' })
    const old = a.copy()
    set(a, id, { title: '2' })
    set(a, id, { title: '3' })
    send(a, c)
    const back = kept(openReplica(old))
    expect(send(c, back)).toMatchObject({ applied: 2 })
    expect(title(back, id)).toBe('3')
    set(back, id, { title: '4' })
    exchange(c, back)
    same(c, back)
    expect(title(c, id)).toBe('4')
  })
})

type Step =
  | { do: 'write'; replica: number; object: number; patch: object }
  | { do: 'create'; replica: number; object: number; title: string }
  | { do: 'delete'; replica: number; object: number; mode: 'soft' | 'hard' }
  | { do: 'send'; from: number; to: number; all: boolean }
  | { do: 'copy'; from: number; to: number }
  | { do: 'tick'; replica: number; ms: number }
  | { do: 'restart'; replica: number }

const AHEAD_MS = 91 * 86_400_000
const replica = fc.nat(2)
const object = fc.nat(1)
const word = fc.constantFrom('a', 'b', 'long text of words', 'other text')
const patch: fc.Arbitrary<object> = fc.oneof(
  fc.record({ $set: fc.record({ title: word }) }),
  fc.record({ $set: fc.record({ body: word }) }),
  fc.record({ $set: fc.record({ done: fc.boolean(), 'place.city': word }) }),
  fc.constant({ $unset: ['place', 'body'] }),
  fc.record({ $inc: fc.record({ stars: fc.integer({ min: -3, max: 3 }) }) }),
  fc.record({ $addToSet: fc.record({ tags: word }) }),
  fc.record({ $push: fc.record({ parts: fc.record({ name: word, n: fc.nat(3) }) }) }),
  fc.record({ $push: fc.record({ journal: fc.record({ id: fc.constantFrom('1', '2', '3') }) }) }),
)
const mode = fc.constantFrom('soft' as const, 'soft' as const, 'hard' as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ do: fc.constant('write' as const), replica, object, patch }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create' as const), replica, object, title: word }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), replica, object, mode }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('send' as const), from: replica, to: replica, all: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('copy' as const), from: replica, to: replica }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('tick' as const),
      replica,
      // A clock that is ahead, and put right: what was taken back follows the branches.
      ms: fc.constantFrom(1, 1000, -5000, 86_400_000, AHEAD_MS, -AHEAD_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), replica }) },
)

/** Expected if two devices make incompatible changes. */
const REFUSED = new Set(['not_found', 'validation_failed', 'crdt_violation'])
const attempt = (work: () => unknown): void => {
  try {
    work()
  } catch (thrown) {
    if (!(thrown instanceof SatchelError) || !REFUSED.has(thrown.code)) throw thrown
  }
}

const ids = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const idOf = (n: number): string => ids[n] ?? ''

/** Plays on three places; one that is copied over another goes on beside it, as the other's data is not lost. */
const play = (steps: readonly Step[]): readonly Replica[] => {
  const places = replicas(3)
  const all = [...places]
  const at = (n: number): Replica => {
    const found = places[n]
    if (found === undefined) throw new Error('no replica')
    return found
  }
  at(0).create({ id: idOf(0), title: 'first', body: 'one two three', parts: [{ name: 'p', n: 0 }] })
  for (const one of steps)
    switch (one.do) {
      case 'write':
        attempt(() => {
          at(one.replica).update(idOf(one.object), one.patch)
        })
        break
      case 'create':
        attempt(() => at(one.replica).create({ id: idOf(one.object), title: one.title, tags: [one.title] }))
        break
      case 'delete':
        attempt(() =>
          at(one.replica).state.delete(noteAccess, { schemaUri: NOTE, id: idOf(one.object), mode: one.mode }),
        )
        break
      case 'send':
        if (one.from === one.to) break
        if (one.all) sendAll(at(one.from), at(one.to))
        else send(at(one.from), at(one.to))
        break
      case 'copy': {
        if (all.length > 6) break
        const copy = copyOf(at(one.from))
        places[one.to] = copy
        all.push(copy)
        break
      }
      case 'tick':
        at(one.replica).tick(one.ms)
        break
      case 'restart':
        at(one.replica).restart()
    }
  return all
}

it(
  'replicas end the same, however often they are copied, whatever they write and send, and whatever their clocks say',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const all = play(steps)
        const written = new Set(all.flatMap(hashesOf))
        exchange(...all)
        expect(hashesOf(all[0] ?? one())).toEqual([...written].sort())
        same(...all)
        for (const replica of all) {
          replica.close()
          opened.delete(replica)
        }
      }),
      { numRuns: effort(8, 60), endOnFailure: true },
    )
  },
)
