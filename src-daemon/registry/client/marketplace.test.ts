import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listenForPrograms } from '../../api/index.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { Catalogue } from '../../contract/settings.ts'
import { voteCall, yankCall } from '../chain/calls.ts'
import { startDevRegistry, type DevRegistry } from '../dev/index.ts'
import { publishedPackage } from '../indexer/testing/published.ts'
import { serve } from '../ipfs/testing/http-server.ts'
import { ask, openMarket, type MarketInput, type TestMarket } from '../../testing/market.ts'
import type { MarketWanted, ReviewEvent } from '../../contract/marketplace.ts'

const BUILT_IN: Catalogue = { kind: 'builtin', name: 'builtin', trust: 'trusted' }

let dev: DevRegistry
let dir: string
let open: TestMarket[]
beforeAll(async () => {
  dev = await startDevRegistry({ listen: listenForPrograms })
  await dev.settled()
}, 120_000)
afterAll(() => dev.stop(), 60_000)
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-market-'))
  open = []
})
afterEach(async () => {
  for (const one of open) await one.close()
  rmSync(dir, { recursive: true })
})

const chained = (): Catalogue => ({
  kind: 'chain',
  name: 'dev',
  trust: 'trusted',
  indexer: dev.mcpUrl,
  registry: 'dev',
})
const market = (more: Partial<MarketInput> = {}): TestMarket => {
  const made = openMarket({
    dir: join(dir, 'a'),
    catalogues: [BUILT_IN, chained()],
    registries: [{ name: 'dev', ...dev.place }],
    ipfs: { gateways: [dev.gatewayUrl] },
    ...more,
  })
  open.push(made)
  return made
}
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) => toSatchelError(thrown).code,
  )
const install = async ({ market: here, packages }: TestMarket, capUri: string, more: object = {}) => {
  const { candidate, review } = await here.review({ kind: 'capability', capUri })
  return packages.install({
    source: { kind: 'candidate', id: candidate },
    sha256: review.sha256,
    acceptWarnings: false,
    via: 'cli',
    ...more,
  })
}

/** Every event of a review, in order. */
const eventsOf = async (
  { market: here }: TestMarket,
  wanted: MarketWanted,
  each: (event: ReviewEvent) => void = () => undefined,
): Promise<ReviewEvent[]> => {
  const events: ReviewEvent[] = []
  for await (const event of here.reviewing(wanted, new AbortController().signal)) {
    each(event)
    events.push(event)
  }
  return events
}
/** The gateway answers only requests for raw blocks. */
const RAW = { headers: { accept: 'application/vnd.ipld.raw' } }
const stepsIn = (events: readonly ReviewEvent[]) =>
  events.map((event) => (event.kind === 'step' ? [event.step, event.fetched] : event.kind))

it('speaks the person’s language where the catalogue that comes with it does', async () => {
  const { market: here } = market({ language: 'ja' })
  const shipped = await here.search(ask('', { filters: { sources: ['builtin'] }, sort: 'name' }))
  expect(shipped.cards.map(({ title }) => title)).toEqual(['メモ', 'タスク', '単位換算'])
  expect(shipped.cards[0]?.description).toMatch(/^メモを書き留め/)
  const cooking = await here.search(ask('', { filters: { tags: ['cooking'] } }))
  expect(cooking.cards[0]?.title).toBe('Recipes')
})

describe('a review', () => {
  it('tells its steps as it goes on, with the bytes of the file once they are here', async () => {
    const here = market()
    const { cid = '' } = dev.published.find(({ cap_uri: uri }) => uri === 'did:nuwa:cap:habits') ?? {}
    const bytes = (await (await fetch(`${dev.gatewayUrl}/ipfs/${cid}?format=raw`, RAW)).arrayBuffer())
      .byteLength
    const events = await eventsOf(here, { kind: 'capability', capUri: 'did:nuwa:cap:habits' })
    expect(stepsIn(events)).toEqual([
      ['find', null],
      ['fetch', null],
      ['fetch', bytes],
      ['verify', bytes],
      ['read', bytes],
      'reviewed',
    ])
    expect(events.at(-1)).toMatchObject({ market: { review: { name: 'habits' }, cautions: [] } })
    // A CID needs no lookup, and a file verified before is not downloaded again.
    expect(stepsIn(await eventsOf(here, { kind: 'cid', cid }))).toEqual([
      ['fetch', null],
      ['verify', bytes],
      ['read', bytes],
      'reviewed',
    ])
  })

  it('tells how much of a file has come while the host is still sending', async () => {
    const { bytes } = await publishedPackage({ name: 'slow' })
    const half = Math.floor(bytes.length / 2)
    const goOn = Promise.withResolvers<undefined>()
    const host = await serve((_, response) => {
      response.writeHead(200).write(bytes.subarray(0, half))
      void goOn.promise.then(() => response.end(bytes.subarray(half)))
    })
    try {
      const here = market({ developmentHosts: [new URL(host.url).host] })
      const events = await eventsOf(here, { kind: 'url', url: `${host.url}/slow.acp.yaml` }, (event) => {
        // The host sends the rest only after this event.
        if (event.kind === 'step' && event.fetched === half) goOn.resolve(undefined)
      })
      expect(stepsIn(events)).toEqual([
        ['fetch', null],
        ['fetch', half],
        ['fetch', bytes.length],
        ['verify', bytes.length],
        ['read', bytes.length],
        'reviewed',
      ])
    } finally {
      goOn.resolve(undefined)
      await host.close()
    }
  })

  it('ends with what failed, and is ended with its last listener', async () => {
    const left = Promise.withResolvers<undefined>()
    const host = await serve((_, response) => {
      response.writeHead(200).write('metadata:')
      response.on('close', () => {
        left.resolve(undefined)
      })
    })
    try {
      const here = market({ developmentHosts: [new URL(host.url).host] })
      expect(await codeOf(eventsOf(here, { kind: 'capability', capUri: 'did:nuwa:cap:nobodys' }))).toBe(
        'registry_capability_unknown',
      )
      const wanted: MarketWanted = { kind: 'url', url: `${host.url}/endless.acp.yaml` }
      for await (const event of here.market.reviewing(wanted, new AbortController().signal))
        if (event.kind === 'step' && event.fetched !== null) break
      await left.promise
    } finally {
      await host.close()
    }
  })
})

describe('finding', () => {
  it('asks all sources at once, forgives slips, filters, counts and pages', async () => {
    const { market: here } = market()
    const all = await here.search(ask(''))
    expect(all.cards.map(({ name }) => name).toSorted()).toEqual([
      'habits',
      'note',
      'reading-list',
      'recipes',
      'tasks',
      'units',
      'vocabulary',
    ])
    expect(all).toMatchObject({ total: 7, isAll: true, nextCursor: null })
    expect(all.sources.map(({ source, status }) => [source, status])).toEqual([
      ['builtin', 'fresh'],
      ['dev', 'fresh'],
    ])
    expect(all.facets.sources).toEqual([
      { value: 'dev', count: 4 },
      { value: 'builtin', count: 3 },
    ])
    expect((await here.search(ask('recipse'))).cards[0]).toMatchObject({
      name: 'recipes',
      version: '1.1.0',
      author: { trust: 'new' },
      conflict: false,
      installed: null,
      claims: [{ source: 'dev', yanked: null }],
    })
    const cooking = await here.search(ask('', { filters: { tags: ['cooking'] } }))
    expect(cooking.cards.map(({ name }) => name)).toEqual(['recipes'])
    const shipped = await here.search(ask('', { filters: { sources: ['builtin'] }, sort: 'name' }))
    expect(shipped.cards.map(({ title }) => title)).toEqual(['Note', 'Tasks', 'Units'])

    const names: string[] = []
    for (let cursor: string | null = null; ;) {
      const page = await here.search(ask('', { limit: 3, cursor, sort: 'name' }))
      names.push(...page.cards.map(({ title }) => title))
      cursor = page.nextCursor
      if (cursor === null) break
    }
    expect(names).toEqual(['Habits', 'Note', 'Reading list', 'Recipes', 'Tasks', 'Units', 'Vocabulary'])
    expect(await codeOf(here.search(ask('note', { cursor: 'x' })))).toBe('index_cursor_invalid')
    expect(await codeOf(here.search(ask('x'.repeat(1024 * 1024))))).toBe('index_query_too_long')
  })

  it('sorts by votes as the index counts them', async () => {
    await dev.write(voteCall({ capUri: 'did:nuwa:cap:reading-list', vote: 1 }))
    await dev.settled()
    const { cards } = await market().market.search(ask('', { sort: 'votes' }))
    expect(cards[0]).toMatchObject({ name: 'reading-list', votes: 1 })
  })
})

describe('what was published', () => {
  it('is followed from the event to the author, fetched by its CID, installed, and recorded with its source', async () => {
    const here = market()
    const detail = await here.market.detail({ capUri: 'did:nuwa:cap:vocabulary' })
    expect(detail.problem).toBeNull()
    expect(detail.verification).toMatchObject({ holds: true })
    expect(detail.verification.steps.map(({ step, check }) => [step, check])).toEqual([
      ['event', 'held'],
      ['cid', 'held'],
      ['sha256', 'held'],
      ['signature', 'held'],
      ['author', 'held'],
    ])
    expect(detail.chain).toMatchObject([{ registry: 'dev', record: { semver: '1.0.0' }, problem: null }])
    expect(detail.card).toMatchObject({ title: 'Vocabulary', facts: { hosts: ['api.dictionaryapi.dev'] } })
    expect(detail.file?.tools.map(({ name }) => name)).toContain('look_up_word')

    const { candidate, review, provenance, cautions } = await here.market.review({
      kind: 'capability',
      capUri: 'did:nuwa:cap:vocabulary',
    })
    expect(cautions).toEqual([])
    const installed = await here.packages.install({
      source: { kind: 'candidate', id: candidate },
      sha256: review.sha256,
      acceptWarnings: false,
      via: 'cli',
    })
    expect(installed).toMatchObject({ name: 'vocabulary', version: '1.0.0' })
    expect(here.market.provenance('vocabulary')).toEqual(provenance)
    const tx = expect.stringMatching(/^0x[0-9a-f]{64}$/) as string
    const record = { registry: 'dev', tx, block: expect.any(Number) as number }
    expect(provenance).toMatchObject({ from: 'chain', source: 'dev', record })
    const version = await dev.store.resolve('did:nuwa:cap:vocabulary', '1.0.0')
    expect(provenance.record).toMatchObject({ tx: version?.tx, block: version?.block })
    // The same after a restart of the daemon.
    await here.close()
    open = []
    expect(market().market.provenance('vocabulary')).toEqual(provenance)
  })

  it('shows all versions, and why one was yanked; who wants that one must say so', async () => {
    const here = market()
    const { versions } = await here.market.detail({ capUri: 'recipes' })
    expect(versions.map(({ version, yanked }) => [version, yanked !== null])).toEqual([
      ['1.1.0', false],
      ['1.0.0', false],
      ['0.9.0', true],
    ])
    expect(versions[0]?.saidBy.map(({ by }) => by)).toEqual(['chain', 'index'])
    expect(await codeOf(install(here, 'did:nuwa:cap:recipes@0.9.0'))).toBe('registry_source_not_accepted')
    const old = await install(here, 'did:nuwa:cap:recipes@0.9.0', { acceptSource: true })
    expect(old.yanked).toContain('forgot')
    expect(await here.market.check()).toMatchObject({
      updates: [
        {
          name: 'recipes',
          installed: { version: '0.9.0' },
          offered: { version: '1.1.0', source: 'dev' },
          yanked: { source: 'dev', reason: expect.stringContaining('forgot') as string },
        },
      ],
    })
    await install(here, 'did:nuwa:cap:recipes')
    expect(here.market.updates().updates).toEqual([])
  })

  it('is told apart from what is withdrawn later', async () => {
    const here = market()
    await install(here, 'did:nuwa:cap:reading-list')
    expect((await here.market.check()).updates).toEqual([])
    await dev.write(
      yankCall({ capUri: 'did:nuwa:cap:reading-list', semver: '1.0.0', reason: 'It lost books.' }),
    )
    expect((await here.market.check()).updates).toMatchObject([
      { name: 'reading-list', offered: null, yanked: { reason: 'It lost books.' } },
    ])
    expect(here.packages.installed()[0]?.yanked).toBe('It lost books.')
  })
})

describe('looking for updates by itself', () => {
  it('begins some minutes after the start, follows the setting, and goes on after a restart from when it last looked', async () => {
    const here = market({ updateCheckHours: 24 })
    expect(here.market.updates()).toMatchObject({ checkedAt: null, nextCheck: null })
    await here.start()
    const minutes = (to: string | null): number => (Date.parse(to ?? '') - Date.now()) / 60_000
    expect(minutes(here.market.updates().nextCheck)).toBeGreaterThan(0.9)
    expect(minutes(here.market.updates().nextCheck)).toBeLessThan(10.1)
    const { checkedAt, nextCheck } = await here.market.check()
    expect(minutes(checkedAt)).toBeLessThan(0.1)
    expect(minutes(nextCheck)).toBeGreaterThan(24 * 60 * 0.89)
    here.settings.set({ updateCheckHours: 0 })
    expect(here.market.updates().nextCheck).toBeNull()
    await here.close()
    open = []
    const later = market({ updateCheckHours: 24 })
    await later.start()
    expect(later.market.updates().checkedAt).toBe(checkedAt)
    expect(minutes(later.market.updates().nextCheck)).toBeGreaterThan(24 * 60 * 0.89)
  })
})

describe('a source that is added', () => {
  it('was asked, and is not called unasked', async () => {
    const here = market({ catalogues: [BUILT_IN] })
    await here.market.addSource(chained())
    expect(here.market.sources()).toMatchObject([
      { state: { source: 'builtin', status: 'not_asked' } },
      { state: { source: 'dev', status: 'fresh', at: expect.any(String) as string } },
    ])
  })

  it('is refused with the status of the answer where its address is of something else', async () => {
    const here = market({ catalogues: [BUILT_IN] })
    const elsewhere = { ...chained(), indexer: new URL('/nothing', dev.mcpUrl).href } as Catalogue
    const refused = await here.market.addSource(elsewhere).catch(toSatchelError)
    expect(refused).toMatchObject({ code: 'registry_index_failed', params: { problem: 'HTTP 404' } })
    expect(here.market.sources()).toHaveLength(1)
  })
})

describe('while the chain does not answer', () => {
  it('what was read of it before counts, and is said to be of before', async () => {
    const before = market()
    await before.market.search(ask('habit'))
    await before.market.detail({ capUri: 'habits' })
    await before.close()
    open = []
    const nobody = 'http://127.0.0.1:9'
    const here = market({
      ipfs: { gateways: [nobody] },
      registries: [{ name: 'dev', ...dev.place, rpcUrl: nobody }],
    })
    const found = await here.market.search(ask('habit'))
    expect(found.cards[0]).toMatchObject({ name: 'habits', facts: { tools: expect.any(Number) as number } })
    const detail = await here.market.detail({ capUri: 'habits' })
    expect(detail.verification.steps[0]).toMatchObject({
      check: 'held',
      why: expect.stringContaining('isn’t answering') as string,
    })
    expect(detail.file).not.toBeNull()
  })
})
