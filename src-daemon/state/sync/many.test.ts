import { afterEach, expect, it } from 'vitest'
import { openReplicas, type Replica } from '../objects/replicas.testing.ts'
import { failureOf, NOTE, noteAccess } from '../testing.ts'

const opened: Replica[] = []
const two = (): [Replica, Replica] => {
  const [a, b] = openReplicas(2)
  if (a === undefined || b === undefined) throw new Error('no replicas')
  opened.push(a, b)
  return [a, b]
}
afterEach(() => {
  for (const replica of opened.splice(0)) replica.close()
})

const tell = (from: Replica, to: Replica) =>
  to.state.sync.import(from.state.sync.export({ scopes: null, since: to.state.sync.vectors() }).bytes)
const remove = (replica: Replica, id: string, mode: 'soft' | 'hard'): void => {
  replica.state.delete(noteAccess, { schemaUri: NOTE, id, mode })
}

/** The database's counts and sizes, and the actual ones. */
const totals = ({ engine }: Replica): { kept: unknown; found: unknown } => {
  const view = engine.schemas.get(NOTE).view
  const get = (sql: string): unknown => engine.db.prepare(sql).get()
  return {
    kept: get(`SELECT objects, bytes, conflicts, invalid FROM state_view_totals_now WHERE view = '${view}'`),
    found: get(
      `SELECT sum(deleted = 0) AS objects, sum(iif(deleted = 0, octet_length(object), 0)) AS bytes,
         sum(deleted = 0 AND conflicts IS NOT NULL) AS conflicts, sum(deleted = 0 AND invalid IS NOT NULL) AS invalid FROM ${view}`,
    ),
  }
}

it('one file merges objects of every kind at once, as both devices then have them', () => {
  const [a, b] = two()
  const ids = Array.from({ length: 150 }, (_, n) => a.create({ title: `note ${String(n)}`, tags: ['a'] }))
  tell(a, b)
  ids.forEach((id, n) => {
    // Some have a long history here, some a settled one, some none.
    for (let times = 0; times < (n % 5 === 0 ? 12 : n % 3); times++)
      a.update(id, { $set: { title: `a ${String(times)}` } })
    if (n === 75) a.engine.transactions.atomically(() => a.engine.log.indexAll())
    if (n % 11 === 0) remove(a, id, 'soft')
    b.tick(n % 2)
    b.update(id, {
      $set: { title: `b ${'longer'.repeat(n % 4)}` },
      $inc: { stars: n },
      $addToSet: { tags: 'b' },
    })
    if (n % 7 === 0) b.update(id, { $set: { 'place.city': 'b' } })
    if (n % 13 === 0) remove(b, id, 'soft')
    if (n % 17 === 0) remove(b, id, 'hard')
    // Larger than what is read together with others.
    if (n === 31) a.update(id, { $set: { extra: 'x'.repeat(100_000) } })
    if (n === 32) b.update(id, { $set: { extra: 'x'.repeat(100_000) } })
  })
  b.create({ title: 'new' })
  tell(b, a)
  tell(a, b)
  expect(a.dump()).toEqual(b.dump())
  for (const replica of [a, b]) {
    expect(replica.check()).toMatchObject({ ok: true })
    expect(totals(replica).kept).toEqual(totals(replica).found)
    expect(replica.engine.db.pragma('integrity_check', { simple: true })).toBe('ok')
  }
  expect(a.get(ids[2] ?? '').object).toMatchObject({ stars: 2, tags: ['a', 'b'] })
})

it('more changes than are looked up at once are all found after one file, whatever is settled in between', () => {
  const [a, b] = two()
  // So that a batch of rows isn't full when changes are indexed.
  b.create({ title: 'mine' })
  const id = a.create({ title: 'start' })
  for (let n = 0; n < 4200; n++) a.update(id, { $set: { rating: n } })
  expect(tell(a, b)).toMatchObject({ applied: 4201, objects: 1 })
  expect(b.get(id).object).toMatchObject({ rating: 4199 })
  expect(b.state.history.changes({ schemaUri: NOTE, id }).map(({ hash }) => hash)).toEqual(
    a.state.history.changes({ schemaUri: NOTE, id }).map(({ hash }) => hash),
  )
  expect(b.check()).toMatchObject({ ok: true })
})

it('a refused file leaves nothing behind, and the next one begins where the last one ended', () => {
  const [a, b] = two()
  const id = a.create({ title: 'start' })
  tell(a, b)
  for (let n = 0; n < 40; n++) a.update(id, { $set: { title: String(n) } })
  const news = a.outgoing().slice(1)
  const [first, last] = [news[0], news.at(-1)]
  if (first === undefined || last === undefined) throw new Error('there are changes')
  const before = b.outgoing().length
  const forged = { ...last, previous: first.hash, hash: Buffer.alloc(32) }
  const refused = () => b.engine.integrate([...news.slice(0, -1), forged], { hashesChecked: true })
  expect(failureOf(refused).code).toBe('change_set_invalid')
  expect(b.outgoing()).toHaveLength(before)
  b.update(id, { $set: { title: 'mine' } })
  expect(b.engine.integrate(news)).toMatchObject({ applied: 40 })
  b.update(id, { $set: { rating: 1 } })
  expect(b.state.history.changes({ schemaUri: NOTE, id })).toHaveLength(43)
  tell(b, a)
  expect(a.dump()).toEqual(b.dump())
})

it('a file that takes more room than is left is undone, though the room of several is only estimated', () => {
  const [a, b] = two()
  const ids = Array.from({ length: 20 }, () => a.create({ title: 'x'.repeat(2000) }))
  tell(a, b)
  const log = b.engine.schemas.get(NOTE).log
  b.engine.quotas.setLimit(log, 150_000)
  for (const id of ids) a.update(id, { $set: { title: 'y'.repeat(2100) } })
  tell(a, b)
  for (const id of ids) a.update(id, { $set: { title: 'z'.repeat(9000) } })
  const rows = b.dump()
  expect(failureOf(() => tell(a, b)).code).toBe('quota_exceeded')
  expect(b.dump()).toEqual(rows)
})
