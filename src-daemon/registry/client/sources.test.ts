/** The sources of a marketplace: unreachable, gone, changed by their owner, and kept in a damaged cache. */
import { hash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../../contract/settings.ts'
import { ask } from '../../testing/market.ts'
import { publishedPackage } from '../indexer/testing/published.ts'
import { failureOf, useHostileGround, wanted } from '../../testing/hostile-market.ts'

const { dev, dir, endedAlready, index, source, market } = useHostileGround()

describe('sources', () => {
  it('that cannot be reached are named when something they may have is wanted', async () => {
    const { market: here } = market([source('indexer', 'far', 'http://127.0.0.1:9/mcp')])
    const failure = await failureOf(here.review(wanted('habits')))
    expect(failure).toMatchObject({ code: 'registry_capability_unheard', params: { sources: 'far' } })
  })

  it('that are gone are answered for from the cache, with its age', async () => {
    const gone = await index()
    const here = market([source('chain', 'dev', gone.url)])
    await here.market.search(ask(''))
    await here.market.detail({ capUri: 'habits' })
    await here.close()
    endedAlready()
    await gone.close()
    endedAlready()
    const later = market([source('chain', 'dev', gone.url)], {
      registries: [{ name: 'dev', ...dev().place, rpcUrl: 'http://127.0.0.1:9' }],
      ipfs: {},
    })
    const found = await later.market.search(ask('habbits'))
    expect(found.cards[0]).toMatchObject({ name: 'habits' })
    expect(found.sources[0]).toMatchObject({ status: 'cached', at: expect.any(String) as string })
    const review = await later.market.review(wanted('habits'))
    expect(review.cautions.map(({ code }) => code)).toEqual(['from_cache'])
    expect(review.verification.holds).toBe(true)
    // A capability whose file was never fetched is known by its description alone.
    const other = await later.market.detail({ capUri: 'vocabulary' })
    expect(other).toMatchObject({
      file: null,
      problem: { code: 'ipfs_not_found' },
      verification: { holds: true },
    })
  })

  it('are added after they answered, put in order, switched off and removed', async () => {
    const { url } = await index()
    const folder = join(dir(), 'folder')
    mkdirSync(folder)
    const one = await publishedPackage({ name: 'one' })
    writeFileSync(join(folder, 'one.acp.yaml'), one.bytes)
    writeFileSync(join(folder, 'draft.acp.yaml'), 'metadata: {}\n')
    symlinkSync('/dev/zero', join(folder, 'endless.acp.yaml'))
    const { market: here } = market([])
    await here.addSource({ kind: 'folder', name: 'mine', trust: 'ask', path: folder })
    await here.addSource(source('chain', 'dev', url))
    const add = (catalogue: Catalogue) => failureOf(here.addSource(catalogue)).then(({ code }) => code)
    expect(await add({ kind: 'folder', name: 'mine', trust: 'ask', path: folder })).toBe(
      'registry_source_exists',
    )
    expect(await add({ kind: 'folder', name: 'x', trust: 'ask', path: 'relative' })).toBe(
      'registry_folder_unreadable',
    )
    expect(await add(source('chain', 'x', url, { registry: 'nothing' }))).toBe('registry_missing')
    expect(await add(source('indexer', 'x', 'http://127.0.0.1:9/mcp'))).toMatch(
      /registry_index_failed|network_/,
    )
    expect(await add(source('indexer', 'x', 'http://example.org/mcp'))).toBe('server_address_refused')
    expect((await here.search(ask(''))).cards.map(({ name }) => name)).toContain('one')
    const review = await here.review(wanted('one'))
    expect(review.cautions.map(({ code }) => code)).toEqual(['source_not_trusted'])

    here.setSource({ name: 'dev', position: 0 })
    here.setSource({ name: 'mine', trust: 'off' })
    expect(here.sources().map(({ catalogue, state }) => [catalogue.name, state.status])).toEqual([
      ['dev', 'fresh'],
      ['mine', 'off'],
    ])
    const { cards, sources } = await here.search(ask(''))
    expect(cards.map(({ name }) => name)).not.toContain('one')
    expect(sources.map(({ source: name, status }) => [name, status])).toEqual([
      ['dev', 'fresh'],
      ['mine', 'off'],
    ])
    here.removeSource('mine')
    expect(here.sources()).toHaveLength(1)
    expect(() => {
      here.removeSource('mine')
    }).toThrow('registry_source_missing')
  })

  it('do not lose more than the view with a cache that is damaged', async () => {
    mkdirSync(join(dir(), 'a'))
    writeFileSync(join(dir(), 'a', 'marketplace.db'), hash('sha256', 'junk'))
    const { url } = await index()
    const { market: here } = market([source('chain', 'dev', url)])
    expect((await here.search(ask(''))).cards).toHaveLength(4)
  })
})
