import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReplicas, type Replica } from './replicas.testing.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const YEAR = 365 * DAY

let replicas: Replica[]
beforeEach(() => {
  replicas = openReplicas(3)
})
afterEach(() => {
  for (const replica of replicas) replica.close()
})

const three = (): [Replica, Replica, Replica] => {
  const [a, b, c] = replicas
  if (a === undefined || b === undefined || c === undefined) throw new Error('three were opened')
  return [a, b, c]
}
const exchange = (...all: readonly Replica[]): void => {
  for (const from of all) for (const to of all) if (from !== to) to.integrate(from.outgoing())
}
const titleOf = (replica: Replica, id: string): unknown => replica.get(id).object['title']
const setTitle = (replica: Replica, id: string, title: string): void => {
  replica.update(id, { $set: { title } })
}
/** All hold the same, which is also what their logs say. */
const expectSame = (...all: readonly Replica[]): void => {
  for (const replica of all) {
    expect(replica.dump()).toEqual(all[0]?.dump())
    expect(replica.check().differences).toEqual([])
  }
}

describe('a device whose clock was ahead and was put right', () => {
  it.each([
    ['seven minutes', 7 * MINUTE],
    ['a day', DAY],
    ['thirty years', 30 * YEAR],
  ])('by %s writes with the right time again, also after a restart', (_how, ahead) => {
    const [a] = three()
    const id = a.create({ title: 'first' })
    a.tick(ahead)
    setTitle(a, id, 'ahead')
    a.tick(MINUTE - ahead)
    setTitle(a, id, 'right')
    a.restart()
    setTitle(a, id, 'right again')
    const clocks = a.state.history
      .changes({ schemaUri: a.get(id).schemaUri, id })
      .map(({ at }) => Date.parse(at))
    expect(clocks.map((at) => at - a.now())).toEqual([0, 0, ahead - MINUTE, -MINUTE])
    expect(titleOf(a, id)).toBe('right again')
    expectSame(a)
  })

  it('does not win over what others write later without having seen it', () => {
    const [a, b, c] = three()
    const id = a.create({ title: 'first' })
    const other = a.create({ title: 'of the same scope' })
    exchange(a, b, c)
    a.tick(YEAR)
    setTitle(a, id, 'ahead')
    a.tick(-YEAR + MINUTE)
    setTitle(a, other, 'the clock is right again')
    b.tick(DAY)
    setTitle(b, id, 'a day later')
    c.tick(2 * DAY)
    exchange(a, b, c)
    for (const replica of [a, b, c]) expect(titleOf(replica, id)).toBe('a day later')
    expectSame(a, b, c)
  })

  it('takes back what already won, wherever it arrives and in whatever order', () => {
    const [a, b, c] = three()
    const id = a.create({ title: 'first', journal: [] })
    const other = a.create({ title: 'of the same scope' })
    exchange(a, b, c)
    a.tick(YEAR)
    a.update(id, { $set: { title: 'ahead', rating: 1 }, $push: { journal: { id: 'ahead' } } })
    b.tick(DAY)
    b.update(id, { $set: { title: 'a day later', rating: 2 }, $push: { journal: { id: 'later' } } })
    exchange(a, b)
    expect(titleOf(b, id)).toBe('ahead')
    expect(a.get(id).object['journal']).toEqual([{ id: 'later' }, { id: 'ahead' }])
    const told: string[] = []
    b.state.onChange(({ objectId }) => told.push(objectId))

    a.tick(-YEAR + MINUTE)
    setTitle(a, other, 'the clock is right again')
    expect(titleOf(a, id)).toBe('a day later')
    b.integrate(a.outgoing())
    expect(told).toContain(id)
    // One that gets everything at once ends the same.
    c.integrate([...b.outgoing()].reverse())
    for (const replica of [a, b, c]) {
      expect(replica.get(id).object).toMatchObject({ title: 'a day later', rating: 2 })
      expect(replica.get(id).object['journal']).toEqual([{ id: 'ahead' }, { id: 'later' }])
    }
    expectSame(a, b, c)
    setTitle(a, id, 'written by the one that was ahead')
    b.update(id, { $set: { body: 'edited by the other' } })
    exchange(a, b, c)
    expect(titleOf(c, id)).toBe('written by the one that was ahead')
    expectSame(a, b, c)
  })

  it('never uses a clock twice, though it comes by it again', () => {
    const [a] = three()
    const id = a.create({ title: 'first' })
    a.tick(DAY)
    for (const title of ['1', '2', '3']) setTitle(a, id, title)
    a.tick(-DAY)
    setTitle(a, id, 'right')
    a.tick(DAY)
    for (const title of ['4', '5']) setTitle(a, id, title)
    const clocks = a.outgoing().map(({ clock }) => clock)
    expect(new Set(clocks).size).toBe(clocks.length)
    expectSame(a)
  })
})

describe('a device whose clock goes back', () => {
  it('to 1970 goes on from its last change: the right time is later', () => {
    const [a, b] = three()
    const id = a.create({ title: 'first' })
    exchange(a, b)
    const start = a.now()
    a.tick(-start)
    setTitle(a, id, 'in 1970')
    a.restart()
    setTitle(a, id, 'in 1970 again')
    const [last] = a.state.history.changes({ schemaUri: a.get(id).schemaUri, id })
    expect(Date.parse(last?.at ?? '')).toBe(start)
    exchange(a, b)
    expect(titleOf(b, id)).toBe('in 1970 again')
    a.tick(start + DAY)
    setTitle(a, id, 'today')
    exchange(a, b)
    expect(titleOf(b, id)).toBe('today')
    expectSame(a, b)
  })
})
