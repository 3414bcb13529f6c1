import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ITEM, openItems } from '../asmql/testing.ts'
import { NOTE, noteAccess, openTestState, plainState } from '../testing.ts'
import { matchOf, searchText, wordsOf } from './words.ts'

let test: ReturnType<typeof openItems>
beforeEach(() => {
  test = openItems(0)
  test.db.pragma('synchronous = OFF')
})
afterEach(async () => {
  await test.state.close()
  test.close()
})

const members = (): unknown[] =>
  test.db.prepare(`SELECT value, row FROM ${test.view}_members ORDER BY value`).raw().all()
const totals = () =>
  test.state
    .scopes()
    .flatMap(({ schemas }) => schemas)
    .find(({ schemaUri }) => schemaUri === ITEM)

describe('beside the objects', () => {
  it('list elements and words follow the object, also when it is deleted and comes back', async () => {
    const found = async (text: string) =>
      (await test.state.query(noteAccess, { from: ITEM, where: { body: { $text: text } } })).items.length
    test.put({ id: 'a', object: { tags: ['x', 'y', 'x'], body: 'red' } })
    expect(members()).toEqual([
      ['x', 1],
      ['y', 1],
    ])
    test.put({ id: 'a', object: { tags: ['y', 'z'], body: 'green' } })
    expect(members()).toEqual([
      ['y', 1],
      ['z', 1],
    ])
    expect([await found('red'), await found('green')]).toEqual([0, 1])
    test.put({ id: 'a', object: { tags: ['y'], body: 'green' }, deleted: true })
    expect(members()).toEqual([])
    expect(await found('green')).toBe(0)
    test.put({ id: 'a', object: { tags: ['y'], body: 'green' } })
    expect([members(), await found('green')]).toEqual([[['y', 1]], 1])
  })

  it('writes only the elements that differ', () => {
    const tags = Array.from({ length: 100 }, (_, n) => `t${String(n)}`)
    test.put({ id: 'a', object: { tags } })
    const before = Number(test.db.prepare('SELECT total_changes()').pluck().get())
    test.put({ id: 'a', object: { tags: [...tags.slice(1), 'new'] } })
    const after = Number(test.db.prepare('SELECT total_changes()').pluck().get())
    // The row, one element less, one more, and the totals.
    expect(after - before).toBeLessThanOrEqual(4)
  })

  it('totals are what a scan would find, whatever was written, undone or removed', () => {
    test.put({ id: 'a', object: { title: 'x' } })
    test.put({ id: 'b', object: { title: 'y'.repeat(100) }, conflicts: { '/title': [1, 2] }, invalid: 'why' })
    test.put({ id: 'c', object: {}, deleted: true })
    test.put({ id: 'a', object: { title: 'longer' } })
    test.db.exec('BEGIN')
    test.put({ id: 'd', object: { title: 'undone' } })
    test.db.exec('ROLLBACK')
    const scanned = test.db
      .prepare(
        `SELECT count(*) AS count, sum(octet_length(object)) AS bytes, count(conflicts) AS conflicts,
        count(invalid) AS invalid FROM ${test.view} WHERE deleted = 0`,
      )
      .get()
    expect(totals()).toMatchObject(scanned as object)
    test.db.exec(`DELETE FROM ${test.view}`)
    expect(totals()).toMatchObject({ count: 0, bytes: 0, conflicts: 0, invalid: 0 })
  })
})

it('a view that is missing when state is opened is made again from the log', async () => {
  const own = openTestState()
  const id = own.create({ title: 'kept' })
  const view = String(own.db.prepare('SELECT view_name FROM state_schemas').pluck().get())
  own.db.exec(`DROP TABLE ${view}; DELETE FROM state_view_totals`)
  const again = plainState({ db: own.db })
  expect(again.get({ schemaUri: NOTE, id }).object['title']).toBe('kept')
  const { items } = await again.query(noteAccess, { from: NOTE, where: { title: 'kept' } })
  expect(items).toHaveLength(1)
  await again.close()
  own.close()
})

describe('words', () => {
  it.each([
    ['Red, APPLES!', ['red', 'apples']],
    ['Äpfel Ελλάς', ['apfel', 'ελλας']],
    ['ＦＵＬＬ ﬁ', ['full', 'fi']],
    ['今天天气 ok', ['今', '天', '天', '气', 'ok']],
    ['がか', ['が', 'か']],
    ['한국어 text', ['한국어', 'text']],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('of neighbouring elements of a list make no phrase', () => {
    expect(searchText(['red', 'apple'])).not.toContain('red apple')
  })

  it('are all that reaches FTS5 of a question', () => {
    expect(matchOf('red "Two Words" app* NEAR(x) "open')).toBe(
      '"red" AND "two words" AND "app" * AND "near x" AND "open"',
    )
    expect(matchOf(' "" * -')).toBeNull()
  })
})
