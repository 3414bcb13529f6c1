import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { searchIndex, type SearchInput } from '../search/search.ts'
import type { IndexStore } from '../types.ts'
import { hashOf, pageOf, publishedOf, verifiedOf, type Sample } from './events.ts'

/** An empty index, and what is left to do with it. `reopen` opens the same one again, as another process would. */
export interface StoreUnderTest {
  readonly store: IndexStore
  reopen(): Promise<IndexStore>
  remove(): Promise<void>
}

const search = async (
  store: IndexStore,
  query: string,
  more: Partial<SearchInput> = {},
): Promise<string[]> => {
  const input = { query, filters: {}, limit: 10, cursor: null, facets: false, ...more }
  const { results } = await searchIndex({ store, meaning: null }, input)
  return results.map(({ version }) => version.capUri.replace('did:nuwa:cap:', ''))
}

/** What every store of an index does; each implementation passes all of it. */
export const indexStoreAcceptance = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`index store: ${name}`, () => {
    let made: StoreUnderTest
    let store: IndexStore
    beforeEach(async () => {
      made = await open()
      store = made.store
    })
    afterEach(() => made.remove())

    /** Publishes each sample in a block of its own and finds it good. */
    const publish = async (samples: readonly Sample[], from = 1): Promise<void> => {
      await store.append(
        pageOf(
          from,
          from + samples.length - 1,
          samples.map((sample, at) => publishedOf(sample, from + at)),
        ),
      )
      await store.settle(samples.map((sample, at) => verifiedOf(sample, from + at)))
    }

    it('begins empty', async () => {
      expect(await store.position()).toBeNull()
      expect(await store.nextDue()).toBeNull()
      expect(await search(store, 'anything')).toEqual([])
      expect(await search(store, '')).toEqual([])
      expect(await store.statistics()).toMatchObject({ capabilities: 0, yanked: 0, block: null })
    })

    it('hands out what waits, in the order of the chain, and keeps what became of it', async () => {
      const [first, second, third] = [{ name: 'one' }, { name: 'two' }, { name: 'three' }]
      await store.append(
        pageOf(5, 7, [publishedOf(first, 5), publishedOf(second, 5, 1), publishedOf(third, 7)]),
      )
      expect((await store.due(0, 10)).map(({ capUri }) => capUri)).toEqual([
        'did:nuwa:cap:one',
        'did:nuwa:cap:two',
        'did:nuwa:cap:three',
      ])
      expect(await store.due(0, 1, [{ block: 5, logIndex: 0 }])).toMatchObject([
        { capUri: 'did:nuwa:cap:two' },
      ])
      const refusal = { code: 'bad_signature', text: 'no' }
      const away = { code: 'file_unavailable', text: 'nobody has it' }
      await store.settle([
        verifiedOf(first, 5),
        {
          kind: 'refused',
          place: { block: 5, logIndex: 1 },
          sha256: publishedOf(second, 5, 1).sha256,
          reason: refusal,
        },
        {
          kind: 'retry',
          place: { block: 7, logIndex: 0 },
          sha256: publishedOf(third, 7).sha256,
          reason: away,
          at: 1e13,
        },
      ])
      expect(await store.due(1e13 - 1, 10)).toEqual([])
      expect(await store.nextDue()).toBe(1e13)
      expect(await store.due(1e13, 10)).toMatchObject([{ capUri: 'did:nuwa:cap:three', attempts: 1 }])
      expect(await store.versions('did:nuwa:cap:one')).toMatchObject([
        { state: 'verified', reason: null, metadata: { name: 'one' }, nextTry: null },
      ])
      expect(await store.versions('did:nuwa:cap:two')).toMatchObject([
        { state: 'refused', reason: refusal, metadata: null },
      ])
      expect(await store.versions('did:nuwa:cap:three')).toMatchObject([
        { state: 'waiting', reason: away, attempts: 1, nextTry: 1e13 },
      ])
      expect(await store.resolve('did:nuwa:cap:two', '1.0.0')).toBeNull()
      expect(await store.statistics()).toEqual({
        capabilities: 1,
        versions: { verified: 1, refused: 1, waiting: 1 },
        yanked: 0,
        authors: 1,
        vectors: 0,
        block: { number: 7, hash: hashOf(7) },
      })
    })

    it('takes a page twice as once, and none with a gap before it', async () => {
      const page = pageOf(1, 3, [publishedOf({ name: 'one' }, 2)])
      await store.append(page)
      await store.settle([verifiedOf({ name: 'one' }, 2)])
      await store.append(page)
      expect(await store.statistics()).toMatchObject({ versions: { verified: 1, waiting: 0 } })
      await expect(store.append(pageOf(5, 6, []))).rejects.toMatchObject({ code: 'index_gap' })
      expect(await store.position()).toEqual({ number: 3, hash: hashOf(3) })
      expect(await store.blocks(3, 10)).toEqual([
        { number: 3, hash: hashOf(3) },
        { number: 2, hash: hashOf(2) },
      ])
    })

    it('settles only what still waits, as it was handed out', async () => {
      const sample = { name: 'one' }
      await store.append(pageOf(1, 1, [publishedOf(sample, 1)]))
      await store.settle([{ ...verifiedOf(sample, 1), sha256: 'other' }])
      expect(await store.due(0, 10)).toHaveLength(1)
      await store.settle([verifiedOf(sample, 1)])
      const reason = { code: 'late', text: '' }
      const { place, sha256 } = verifiedOf(sample, 1)
      await store.settle([{ kind: 'refused', place, sha256, reason }])
      expect(await store.versions('did:nuwa:cap:one')).toMatchObject([{ state: 'verified' }])
    })

    it('resolves the highest version that is neither a pre-release nor yanked, and any that is named', async () => {
      const versions = ['1.2.0', '1.10.0', '2.0.0-beta.1', '1.9.0']
      await publish(versions.map((semver) => ({ name: 'note', semver })))
      const latest = async (): Promise<string | undefined> =>
        (await store.resolve('did:nuwa:cap:note', null))?.semver
      expect(await latest()).toBe('1.10.0')
      await store.append(
        pageOf(5, 5, [
          {
            kind: 'yanked',
            block: 5,
            blockHash: hashOf(5),
            logIndex: 0,
            tx: '0x',
            capUri: 'did:nuwa:cap:note',
            semver: '1.10.0',
            reason: 'loses data',
          },
        ]),
      )
      expect(await latest()).toBe('1.9.0')
      expect(await store.resolve('did:nuwa:cap:note', '1.10.0')).toMatchObject({ yanked: 'loses data' })
      expect(await store.resolve('did:nuwa:cap:note', '2.0.0-beta.1')).toMatchObject({ yanked: null })
      expect(await store.resolve('did:nuwa:cap:note', '3.0.0')).toBeNull()
      expect(await store.resolve('did:nuwa:cap:other', null)).toBeNull()
      await store.rollback({ number: 4, hash: hashOf(4) })
      expect(await latest()).toBe('1.10.0')
    })

    it('lets a state path be its first author’s, whatever order the files come in', async () => {
      const path = 'did:nuwa:state:notes#v1'
      const first = { name: 'notes', author: 'did:key:zFirst', schemaUri: path }
      const other = { name: 'thief', author: 'did:key:zOther', schemaUri: 'did:nuwa:state:notes#v2' }
      const changed = { name: 'notes', semver: '1.1.0', schemaUri: path, schemaHash: 'another' }
      const bumped = {
        name: 'notes',
        semver: '1.2.0',
        schemaUri: 'did:nuwa:state:notes#v2',
        schemaHash: 'another',
      }
      const all = [first, other, changed, bumped]
      await store.append(
        pageOf(
          1,
          4,
          all.map((sample, at) => publishedOf(sample, at + 1)),
        ),
      )
      for (const at of [1, 3, 2]) await store.settle([verifiedOf(all[at] ?? first, at + 1)])
      // The first author's own file has not come: the next one looks like the first.
      expect(await store.versions('did:nuwa:cap:thief')).toMatchObject([{ state: 'verified' }])
      expect(await search(store, 'thief')).toEqual(['thief'])
      await store.settle([verifiedOf(first, 1)])
      expect(await store.versions('did:nuwa:cap:thief')).toMatchObject([
        { state: 'refused', reason: { code: 'state_path_taken' }, metadata: null },
      ])
      expect(await search(store, 'thief')).toEqual([])
      expect(
        (await store.versions('did:nuwa:cap:notes')).map(({ state, reason }) => [state, reason?.code]),
      ).toEqual([
        ['verified', undefined],
        ['refused', 'schema_changed_without_version'],
        ['verified', undefined],
      ])
    })

    it('takes back exactly what came after a block', async () => {
      const samples = [{ name: 'alpha' }, { name: 'beta' }, { name: 'gamma' }]
      await publish(samples.slice(0, 2))
      const before = {
        statistics: await store.statistics(),
        alpha: await store.versions('did:nuwa:cap:alpha'),
        extent: await store.extent(),
        words: await store.frequencies(['alpha', 'beta', 'gamma', 'keep']),
      }
      const voted = {
        kind: 'voted',
        blockHash: hashOf(4),
        tx: '0x',
        capUri: 'did:nuwa:cap:alpha',
        voter: '0x1',
      } as const
      await publish(samples.slice(2), 3)
      await store.append(
        pageOf(4, 5, [
          { ...voted, block: 4, logIndex: 0, vote: 1 },
          publishedOf({ name: 'alpha', semver: '2.0.0', description: 'Something else altogether.' }, 4, 1),
        ]),
      )
      await store.settle([
        verifiedOf({ name: 'alpha', semver: '2.0.0', description: 'Something else altogether.' }, 4, 1),
      ])
      expect(await search(store, 'altogether')).toEqual(['alpha'])
      expect(await store.votes('did:nuwa:cap:alpha')).toBe(1)
      await store.rollback({ number: 2, hash: hashOf(2) })
      expect({
        statistics: await store.statistics(),
        alpha: await store.versions('did:nuwa:cap:alpha'),
        extent: await store.extent(),
        words: await store.frequencies(['alpha', 'beta', 'gamma', 'keep']),
      }).toEqual(before)
      expect(await search(store, 'altogether')).toEqual([])
      expect(await search(store, 'gamma')).toEqual([])
      expect(await search(store, 'alpha')).toEqual(['alpha'])
      expect(await store.votes('did:nuwa:cap:alpha')).toBe(0)
      // Another fork goes on from there.
      await store.append(pageOf(3, 3, [publishedOf({ name: 'delta' }, 3, 0, 1)], 1))
      await store.settle([verifiedOf({ name: 'gamma' }, 3)])
      expect(await store.versions('did:nuwa:cap:gamma')).toEqual([])
      await store.rollback(null)
      expect(await store.statistics()).toMatchObject({ capabilities: 0, block: null, authors: 0 })
      expect(await store.position()).toBeNull()
    })

    it('counts the last vote of each address', async () => {
      await publish([{ name: 'one' }, { name: 'two' }])
      const vote = (block: number, capUri: string, voter: string, value: number) =>
        ({
          kind: 'voted',
          block,
          blockHash: hashOf(block),
          logIndex: Number(voter),
          tx: '0x',
          capUri: `did:nuwa:cap:${capUri}`,
          voter,
          vote: value,
        }) as const
      await store.append(
        pageOf(3, 3, [vote(3, 'one', '1', 1), vote(3, 'one', '2', 1), vote(3, 'two', '3', 1)]),
      )
      expect(await store.votes('did:nuwa:cap:one')).toBe(2)
      expect(await search(store, '')).toEqual(['one', 'two'])
      await store.append(
        pageOf(4, 4, [vote(4, 'one', '1', -1), vote(4, 'one', '2', 0), vote(4, 'two', '3', 1)]),
      )
      expect(await store.votes('did:nuwa:cap:one')).toBe(-1)
      expect(await search(store, 'keep')).toEqual(['two', 'one'])
    })

    it('finds by words anywhere, best by name, with typos, beginnings and other scripts', async () => {
      await publish([
        {
          name: 'weather',
          title: 'Weather',
          description: 'Looks up the forecast of a place.',
          tags: ['climate'],
        },
        { name: 'garden', title: 'Garden', description: 'Readings of soil and weather for each bed.' },
        { name: 'recipe-box', title: 'Recipe Box', description: 'Keeps recipes and shopping lists.' },
        { name: 'rezepte', title: 'Rezeptbüch', description: 'Sammelt Rezepte für die Küche.' },
        { name: 'biji', title: '笔记本', description: '记录每天的想法和待办事项。' },
        {
          name: 'tools',
          title: 'Tools',
          description: 'Misc.',
          words: 'convert_currency Converts euros into dollars',
        },
      ])
      expect((await search(store, 'weather'))[0]).toBe('weather')
      expect(await search(store, 'weather')).toHaveLength(2)
      expect((await search(store, 'wether'))[0]).toBe('weather')
      expect((await search(store, 'recipbox'))[0]).toBe('recipe-box')
      expect((await search(store, 'recipe'))[0]).toBe('recipe-box')
      expect((await search(store, 'shoping list'))[0]).toBe('recipe-box')
      expect((await search(store, 'fore'))[0]).toBe('weather')
      expect(await search(store, 'kuche')).toEqual(['rezepte'])
      expect(await search(store, '待办')).toEqual(['biji'])
      expect(await search(store, 'climate')).toEqual(['weather'])
      expect((await search(store, 'dollars'))[0]).toBe('tools')
      expect((await search(store, 'what is the forecast like'))[0]).toBe('weather')
      expect(await search(store, 'zzzzqqqq')).toEqual([])
    })

    it('narrows by filters, together and without words', async () => {
      const author = 'did:key:zOther'
      await publish([
        { name: 'one', tags: ['a b', 'c'], permissions: ['state.create'], families: ['llama'] },
        { name: 'two', tags: ['c'], author, permissions: ['state.query'] },
        { name: 'three', tags: ["'); DROP TABLE doc; --"], families: ['qwen', 'llama'] },
      ])
      const only = async (filters: SearchInput['filters']): Promise<string[]> =>
        (await search(store, '', { filters })).sort()
      expect(await only({ tags: ['c'] })).toEqual(['one', 'two'])
      expect(await only({ tags: ['c', 'a b'] })).toEqual(['one'])
      expect(await only({ tags: ['a-b'] })).toEqual([])
      expect(await only({ tags: ["'); DROP TABLE doc; --"] })).toEqual(['three'])
      expect(await only({ author_did: [author] })).toEqual(['two'])
      expect(await only({ model_family: ['llama'] })).toEqual(['one', 'three'])
      expect(await only({ permissions: ['state.create'], tags: ['c'] })).toEqual(['one'])
      expect(await search(store, 'keeps', { filters: { tags: ['c'], author_did: [author] } })).toEqual([
        'two',
      ])
      expect(await store.facetValues('tags', 1)).toEqual([{ value: 'c', count: 2 }])
      const { facets } = await searchIndex(
        { store, meaning: null },
        { query: 'keeps', filters: {}, limit: 1, cursor: null, facets: true },
      )
      expect(facets?.model_family).toEqual([
        { value: 'llama', count: 2 },
        { value: 'qwen', count: 1 },
      ])
    })

    it('takes syntax, quotes and noise for words or nothing', async () => {
      await publish([{ name: 'one', description: 'Plain words.' }])
      for (const query of [
        '"',
        "'",
        '* OR 1',
        'NEAR(one two)',
        'one AND',
        ':*',
        '\\',
        '§none',
        "one' | !'x",
        '\0one',
        '--',
        '()',
        '%_',
      ])
        expect(Array.isArray(await search(store, query))).toBe(true)
      expect(await search(store, 'one" OR "')).toEqual(['one'])
      await expect(search(store, 'x'.repeat(1024 * 1024))).rejects.toMatchObject({
        code: 'index_query_too_long',
      })
    })

    it('pages to the end without doubling or leaving out, also while the index grows', async () => {
      const samples = Array.from({ length: 25 }, (_, at) => ({
        name: `note-${String(at)}`,
        tags: at % 2 ? ['odd'] : [],
      }))
      await publish(samples)
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const input = { query: 'note', filters: {}, limit: 7, cursor, facets: false }
        const page = await searchIndex({ store, meaning: null }, input)
        seen.push(...page.results.map(({ version }) => version.capUri))
        cursor = page.nextCursor
        if (seen.length === 7) await publish([{ name: 'nothing', description: 'A note.' }], 26)
      } while (cursor !== null)
      const notes = seen.filter((uri) => uri !== 'did:nuwa:cap:nothing')
      expect(notes).toHaveLength(25)
      expect(new Set(notes).size).toBe(25)
      const other = { query: 'other', filters: {}, limit: 7, cursor: 'nonsense', facets: false }
      await expect(searchIndex({ store, meaning: null }, other)).rejects.toMatchObject({
        code: 'index_cursor_invalid',
      })
    })

    it('replaces the words of an older version', async () => {
      await publish([{ name: 'one', description: 'About whales.' }])
      await publish([{ name: 'one', semver: '1.1.0', description: 'About dolphins.' }], 2)
      expect(await search(store, 'whales')).toEqual([])
      expect(await search(store, 'dolphins')).toEqual(['one'])
      expect(await store.extent()).toMatchObject({ documents: 1, firstBlock: 2, lastBlock: 2 })
    })

    it('keeps vectors with the documents they are of', async () => {
      await publish([{ name: 'one' }, { name: 'two' }])
      const missing = await store.withoutVector('m', 10)
      expect(missing.map(({ text }) => text)).toEqual(['one. Keeps one.', 'two. Keeps two.'])
      const rows = missing.map(({ id }, at) => ({ id, vector: Float32Array.of(at, 0.5) }))
      await store.keepVectors('m', rows)
      expect(await store.vectors('m', 0, 10)).toEqual(rows)
      expect(await store.vectors('m', rows[0]?.id ?? 0, 10)).toEqual(rows.slice(1))
      expect(await store.withoutVector('m', 10)).toEqual([])
      expect(await store.withoutVector('other', 10)).toHaveLength(2)
      await store.rollback({ number: 1, hash: hashOf(1) })
      expect(await store.vectors('m', 0, 10)).toEqual(rows.slice(0, 1))
      await store.keepVectors('m', rows)
      expect(await store.statistics()).toMatchObject({ vectors: 1 })
    })

    it('is the same for another process', async () => {
      await publish([{ name: 'one', description: 'About whales.' }])
      const other = await made.reopen()
      try {
        expect(await other.statistics()).toEqual(await store.statistics())
        expect(await search(other, 'wales')).toEqual(['one'])
        await publish([{ name: 'two', description: 'About dolphins.' }], 2)
        expect(await search(other, 'dolphns')).toEqual(['two'])
      } finally {
        await other.close()
      }
    })
  })
}
