import { describe, expect, it } from 'vitest'
import { readSeenName } from '../base/names.ts'
import { headerBytes } from '../log/codec.ts'
import { sha256 } from '../../platform/sha256.ts'
import { openReplica, type Replica } from './replicas.testing.ts'
import { title, send, same, exchange, sendAll, useBranching } from './testing/branching.ts'

const { one, copyOf, replicas, opened, kept } = useBranching()

const set = (replica: Replica, id: string, $set: object): void => {
  replica.update(id, { $set })
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

const AHEAD_MS = 91 * 86_400_000
