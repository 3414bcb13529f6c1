import { beforeEach, describe, expect, it } from 'vitest'
import { searchIndex, type SearchInput } from '../search/search.ts'
import type { WritableIndex } from '../core/types.ts'
import { search, useStore, type StoreUnderTest } from './store-under-test.ts'

/** The search behaviour of every store of an index. */
export const indexSearchAcceptance = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`search of an index store: ${name}`, () => {
    const under = useStore(open)
    const { publish } = under
    let store: WritableIndex
    beforeEach(() => {
      store = under.store()
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
      // A typo is one of what was written, not of what is left without a plural ending.
      expect(await search(store, 'recpies')).toEqual(['recipe-box'])
      expect((await search(store, 'forecsats'))[0]).toBe('weather')
      expect((await search(store, 'shoping list'))[0]).toBe('recipe-box')
      expect((await search(store, 'fore'))[0]).toBe('weather')
      expect(await search(store, 'kuche')).toEqual(['rezepte'])
      expect(await search(store, '待办')).toEqual(['biji'])
      expect(await search(store, 'climate')).toEqual(['weather'])
      expect((await search(store, 'dollars'))[0]).toBe('tools')
      expect((await search(store, 'what is the forecast like'))[0]).toBe('weather')
      expect(await search(store, 'zzzzqqqq')).toEqual([])
      // Words of grammar find nothing beside others, and something alone.
      expect(await search(store, 'something of the zzzzqqqq')).toEqual([])
      expect(await search(store, 'the climate for a place')).toEqual(['weather'])
      expect(await search(store, 'into')).toEqual(['tools'])
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
  })
}
