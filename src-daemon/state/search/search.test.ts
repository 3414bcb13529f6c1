import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOTE, noteAccess, openTestState, type TestState } from '../testing.ts'

const DAY = 86_400_000
const BOOK = 'did:nuwa:cap:books:state:Book#v1'
const LOG = 'did:nuwa:cap:diary:state:Log#v1'
const books = { ...noteAccess, owner: 'did:nuwa:cap:books', scope: 'sc:books' }
const diary = { ...noteAccess, owner: 'did:nuwa:cap:diary', scope: 'sc:diary' }

let now: number
let test: TestState
beforeEach(() => {
  now = Date.UTC(2026, 4, 1)
  test = openTestState(() => now)
  test.state.registerSchema({
    ...books,
    title: 'Books',
    schema: {
      $id: BOOK,
      type: 'object',
      properties: { name: { type: 'string' }, read: { type: 'array' }, note: { type: 'string' } },
      'x-ttl': 'P30D',
    },
  })
  test.state.registerSchema({
    ...diary,
    title: 'Diary',
    schema: {
      $id: LOG,
      type: 'object',
      'x-asm': { container: 'log', crdt: 'append_only', 'x-ttl': 'P14D' },
      properties: { entries: { type: 'array', 'x-crdt': 'log_rga' } },
      required: ['entries'],
    },
  })
})
afterEach(async () => {
  await test.state.close()
  test.close()
})

const note = (object: object): string => test.create({ ...object })
const book = (object: object): string =>
  test.state.create(books, { schemaUri: BOOK, object: { ...object } }).object.id
const found = async (words: string, limit = 50) => test.state.search({ words, limit })
const ids = async (words: string) => (await found(words)).hits.map(({ id }) => id)

describe('a search over everything kept', () => {
  it('finds objects of every schema, without any mark in it, by words or their beginnings', async () => {
    const milk = note({ title: 'Shopping', body: 'Buy oat milk tomorrow' })
    const dune = book({ name: 'Dune', read: [{ by: ['Ana', 'Milko'] }] })
    note({ title: 'Nothing' })
    expect((await ids('MIL')).toSorted()).toEqual([milk, dune].toSorted())
    expect(await ids('milk')).toHaveLength(2)
    expect(await ids('oat mil')).toEqual([milk])
    expect(await ids('ilk')).toEqual([])
    expect(await ids('title')).toEqual([])
    expect(await ids('  -- ')).toEqual([])
  })

  it('ignores accents and width, and knows scripts without spaces', async () => {
    const cafe = note({ title: 'Café Ｔｏｋｙｏ' })
    const chinese = note({ title: '明天买牛奶' })
    expect(await ids('cafe tokyo')).toEqual([cafe])
    expect(await ids('CAFÉ')).toEqual([cafe])
    expect(await ids('牛奶')).toEqual([chinese])
    expect(await ids('奶牛')).toEqual([])
  })

  it('puts titles first, then the newest, and counts the results beyond the limit', async () => {
    const old = note({ title: 'Ideas', body: 'A garden of stones' })
    now += 1000
    const title = note({ title: 'The garden' })
    now += 1000
    const last = book({ name: 'Ulysses', note: 'Mentions a garden' })
    expect(await ids('garden')).toEqual([title, last, old])
    expect(await found('garden', 1)).toMatchObject({ hits: [{ id: title }], found: 3, complete: true })
  })

  it('shows the text around the words, with the words marked', async () => {
    note({ title: 'Long', body: `${'before '.repeat(30)}the Gärten of stone ${'after '.repeat(60)}` })
    const [hit] = (await found('garten stone')).hits
    expect(hit?.title).toBe('Long')
    expect(hit?.snippet.filter((part) => part.hit).map(({ text }) => text)).toEqual(['Gärten', 'stone'])
    const whole = hit?.snippet.map(({ text }) => text).join('')
    expect(whole).toMatch(/^…before .*the Gärten of stone after/)
    expect(whole?.length).toBeLessThan(200)
  })

  it('hides deleted and expired objects, also in the entries of a log', async () => {
    const gone = note({ title: 'Secret plan' })
    test.state.delete(noteAccess, { schemaUri: NOTE, id: gone, mode: 'soft' })
    book({ name: 'A plan' })
    const log = test.state.create(diary, { schemaUri: LOG, object: { entries: [] } }).object.id
    test.state.update(diary, {
      schemaUri: LOG,
      id: log,
      patch: { $push: { entries: { text: 'the plan of today' } } },
    })
    expect(await ids('plan')).toHaveLength(2)
    now += 20 * DAY
    expect((await found('plan')).hits).toMatchObject([
      { title: 'A plan', owner: books.owner, scope: 'sc:books' },
    ])
    now += 20 * DAY
    expect(await ids('plan')).toEqual([])
  })
})

describe('links between objects', () => {
  it('are the texts that are ids of others', () => {
    const author = note({ title: 'Frank Herbert' })
    const dune = book({ name: 'Dune', read: [{ by: author }, 'nobody here', 'no-such-id'] })
    expect(test.state.links({ schemaUri: BOOK, id: dune })).toEqual([
      { pointer: '/read/0/by', schemaUri: NOTE, id: author, title: 'Frank Herbert' },
    ])
    test.state.delete(noteAccess, { schemaUri: NOTE, id: author, mode: 'soft' })
    expect(test.state.links({ schemaUri: BOOK, id: dune })).toEqual([])
  })
})
