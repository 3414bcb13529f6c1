import { describe, expect, it } from 'vitest'
import { NOTE, noteAccess, openTestState } from '../testing.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.UTC(2026, 0, 10)

const titleOf = (test: ReturnType<typeof openTestState>, id: string): unknown =>
  test.state.get({ schemaUri: NOTE, id }).object['title']
const setTitle = (test: ReturnType<typeof openTestState>, id: string, title: string): void => {
  test.state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { title } } })
}
const send = (from: ReturnType<typeof openTestState>, to: ReturnType<typeof openTestState>) =>
  to.state.sync.import(from.state.sync.export({ scopes: null, since: null }).bytes)

describe('a clock that is wrong', () => {
  it.each([
    ['goes back a day', -DAY],
    ['goes back to 1970', -START],
    ['runs ahead a day and comes back', DAY],
  ])('and %s keeps the order in which things were written', (_what, jump) => {
    let now = START
    const test = openTestState(() => now)
    const id = test.create({ title: 'first' })
    now += jump
    setTitle(test, id, 'second')
    now = START + 1000
    setTitle(test, id, 'third')
    expect(titleOf(test, id)).toBe('third')
    const history = test.state.history.changes({ schemaUri: NOTE, id })
    expect(history.map(({ seq }) => seq)).toEqual([3, 2, 1])
    expect(test.state.sync.check()).toMatchObject({ ok: true })
    expect(test.state.sync.rebuild()).toMatchObject({ ok: true })
    expect(titleOf(test, id)).toBe('third')
    test.close()
  })

  it('on one device loses nothing that the other one wrote later, having seen it', () => {
    let ahead = START
    const wrong = openTestState(() => ahead)
    const right = openTestState(() => START)
    const id = wrong.create({ title: 'by the wrong clock' })
    ahead += DAY
    setTitle(wrong, id, 'tomorrow')
    send(wrong, right)
    expect(titleOf(right, id)).toBe('tomorrow')
    // Written a day "before" what it replaces, and yet after it.
    setTitle(right, id, 'today')
    expect(titleOf(right, id)).toBe('today')
    send(right, wrong)
    expect(titleOf(wrong, id)).toBe('today')
    // The right clock doesn't follow the other one.
    const [last] = right.state.history.changes({ schemaUri: NOTE, id })
    expect(Date.parse(last?.at ?? '')).toBeLessThan(START + 10 * 60_000)
    for (const test of [wrong, right]) {
      expect(test.state.sync.check()).toMatchObject({ ok: true })
      test.close()
    }
  })
})
