import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { openReplicas, type Replica } from '../objects/replicas.testing.ts'
import type { IncomingChange } from '../log/types.ts'
import { NOTE, noteAccess } from '../testing.ts'
import type { StateAccess } from '../schema/schema.ts'
import type { JsonRecord } from '../../contract/state.ts'
import type { RevertedObject, RevertTarget } from '../../contract/state-history.ts'

let a: Replica
let b: Replica
beforeAll(() => {
  const [first, second] = openReplicas(2)
  if (first === undefined || second === undefined) throw new Error('no replicas')
  ;[a, b] = [first, second]
})
afterAll(() => {
  // In every case, the views match the logs on both replicas.
  a.integrate(b.outgoing())
  b.integrate(a.outgoing())
  const dumps = [a.dump(), b.dump()]
  const checks = [a.check(), b.check()]
  a.close()
  b.close()
  expect(dumps[0]).toEqual(dumps[1])
  expect(checks.flatMap(({ differences }) => differences)).toEqual([])
})

const START = { title: 'start', rating: 0, body: 'start', done: false, stars: 10, place: { city: 'x' } }
let turn = ''
let turns = 0
let id = ''
beforeEach(() => {
  begin()
})

/** A note that both have, and a new turn. */
const begin = (): void => {
  // A case that was given up hasn't sent its changes.
  if (id !== '') exchange()
  turn = `turn ${String((turns += 1))}`
  id = a.create(START)
  exchange()
}

const exchange = (): void => {
  for (const one of [a, b]) one.tick(1000)
  a.integrate(ofNote(b))
  b.integrate(ofNote(a))
  expect(contentOf(a)).toEqual(contentOf(b))
}
/** Both have all other notes already. */
const ofNote = (replica: Replica): IncomingChange[] =>
  replica.outgoing().filter(({ object }) => object === id)

const inTurn = (): StateAccess => {
  if (noteAccess.origin.kind !== 'capability') throw new Error('capability')
  return { ...noteAccess, origin: { ...noteAccess.origin, turnId: turn } }
}
const byOwner: StateAccess = { ...noteAccess, origin: { kind: 'owner', via: 'cli' } }
const set = (replica: Replica, access: StateAccess, patch: JsonRecord): string => {
  replica.tick(1)
  return replica.state.update(access, { schemaUri: NOTE, id, patch }).change.hash
}
const remove = (replica: Replica, access: StateAccess = byOwner): void => {
  replica.tick(1)
  replica.state.delete(access, { schemaUri: NOTE, id, mode: 'soft' })
}
const revert = (replica: Replica, target: RevertTarget = { turnId: turn }): RevertedObject => {
  replica.tick(1)
  const [first] = replica.state.history.revert({ target, via: 'cli', dryRun: false }).objects
  if (first === undefined) throw new Error('nothing was reverted')
  return first
}
const again = (replica: Replica, { change }: RevertedObject): RevertedObject =>
  revert(replica, { change: change ?? '' })
/** Null if deleted; without the time of the last change, which a revert is, too. */
const contentOf = (replica: Replica): JsonRecord | null => {
  try {
    return { ...replica.get(id).object, updatedAt: undefined }
  } catch {
    return null
  }
}

describe('a change taken back here while another device', () => {
  it('edits another field: both stand, and taking back again brings only the change back', () => {
    set(a, inTurn(), { $set: { title: 'ai', 'place.city': 'ai' }, $inc: { stars: 5 } })
    exchange()
    const reverted = revert(a)
    set(b, byOwner, { $set: { rating: 7, body: 'typed' }, $inc: { stars: 1 } })
    exchange()
    expect(contentOf(a)).toMatchObject({ ...START, rating: 7, body: 'typed', stars: 11 })
    again(b, reverted)
    exchange()
    expect(contentOf(a)).toMatchObject({
      title: 'ai',
      place: { city: 'ai' },
      rating: 7,
      body: 'typed',
      stars: 16,
    })
  })

  it('writes the same field later: its write stands, also once the revert is taken back', () => {
    set(a, inTurn(), { $set: { title: 'ai', rating: 1 } })
    exchange()
    const reverted = revert(a)
    b.tick(10)
    set(b, byOwner, { $set: { title: 'b' } })
    exchange()
    expect(contentOf(a)).toMatchObject({ title: 'b', rating: 0 })
    again(a, reverted)
    exchange()
    expect(contentOf(b)).toMatchObject({ title: 'b', rating: 1 })
  })

  it('had written the same field earlier: its write stands, as if the change had never been, also once the revert is taken back', () => {
    set(a, inTurn(), { $set: { title: 'ai', done: true, body: 'ai' } })
    exchange()
    set(b, byOwner, { $set: { title: 'b', done: false } })
    a.tick(10)
    const reverted = revert(a)
    exchange()
    expect(contentOf(a)).toMatchObject({ title: 'b', done: false, body: 'start' })
    again(b, reverted)
    exchange()
    expect(contentOf(a)).toMatchObject({ title: 'b', done: false, body: 'ai' })
  })

  it('had written it earlier and edits it further, not knowing: what it wrote last stands, in whatever order they come', () => {
    set(a, inTurn(), { $set: { title: 'ai' } })
    exchange()
    set(b, byOwner, { $set: { title: 'b' } })
    const early = ofNote(b)
    a.tick(10)
    revert(a)
    a.integrate(early)
    expect(contentOf(a)).toMatchObject({ title: 'b' })
    set(b, byOwner, { $set: { title: 'b2' } })
    exchange()
    expect(contentOf(a)).toMatchObject({ title: 'b2' })
    expect(a.check()).toMatchObject({ ok: true })
  })

  it('types on in the text: what it typed stays', () => {
    set(a, inTurn(), { $set: { body: 'start and more' } })
    exchange()
    revert(a)
    set(b, byOwner, { $set: { body: 'A start and more' } })
    exchange()
    expect(contentOf(a)).toMatchObject({ body: 'A start' })
  })

  it('deletes the object: it comes back, as with any other edit', () => {
    set(a, inTurn(), { $set: { title: 'ai' } })
    exchange()
    revert(a)
    remove(b)
    exchange()
    expect(contentOf(a)).toMatchObject(START)
  })

  it('edits what was to be deleted as the work of the turn: it stays, with the edit', () => {
    id = a.state.create(inTurn(), { schemaUri: NOTE, object: START }).object.id
    exchange()
    const reverted = revert(a)
    expect(contentOf(a)).toBeNull()
    set(b, byOwner, { $set: { rating: 3 } })
    exchange()
    expect(contentOf(a)).toMatchObject({ ...START, rating: 3 })
    again(a, reverted)
    exchange()
    expect(contentOf(b)).toMatchObject({ ...START, rating: 3 })
  })

  it('takes the same back: an amount has gone twice, until one of the two is taken back', () => {
    set(a, inTurn(), { $set: { title: 'ai' }, $inc: { stars: 5 } })
    exchange()
    const [one, two] = [revert(a), revert(b)]
    exchange()
    expect(contentOf(a)).toMatchObject({ title: 'start', stars: 5 })
    again(a, one)
    exchange()
    expect(contentOf(b)).toMatchObject({ title: 'start', stars: 10 })
    again(b, two)
    exchange()
    expect(contentOf(a)).toMatchObject({ title: 'ai', stars: 15 })
  })
})

const field = fc.constantFrom('title', 'rating', 'city', 'done', 'stars')
const edits = fc.array(fc.record({ field, n: fc.integer({ min: 1, max: 9 }) }), { maxLength: 4 })

const patchOf = (name: string, n: number): JsonRecord => {
  if (name === 'stars') return { $inc: { stars: n } }
  if (name === 'city') return { $set: { 'place.city': String(n) } }
  if (name === 'rating') return { $set: { rating: n } }
  return { $set: { [name]: name === 'done' ? n % 2 === 0 : String(n) } }
}

it('leaves both devices equal and what the other did in place, and taking the revert back is as if it had never been', () => {
  fc.assert(
    fc.property(edits, edits, fc.boolean(), fc.boolean(), (mine, theirs, isLater, knew) => {
      begin()
      for (const { field: name, n } of mine) set(a, inTurn(), patchOf(name, n))
      fc.pre(a.state.history.changes({ schemaUri: NOTE, id }).length > 1)
      if (knew) exchange()
      if (isLater) b.tick(50)
      else a.tick(50)
      for (const { field: name, n } of theirs) set(b, byOwner, patchOf(name, n))
      const reverted = revert(a)
      fc.pre(reverted.change !== null)
      exchange()
      const touched = new Set(theirs.map((edit) => edit.field))
      const [after, theirsNow] = [contentOf(a) ?? {}, contentOf(b) ?? {}]
      expect(after).toEqual(theirsNow)
      if (!touched.has('title')) expect(after['title']).toBe('start')
      // The other's write to a register stays, whenever it was made.
      for (const name of ['title', 'rating']) {
        const last = theirs.findLast((edit) => edit.field === name)
        // Writing the present value again isn't a write.
        const isNew = !mine.some((edit) => edit.field === name && edit.n === last?.n)
        if (last !== undefined && isNew) expect(after[name]).toBe(name === 'title' ? String(last.n) : last.n)
      }
      const added = theirs.reduce((sum, edit) => sum + (edit.field === 'stars' ? edit.n : 0), 0)
      expect(after['stars']).toBe(10 + added)
      again(a, reverted)
      exchange()
      // The last write of each register stands, whether the turn's or the other's.
      for (const name of ['title', 'rating', 'done']) {
        const last = (list: typeof mine): unknown => {
          const found = list.findLast((edit) => edit.field === name)
          return found && (patchOf(name, found.n)['$set'] as JsonRecord)[name]
        }
        const possible = [last(theirs), last(mine)].filter((value) => value !== undefined)
        if (possible.length > 0) expect(possible).toContain(contentOf(a)?.[name])
      }
      const own = mine.reduce((sum, edit) => sum + (edit.field === 'stars' ? edit.n : 0), 0)
      expect(contentOf(b)?.['stars']).toBe(10 + added + own)
    }),
    { numRuns: effort(10, 30) },
  )
}, 30_000)
