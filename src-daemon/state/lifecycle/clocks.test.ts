import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, DAY, logSchema, memorySchema, openTestLife, START, ttlSchema, type TestLife } from './testing.ts'

const HOUR = DAY / 24

let test: TestLife
let other: TestLife
beforeEach(() => {
  test = openTestLife()
  other = openTestLife()
})
afterEach(() => {
  test.close()
  other.close()
})

const send = (from: TestLife, to: TestLife): void => {
  to.state.sync.import(from.state.sync.export({ scopes: null, since: null }).bytes)
}
const item = (value: string, importance = 0): object => ({ value, importance, createdAt: at(START) })
const namesOf = (one: TestLife, uri: string, id: string): string[] =>
  Object.keys(one.read(uri, id)?.['items'] ?? {})
/** What the background does on a day of use. */
const use = (day: number): void => {
  test.clock.now = START + day * DAY
  for (let n = 0; n < 8; n++) {
    test.state.lifecycle.purge()
    test.clock.now += HOUR / 4
  }
}

describe('a session with the clock 91 days ahead', () => {
  it('takes nothing away for good, here or on another device, and all of it is read again afterwards', () => {
    const memory = test.register('Memory', memorySchema)
    const ttl = test.register('Ttl', ttlSchema)
    const log = test.register('Log', logSchema)
    for (const [name, schema] of Object.entries({ Memory: memorySchema, Ttl: ttlSchema, Log: logSchema }))
      other.register(name, schema)
    const facts = test.make(memory, { items: { a: item('a'), b: item('b') } })
    const note = test.make(ttl, { title: 'for a day' })
    const talk = test.make(log, { entries: [{ id: '1', text: 'said', timestamp: at(START) }] })
    use(0)
    send(test, other)

    use(91)
    expect(test.read(ttl, note)).toBeNull()
    expect(test.state.lifecycle.clock()).toMatchObject({ doubtful: true })
    send(test, other)
    other.clock.now = START + HOUR * 3

    use(0.09)
    expect(test.state.lifecycle.clock()).toMatchObject({ doubtful: false })
    for (const one of [test, other]) {
      expect(namesOf(one, memory, facts)).toEqual(['a', 'b'])
      expect(one.read(ttl, note)).toMatchObject({ title: 'for a day' })
      expect(one.read(log, talk)?.['entries']).toHaveLength(1)
      expect(one.isKept('for a day')).toBe(true)
    }
    // What is written after it is not taken for old.
    const later = test.make(ttl, { title: 'new', timestamp: at(test.clock.now) })
    expect(test.read(ttl, later)).toMatchObject({ title: 'new' })
  })

  it.each([
    ['an hour', HOUR],
    ['fourteen hours, as of a second system', 14 * HOUR],
    ['thirty years', 30 * 365 * DAY],
  ])('nor one that is %s ahead', (_how, ahead) => {
    const ttl = test.register('Ttl', { ...ttlSchema, 'x-ttl': 'PT1H' })
    test.make(ttl, { title: 'for an hour' })
    test.state.lifecycle.purge()
    test.clock.now = START + ahead + HOUR
    expect(test.state.lifecycle.purge()).toMatchObject({ expired: 0 })
    expect(test.isKept('for an hour')).toBe(true)
  })
})

describe('a computer that was off for three months', () => {
  it('hides what expired at once, and lets it go on the third day of use', () => {
    const memory = test.register('Memory', memorySchema)
    const ttl = test.register('Ttl', ttlSchema)
    const facts = test.make(memory, { items: { low: item('low'), high: item('high', 1) } })
    const note = test.make(ttl, { title: 'for a day' })
    use(0)
    use(91)
    expect(test.read(ttl, note)).toBeNull()
    use(92)
    expect(namesOf(test, memory, facts)).toEqual(['high', 'low'])
    expect(test.isKept('for a day')).toBe(true)
    use(93)
    expect(namesOf(test, memory, facts)).toEqual(['high'])
    expect(test.isKept('for a day')).toBe(false)
  })

  it('lets it go at once where the person, or a server, says that the clock is right', () => {
    const ttl = test.register('Ttl', ttlSchema)
    test.make(ttl, { title: 'first' })
    use(0)
    use(91)
    test.state.lifecycle.heardTime(test.clock.now + 1000)
    expect(test.state.lifecycle.purge()).toMatchObject({ expired: 1 })
    test.make(ttl, { title: 'second' })
    use(200)
    expect(test.state.lifecycle.confirmClock()).toMatchObject({ doubtful: false })
    expect(test.state.lifecycle.purge()).toMatchObject({ expired: 1 })
  })
})

it('a purge at a wrong time that was confirmed hides new data no longer than the clock needs to be believed again', () => {
  const ttl = test.register('Ttl', ttlSchema)
  test.make(ttl, { title: 'old' })
  test.clock.now = START + 300 * DAY
  expect(test.purge()).toMatchObject({ expired: 1 })
  test.clock.now = START + DAY
  const fresh = test.make(ttl, { title: 'fresh', timestamp: at(test.clock.now) })
  expect(test.read(ttl, fresh)).toBeNull()
  test.state.lifecycle.heardTime(test.clock.now)
  expect(test.read(ttl, fresh)).toMatchObject({ title: 'fresh' })
})

it('what was written with a clock years ahead expires by the right time, once that is written with', () => {
  const ttl = test.register('Ttl', ttlSchema)
  const log = test.register('Log', logSchema)
  const entries = (): unknown => test.read(log, talk)?.['entries']
  test.make(ttl, { title: 'before' })
  test.clock.now = START + 1000 * DAY
  const ahead = test.make(ttl, { title: 'ahead' })
  const talk = test.make(log, { entries: [] })
  test.update(log, talk, { $push: { entries: { id: 'ahead' } } })
  test.clock.now = START + DAY / 2
  test.make(ttl, { title: 'right again' })
  expect(test.read(ttl, ahead)).toMatchObject({ title: 'ahead' })
  expect(entries()).toHaveLength(1)
  test.clock.now = START + 20 * DAY
  expect(test.read(ttl, ahead)).toBeNull()
  expect(entries()).toEqual([])
  expect(test.state.sync.check()).toMatchObject({ ok: true })
})
