import { afterEach, describe, expect, it } from 'vitest'
import { NOTE } from '../testing.ts'
import { openReplicas, type Replica } from './replicas.testing.ts'

const opened: Replica[] = []
const replicas = (count: number): Replica[] => {
  const all = openReplicas(count)
  opened.push(...all)
  return all
}
afterEach(() => {
  for (const replica of opened.splice(0)) replica.close()
})
const two = (): [Replica, Replica] => {
  const [a, b] = replicas(2)
  if (a === undefined || b === undefined) throw new Error('no replicas')
  return [a, b]
}
const exchange = (a: Replica, b: Replica): void => {
  a.integrate(b.outgoing())
  b.integrate(a.outgoing())
}
const edit = (replica: Replica, id: string, patch: unknown): void => {
  replica.update(id, patch)
}

describe('clocks', () => {
  it('of others far ahead are not followed, and a write that saw them still wins', () => {
    const [a, b] = two()
    const id = a.create({ title: 't' })
    exchange(a, b)
    b.tick(86_400_000)
    edit(b, id, { $set: { title: 'from tomorrow' } })
    a.integrate(b.outgoing())
    expect(a.get(id).object['title']).toBe('from tomorrow')
    edit(a, id, { $set: { title: 'seen and replaced' } })
    b.integrate(a.outgoing())
    expect(b.get(id).object['title']).toBe('seen and replaced')
    const [first, second] = a.state.history.changes({ schemaUri: NOTE, id })
    expect(Date.parse(second?.at ?? '') - a.now()).toBe(86_400_000)
    expect(Date.parse(first?.at ?? '') - a.now()).toBe(5 * 60_000)
    expect(a.dump()).toEqual(b.dump())
  })

  it('that jump keep later changes later', () => {
    const [a, b] = two()
    const id = a.create({ title: '0' })
    for (const [n, jump] of [86_400_000, -90_000_000, 5, -1].entries()) {
      a.tick(jump)
      edit(a, id, { $set: { title: String(n + 1) } })
    }
    const clocks = a.outgoing().map(({ clock }) => clock)
    // The one that was ahead is given up; all the others follow each other.
    const kept = clocks.filter((_, n) => n !== 1)
    expect(kept).toEqual(kept.toSorted())
    expect(new Set(clocks).size).toBe(5)
    b.integrate(a.outgoing())
    expect(b.get(id).object['title']).toBe('4')
    a.restart()
    edit(a, id, { $set: { title: '5' } })
    expect(a.outgoing().at(-1)?.clock).toSatisfy((clock: string) => clock > (clocks.at(-1) ?? ''))
  })
})
