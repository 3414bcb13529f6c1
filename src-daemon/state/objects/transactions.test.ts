import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../storage/index.ts'
import { failureOf, NOTE, noteAccess, openTestState, rejectionOf, type TestState } from '../testing.ts'

let test: TestState
beforeEach(() => {
  test = openTestState()
})
afterEach(() => {
  test.close()
})

const rename = (id: string, title: unknown) =>
  test.state.together(() =>
    test.state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { title } } }),
  )
const titles = (...ids: string[]): unknown[] =>
  ids.map((id) => test.state.get({ schemaUri: NOTE, id }).object['title'])

it('what comes in one turn shares a transaction, and each is answered when it is saved', async () => {
  const [a, b] = [test.create({ title: 'a' }), test.create({ title: 'b' })]
  const reader = openDatabase({ path: test.path })
  const saved = (): unknown => reader.prepare('SELECT count(*) FROM changes').pluck().get()
  const done = Promise.all([rename(a, 'A'), rename(b, 'B')])
  const last = test.state.together(() => [...titles(a, b), saved()])
  expect(titles(a, b)).toEqual(['a', 'b'])
  const [first, second] = await done
  expect([first.object.object['title'], second.object.object['title'], saved()]).toEqual(['A', 'B', 4])
  // The last one saw the others' changes, before anyone outside did.
  expect(await last).toEqual(['A', 'B', 2])
  reader.close()
})

it('a failed change is undone alone, and is neither announced nor remembered', async () => {
  const [a, b] = [test.create({ title: 'a' }), test.create({ title: 'b' })]
  const heard: string[] = []
  test.state.onChange(({ objectId }) => heard.push(objectId))
  const half = test.state.together(() => {
    test.state.update(noteAccess, { schemaUri: NOTE, id: a, patch: { $set: { title: 'half' } } })
    test.state.update(noteAccess, { schemaUri: NOTE, id: a, patch: { $set: { title: 7 } } })
  })
  const settled = await Promise.allSettled([rename(b, 'B'), half, rename(b, 7), rename(a, 'A')])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(titles(a, b)).toEqual(['A', 'B'])
  expect(heard).toEqual([b, a])
  expect(test.state.history.changes({ schemaUri: NOTE, id: a }).map(({ seq }) => seq)).toEqual([4, 1])
  expect(test.state.sync.check().ok).toBe(true)
})

it('work that catches what fails in it, and goes on, is undone to that point alone', async () => {
  const [a, b] = [test.create({ title: 'a' }), test.create({ title: 'b' })]
  const heard: string[] = []
  test.state.onChange(({ objectId }) => heard.push(objectId))
  const caught = test.state.together(() => {
    const { code } = failureOf(() =>
      test.state.update(noteAccess, { schemaUri: NOTE, id: a, patch: { $set: { title: 7 } } }),
    )
    test.state.update(noteAccess, { schemaUri: NOTE, id: a, patch: { $set: { title: code } } })
  })
  await Promise.all([rename(b, 'B'), caught])
  expect(titles(a, b)).toEqual(['validation_failed', 'B'])
  expect(heard).toEqual([a, b])
  const alone = test.state.together(() =>
    failureOf(() => test.state.update(noteAccess, { schemaUri: NOTE, id: b, patch: { $set: { title: 7 } } })),
  )
  expect((await alone).code).toBe('validation_failed')
  expect(test.state.history.changes({ schemaUri: NOTE, id: b }).map(({ seq }) => seq)).toEqual([4, 2])
  expect(test.state.sync.check().ok).toBe(true)
})

it('rejects everyone when the disk is full, and goes on afterwards', async () => {
  const [a, b] = [test.create({ title: 'a' }), test.create({ title: 'b' })]
  test.db.pragma(`max_page_count = ${String(test.db.pragma('page_count', { simple: true }))}`)
  const large = 'x'.repeat(200_000)
  const settled = await Promise.allSettled([rename(a, 'A'), rename(b, large)])
  expect(settled[1].status).toBe('rejected')
  test.db.pragma('max_page_count = 1000000')
  const now = titles(a, b)
  expect(now).toEqual([settled[0].status === 'fulfilled' ? 'A' : 'a', 'b'])
  await rename(a, 'again')
  expect(titles(a)).toEqual(['again'])
  expect(test.state.sync.check().ok).toBe(true)
})

it('work that comes while others are saved has a transaction of its own', async () => {
  const id = test.create({ title: 'a' })
  await rename(id, 'b').then(() => rename(id, 'c'))
  expect(titles(id)).toEqual(['c'])
  expect((await rejectionOf(rename('none', 'x'))).code).toBe('not_found')
})

it('forgets what it knew in a transaction of another room that is undone', () => {
  const undone = test.db.transaction(() => {
    test.create({ title: 'undone' })
    throw new Error('undo')
  })
  expect(undone).toThrow('undo')
  const id = test.create({ title: 'kept' })
  expect(test.state.history.changes({ schemaUri: NOTE, id })[0]?.seq).toBe(1)
  expect(failureOf(() => test.create({ title: 7 })).code).toBe('validation_failed')
  expect(test.state.sync.check().ok).toBe(true)
})
