/** A static registry as a source: found, verified, kept for later, and every way in which its place may lie. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Catalogue } from '../../contract/settings.ts'
import { createMemorySigner } from '../../identity/index.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { ask, openMarket, type TestMarket } from '../../testing/market.ts'
import { publishedPackage } from '../indexer/testing/published.ts'
import { filePath, HEAD, handoverBytes, headContent, listPath, readHead } from '../static/format.ts'
import { exportTo, publisher, serveFolder, signHead, type WebSpace } from '../static/testing/web-space.ts'

const author = createMemorySigner(new Uint8Array(32).fill(7))
const stranger = createMemorySigner(new Uint8Array(32).fill(9))
let dir: string
let folder: string
let web: WebSpace
let ends: (() => Promise<unknown>)[]
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-static-'))
  folder = join(dir, 'registry')
  await exportTo(folder, [await file('habits'), await file('recipes'), await file('recipes', '1.1.0')])
  web = await serveFolder(folder)
  ends = [web.close]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  rmSync(dir, { recursive: true })
})

async function file(name: string, semver = '1.0.0', more: object = {}) {
  const { bytes } = await publishedPackage({ name, semver, ...more })
  return { fileName: `${name}.acp.yaml`, bytes }
}
const registry = (place = web.url, more: object = {}): Catalogue => ({
  kind: 'static',
  name: 'shelf',
  trust: 'trusted',
  place,
  did: publisher.did,
  ...more,
})
const market = (catalogues: readonly Catalogue[] = [registry()], name = 'a'): TestMarket => {
  const made = openMarket({ dir: join(dir, name), catalogues })
  ends.push(() => made.close())
  return made
}
const failureOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (thrown) {
    return toSatchelError(thrown)
  }
  throw new Error('nothing failed')
}
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code
/** The names found, and how the source answered. */
const found = async ({ market: here }: TestMarket, query = '') => {
  const { cards, sources } = await here.search(ask(query))
  const [state] = sources
  return { names: cards.map(({ name }) => name).toSorted(), state, code: state?.problem?.code ?? null }
}
const wanted = (capUri: string) => ({ kind: 'capability', capUri }) as const
const headNow = () => readHead(readFileSync(join(folder, HEAD), 'utf8'), folder).signed
/** Replaces the head by another signed one. */
const signAnew = async (change: object, by = publisher) => {
  const { format: _format, ...content } = headNow()
  const head = await signHead(headContent({ ...content, ...change }), by)
  writeFileSync(join(folder, HEAD), JSON.stringify(head))
}

describe('a static registry', () => {
  it.each(['web', 'folder'])('is searched, looked at and installed from (%s)', async (kind) => {
    const here = market([registry(kind === 'web' ? web.url : folder)])
    expect(await found(here, 'recpies')).toMatchObject({ names: ['recipes'], state: { status: 'fresh' } })
    // Nothing but the head and the list was read yet.
    expect(web.requests.filter(([path]) => path.startsWith('files/'))).toEqual([])
    const detail = await here.market.detail({ capUri: 'recipes' })
    expect(detail.verification.steps.map(({ step, check }) => [step, check])).toEqual([
      ['event', 'held'],
      ['cid', 'not_checked'],
      ['sha256', 'held'],
      ['signature', 'held'],
      ['author', 'held'],
    ])
    expect(detail.verification.steps[0]).toMatchObject({ value: publisher.did })
    expect(detail.versions.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0'])
    const { candidate, review, provenance, cautions } = await here.market.review(
      wanted('did:nuwa:cap:recipes@1.0.0'),
    )
    expect(cautions).toEqual([])
    expect(provenance).toMatchObject({ from: 'static', source: 'shelf' })
    const source = { kind: 'candidate' as const, id: candidate }
    await here.packages.install({ source, sha256: review.sha256, acceptWarnings: true, via: 'cli' })
    expect((await here.market.check()).updates).toMatchObject([
      { name: 'recipes', offered: { version: '1.1.0' } },
    ])
  })

  it('gives the facts of cards on screen from its files', async () => {
    const here = market()
    const { cards } = await here.market.search(ask('habits'))
    const claim = cards[0]?.claims[0]
    const card = { cid: claim?.cid ?? '', sha256: claim?.sha256 ?? '' }
    expect(await here.market.glance({ cards: [card] })).toMatchObject([
      { facts: { tools: 1 }, problem: null },
    ])
  })

  it('has ten thousand packages, and says that not all are listed', async () => {
    const entry = readFileSync(join(folder, listPath(headNow().list.sha256)), 'utf8').split('\n')[0] ?? ''
    const many = Array.from({ length: 10_000 }, (_, at) => entry.replaceAll('habits', `habits-${String(at)}`))
    const list = many.map((one) => `${one}\n`).join('')
    const sha256 = sha256Hex(list)
    writeFileSync(join(folder, listPath(sha256)), list)
    await signAnew({ list: { sha256, bytes: list.length }, time: '2026-05-01T00:00:00.000Z' })
    const here = market()
    const { cards, total, isAll } = await here.market.search(ask(''))
    expect({ shown: cards.length, total, isAll }).toEqual({ shown: 24, total: 256, isAll: false })
    expect((await found(here, 'habits-9876')).names).toContain('habits-9876')
    expect((await here.market.search(ask('habits 9876'))).cards[0]).toMatchObject({ name: 'habits-9876' })
  })

  it('is pinned to the publisher shown before it is added', async () => {
    const here = market([])
    const shown = await here.market.lookAtStatic(web.url)
    expect(shown).toEqual({ did: publisher.did, time: '2026-01-01T00:00:00.000Z', packages: 2 })
    const other = registry(web.url, { did: stranger.did })
    expect(await codeOf(here.market.addSource(other))).toBe('registry_list_other_signer')
    await here.market.addSource(registry())
    expect((await found(here)).names).toEqual(['habits', 'recipes'])
    expect(await codeOf(here.market.lookAtStatic('http://example.org/'))).toBe('server_address_refused')
    expect(await codeOf(here.market.lookAtStatic(join(dir, 'nothing')))).toBe('registry_folder_unreadable')
    expect(await codeOf(here.market.lookAtStatic(dir))).toBe('registry_folder_unreadable')
  })

  it('answers from the cache while its place is silent, with the age said', async () => {
    const first = market()
    await first.market.detail({ capUri: 'habits' })
    await first.close()
    ends.pop()
    await web.close()
    ends.pop()
    const later = market()
    const { names, state } = await found(later)
    expect(names).toEqual(['habits', 'recipes'])
    expect(state).toMatchObject({ status: 'cached', at: expect.any(String) as string })
    const review = await later.market.review(wanted('habits'))
    expect(review.cautions.map(({ code }) => code)).toEqual(['from_cache'])
    // A file that nobody looked at is not there, and that is said.
    const unseen = await later.market.detail({ capUri: 'recipes' })
    expect(unseen.problem?.code).toBe('network_unreachable')
  })

  it('is asked whether it changed, and its list is fetched once', async () => {
    await found(market([registry()]))
    await found(market([registry()], 'a'))
    expect(web.requests).toEqual([
      [HEAD, 200],
      [listPath(headNow().list.sha256), 200],
      [HEAD, 304],
    ])
    await exportTo(folder, [await file('new')], { time: new Date('2026-02-01T00:00:00Z') })
    expect((await found(market([registry()], 'a'))).names).toEqual(['habits', 'new', 'recipes'])
    expect(web.requests.slice(3).map(([, status]) => status)).toEqual([200, 200])
  })

  it('says withdrawn versions, and follows a name that its author passed on', async () => {
    const here = market()
    const review = await here.market.review(wanted('recipes'))
    const source = { kind: 'candidate' as const, id: review.candidate }
    await here.packages.install({ source, sha256: review.review.sha256, acceptWarnings: true, via: 'cli' })
    await here.close()
    ends.pop()
    const withdrawn = { versions: ['recipes@1.1.0'], reason: 'It loses notes.' }
    const said = { from: author.did, to: stranger.did, at: '2026-01-02T00:00:00.000Z' }
    const bytes = handoverBytes('did:nuwa:cap:recipes', said)
    const signed = async (by: typeof author) => ({
      ...said,
      key_id: author.keyId,
      signature: Buffer.from(await by.sign(bytes)).toString('base64url'),
    })
    const theirs = await file('recipes', '1.2.0', { signer: stranger })
    const statements = [{ capUri: 'did:nuwa:cap:recipes', statement: await signed(stranger) }]
    await exportTo(folder, [theirs], { withdrawn, handovers: statements })
    // Not signed by the one who had the name: withdrawn is said, the other's version is not offered.
    const forged = market()
    expect((await forged.market.check()).updates).toMatchObject([
      { offered: null, yanked: { reason: 'It loses notes.' } },
    ])
    await forged.close()
    ends.pop()
    rmSync(folder, { recursive: true })
    await exportTo(folder, [await file('recipes'), await file('recipes', '1.1.0')])
    const honest = [{ capUri: 'did:nuwa:cap:recipes', statement: await signed(author) }]
    await exportTo(folder, [theirs], {
      withdrawn,
      handovers: honest,
      time: new Date('2026-03-01T00:00:00Z'),
    })
    const later = market()
    expect((await later.market.check()).updates).toMatchObject([
      { offered: { version: '1.2.0', problem: null }, yanked: { reason: 'It loses notes.' } },
    ])
    const asked = await later.market.review(wanted('recipes'))
    expect(asked.review.handover).toMatchObject({ from: author.did, to: stranger.did })
  })
})

describe('the place of a static registry', () => {
  it('cannot put another publisher’s list there', async () => {
    await signAnew({ did: stranger.did, time: '2026-05-01T00:00:00.000Z' }, stranger)
    expect(await found(market())).toMatchObject({ names: [], code: 'registry_list_other_signer' })
    // Nor in the publisher's name with another key.
    await signAnew({ did: publisher.did }, stranger)
    expect((await found(market([registry()], 'b'))).code).toBe('registry_list_invalid')
  })

  it('cannot change what was signed', async () => {
    const path = join(folder, HEAD)
    writeFileSync(path, readFileSync(path, 'utf8').replace('2026-01-01', '2026-01-09'))
    expect((await found(market())).code).toBe('registry_list_invalid')
  })

  it('cannot change the list', async () => {
    const path = join(folder, listPath(headNow().list.sha256))
    writeFileSync(path, readFileSync(path, 'utf8').replace('Keeps', 'Sells'))
    expect(await found(market())).toMatchObject({ names: [], code: 'registry_file_differs' })
  })

  it('cannot go back to an older list, nor show two of one time', async () => {
    const old = readFileSync(join(folder, HEAD), 'utf8')
    await exportTo(folder, [await file('new')], { time: new Date('2026-02-01T00:00:00Z') })
    const here = market()
    expect((await found(here)).names).toContain('new')
    await here.close()
    ends.pop()
    writeFileSync(join(folder, HEAD), old)
    const later = market()
    const { names, code, state } = await found(later)
    // The newer one counts, and it is said that the place shows an older one.
    expect({ names, code, status: state?.status }).toEqual({
      names: ['habits', 'new', 'recipes'],
      code: 'registry_list_older',
      status: 'cached',
    })
    await later.close()
    ends.pop()
    // Not even with the cache gone.
    rmSync(join(dir, 'a', 'marketplace.db'))
    expect(await found(market())).toMatchObject({ names: [], code: 'registry_list_older' })
  })

  it('cannot be silently frozen, and cannot date a list ahead', async () => {
    await signAnew({ valid_until: '2026-01-08T00:00:00.000Z', time: '2026-01-02T00:00:00.000Z' })
    const { names, code } = await found(market())
    expect({ names, code }).toEqual({ names: ['habits', 'recipes'], code: 'registry_list_expired' })
    await signAnew({ time: '2999-01-01T00:00:00.000Z' })
    expect((await found(market([registry()], 'b'))).code).toBe('registry_list_invalid')
  })

  it('cannot give more than is read', async () => {
    web.lie((path) => (path === HEAD ? { body: Buffer.alloc(64 * 1024, ' ') } : undefined))
    expect((await found(market())).code).toBe('response_too_large')
    writeFileSync(join(folder, HEAD), Buffer.alloc(64 * 1024, ' '))
    expect((await found(market([registry(folder)], 'b'))).code).toBe('file_too_large')
  })

  it('cannot change or swap a file, and a missing one is said', async () => {
    const here = market()
    const { cards } = await here.market.search(ask(''))
    const hashOf = (name: string) => cards.find((one) => one.name === name)?.claims[0]?.sha256 ?? ''
    const [habits, recipes] = [
      join(folder, filePath(hashOf('habits'))),
      join(folder, filePath(hashOf('recipes'))),
    ]
    const whole = readFileSync(habits)
    writeFileSync(habits, whole.toString('utf8').replace('Keeps', 'Sells'))
    expect(await codeOf(here.market.review(wanted('habits')))).toBe('registry_file_differs')
    writeFileSync(habits, readFileSync(recipes))
    expect(await codeOf(here.market.review(wanted('habits')))).toBe('registry_file_differs')
    rmSync(habits)
    const detail = await here.market.detail({ capUri: 'habits' })
    expect(detail.problem?.code).toBe('registry_file_missing')
    expect(detail.verification.holds).toBe(true)
    const claim = cards.find(({ name }) => name === 'habits')?.claims[0]
    const card = { cid: claim?.cid ?? '', sha256: claim?.sha256 ?? '' }
    expect(await here.market.glance({ cards: [card] })).toMatchObject([
      { facts: null, problem: { code: 'registry_file_missing' } },
    ])
  })

  it('cannot lead elsewhere: neither by a redirect, nor by a path, nor by a link in a folder', async () => {
    const other = await serveFolder(folder)
    ends.push(other.close)
    web.lie((path) =>
      path === HEAD ? { status: 302, headers: { location: `${other.url}${HEAD}` } } : undefined,
    )
    expect((await found(market())).code).toBe('network_refused')
    expect(other.requests).toEqual([])
    web.lie(() => undefined)

    const entries = readFileSync(join(folder, listPath(headNow().list.sha256)), 'utf8')
    const lying = entries.replace(/"sha256":"[0-9a-f]{64}"/, '"sha256":"../../../etc/passwd"')
    const sha256 = sha256Hex(lying)
    writeFileSync(join(folder, listPath(sha256)), lying)
    await signAnew({ list: { sha256, bytes: lying.length }, time: '2026-05-01T00:00:00.000Z' })
    const { names, code } = await found(market([registry()], 'b'))
    expect({ names, code }).toEqual({ names: ['recipes'], code: 'registry_index_invalid' })
    await signAnew({ list: { sha256: '../../../../etc/passwd', bytes: 1 } })
    expect((await found(market([registry()], 'c'))).code).toBe('registry_list_invalid')

    const linked = join(dir, 'linked')
    mkdirSync(linked)
    symlinkSync('/dev/zero', join(linked, HEAD))
    expect((await found(market([registry(linked)], 'd'))).code).toBe('registry_list_invalid')
  })

  it('cannot claim another’s package: its author’s signature is checked as well', async () => {
    const { bytes } = await file('habits', '2.0.0')
    const forged = Buffer.from(bytes).toString('utf8').replace('Keeps', 'Sells')
    const sha256 = sha256Hex(forged)
    const list = readFileSync(join(folder, listPath(headNow().list.sha256)), 'utf8')
    const first = JSON.parse(list.split('\n')[0] ?? '') as { versions: { semver: string; sha256: string }[] }
    first.versions = first.versions.map((one) => ({ ...one, semver: '2.0.0', sha256 }))
    const lying = `${JSON.stringify(first)}\n`
    writeFileSync(join(folder, filePath(sha256)), forged)
    writeFileSync(join(folder, listPath(sha256Hex(lying))), lying)
    await signAnew({
      list: { sha256: sha256Hex(lying), bytes: lying.length },
      time: '2026-05-01T00:00:00.000Z',
    })
    const failure = await failureOf(market().market.review(wanted('habits')))
    expect(failure.code).toBe('package_rejected')
  })
})
