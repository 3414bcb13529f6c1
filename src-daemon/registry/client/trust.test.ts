/** What lists that are followed change: what is offered, installed, updated and shown. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { ask, openMarket, type TestMarket } from '../../testing/market.ts'
import { publishedPackage } from '../indexer/testing/published.ts'
import { exportTo, publisher } from '../static/testing/web-space.ts'
import { listPublisher, writeList } from '../trust/testing/lists.ts'

const author = createMemorySigner(new Uint8Array(32).fill(7)).did
const stranger = createMemorySigner(new Uint8Array(32).fill(9))
const REASON = 'It loses notes.'

let dir: string
let list: string
let here: TestMarket
let month = 1
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-trusted-'))
  list = join(dir, 'list.json')
  month = 1
  const folder = join(dir, 'registry')
  await exportTo(folder, [await file('notes'), await file('notes', '1.1.0'), await file('seeds')])
  const place = {
    kind: 'static',
    name: 'shelf',
    trust: 'trusted',
    place: folder,
    did: publisher.did,
  } as const
  here = openMarket({ dir: join(dir, 'home'), catalogues: [place] })
})
afterEach(async () => {
  await here.close()
  rmSync(dir, { recursive: true })
})

async function file(name: string, semver = '1.0.0', more: object = {}) {
  const { bytes } = await publishedPackage({ name, semver, ...more })
  return { fileName: `${name}.acp.yaml`, bytes }
}
/** Follows a list that says this, or has it say this from now on. */
const say = async (draft: object) => {
  await writeList(list, draft, { time: `2026-0${String(month)}-01T00:00:00.000Z` })
  month += 1
  if (here.trust.lists().length === 0) await here.trust.follow({ place: list, did: listPublisher.did })
  else await here.trust.update()
}
const blocks = (versions: string) => ({
  blocked: [{ package: 'notes', author, versions, reason: REASON }],
})
const codeOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (thrown) {
    const { code, params } = toSatchelError(thrown)
    return { code, params }
  }
  return null
}
const install = async (capUri: string, more: object = {}) => {
  const { candidate, review } = await here.market.review({ kind: 'capability', capUri })
  const source = { kind: 'candidate', id: candidate } as const
  return here.packages.install({ source, sha256: review.sha256, acceptWarnings: true, via: 'cli', ...more })
}
const namesFor = async (query: string) =>
  (await here.market.search(ask(query))).cards.map(({ name }) => name).toSorted()
const said = { list: 'Careful people', reason: REASON }

it('a blocked version is not among what one looks through, is found and marked, and is refused', async () => {
  let changes = 0
  here.market.onChange(() => (changes += 1))
  await say(blocks('1.1.0'))
  expect(changes).toBe(1)
  expect(await namesFor('')).toEqual(['seeds'])
  const { cards } = await here.market.search(ask('notes'))
  expect(cards.map(({ name, advisories }) => [name, advisories])).toEqual([['notes', [said]]])
  const detail = await here.market.detail({ capUri: 'notes' })
  expect(detail.versions.map(({ version, advisories }) => [version, advisories])).toEqual([
    ['1.1.0', [said]],
    ['1.0.0', []],
  ])
  expect(detail.file?.review.advisories).toEqual([said])

  const params = { title: 'notes', version: '1.1.0', list: 'Careful people', reason: REASON }
  expect(await codeOf(install('notes', { acceptSource: true }))).toEqual({ code: 'package_blocked', params })
  expect(here.packages.installed()).toEqual([])
  expect(await codeOf(install('did:nuwa:cap:notes@1.0.0'))).toBeNull()
  expect(await codeOf(install('notes', { acceptBlocked: true }))).toBeNull()
  expect(here.packages.installed()[0]?.review.advisories).toEqual([said])
  // A file from the disk is the same version.
  const { bytes, fileName } = await file('notes', '1.1.0')
  const source = { kind: 'file', fileName, bytesBase64: Buffer.from(bytes).toString('base64') } as const
  expect((await here.packages.review(source)).advisories).toEqual([said])
})

it('an update to a blocked version is not offered, and the one below it is', async () => {
  await install('did:nuwa:cap:notes@1.0.0')
  expect((await here.market.check()).updates).toMatchObject([
    { offered: { version: '1.1.0', problem: null } },
  ])
  await say(blocks('1.1.0'))
  // At once, without asking a source.
  expect(here.market.updates().updates).toMatchObject([
    { offered: { version: '1.1.0', problem: { code: 'package_blocked' } } },
  ])
  await exportTo(join(dir, 'registry'), [await file('notes', '1.0.5')], {
    time: new Date('2026-01-02T00:00:00Z'),
  })
  await here.close()
  here = openMarket({
    dir: join(dir, 'home'),
    catalogues: [
      { kind: 'static', name: 'shelf', trust: 'trusted', place: join(dir, 'registry'), did: publisher.did },
    ],
  })
  expect((await here.market.check()).updates).toMatchObject([
    { offered: { version: '1.0.5', higher: { version: '1.1.0', problem: { code: 'package_blocked' } } } },
  ])
  await say({})
  expect((await here.market.check()).updates).toMatchObject([
    { offered: { version: '1.1.0', problem: null } },
  ])
})

it('a check for updates asks the lists as well, and says what is installed and blocked', async () => {
  await install('did:nuwa:cap:notes@1.0.0')
  await say({})
  await writeList(list, blocks('<2.0.0'), { time: '2026-03-01T00:00:00.000Z' })
  expect(here.packages.installed()[0]?.review.advisories).toEqual([])
  await here.market.check()
  expect(here.packages.installed()[0]?.review.advisories).toEqual([said])
  // It can still be used.
  expect(here.packages.get('notes')?.version).toBe('1.0.0')
})

it('a rollback to a version that is blocked by now needs its own yes', async () => {
  await install('did:nuwa:cap:notes@1.0.0')
  await install('notes')
  await say(blocks('1.0.0'))
  const back = (more: object) => here.packages.rollback({ name: 'notes', via: 'cli', ...more })
  expect((await codeOf(back({})))?.code).toBe('package_blocked')
  expect(here.packages.installed()[0]?.version).toBe('1.1.0')
  expect((await back({ acceptBlocked: true })).version).toBe('1.0.0')
})

it('recommended authors are marked wherever they are named', async () => {
  const contact = 'mailto:ada@example.org'
  await say({ recommended: [{ author, contact }] })
  const recommendedBy = [{ list: 'Careful people', contact }]
  const { cards } = await here.market.search(ask('seeds'))
  expect(cards[0]?.author).toMatchObject({ did: author, recommendedBy })
  const { review } = await here.market.review({ kind: 'capability', capUri: 'seeds' })
  expect(review.author.recommendedBy).toEqual(recommendedBy)
  here.trust.unfollow('Careful people')
  expect((await here.market.search(ask('seeds'))).cards[0]?.author.recommendedBy).toEqual([])
})

it('a collection has each package as the sources have it, or says what is missing', async () => {
  const packages = [
    { package: 'notes', author, versions: '<1.1.0', note: 'The old one.' },
    { package: 'seeds', author },
    { package: 'seeds', author: stranger.did },
    { package: 'notes', author, versions: '^9.0.0' },
    { package: 'unknown', author },
  ]
  await say({ collections: [{ id: 'garden', name: 'Garden', description: 'From seeds.', packages }] })
  const garden = { list: 'Careful people', id: 'garden', title: 'Garden', packages: 5 }
  expect(here.market.collections()).toMatchObject([garden])
  const page = await here.market.collection({ list: 'Careful people', id: 'garden', from: 0 })
  expect(page).toMatchObject({ ...garden, next: null, sources: [{ source: 'shelf', status: 'fresh' }] })
  expect(page.entries.map(({ capUri, card, lack }) => [capUri, card?.version ?? null, lack])).toEqual([
    ['did:nuwa:cap:notes@1.0.0', '1.0.0', null],
    ['did:nuwa:cap:seeds', '1.0.0', null],
    [null, null, 'other_author'],
    [null, null, 'other_version'],
    [null, null, 'not_found'],
  ])
  expect(page.entries[0]?.note).toBe('The old one.')
  const missing = await codeOf(here.market.collection({ list: 'Careful people', id: 'x', from: 0 }))
  expect(missing?.code).toBe('trust_collection_missing')
})

it('a large collection comes page by page', async () => {
  const packages = Array.from({ length: 60 }, (_, at) => ({ package: `p${String(at)}`, author }))
  await say({ collections: [{ id: 'all', name: 'All', packages }] })
  const froms: (number | null)[] = []
  for (let from: number | null = 0; from !== null;) {
    const page = await here.market.collection({ list: 'Careful people', id: 'all', from })
    expect(page.entries[0]?.package).toBe(`p${String(from)}`)
    from = page.next
    froms.push(from)
  }
  expect(froms).toEqual([24, 48, null])
})

it('what is installed stays usable with a list of 10,000 warnings, and is looked up quickly', async () => {
  await install('notes')
  const blocked = Array.from({ length: 10_000 }, (_, at) => ({
    package: `p${String(at)}`,
    author,
    versions: '<1.0.0',
    reason: REASON,
  }))
  await say({ blocked: [...blocked.slice(1), ...blocks('1.1.0').blocked] })
  const before = performance.now()
  for (let at = 0; at < 1000; at += 1)
    here.trust.advisories({ name: 'notes', version: '1.1.0', sha256: '', author })
  expect(performance.now() - before).toBeLessThan(500)
  expect(here.packages.installed()[0]?.review.advisories).toEqual([said])
})
