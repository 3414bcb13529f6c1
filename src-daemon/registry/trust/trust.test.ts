/** Lists that are followed: taken, kept, and every way in which their place may lie. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { createNetworkGuard } from '../../network/index.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { keyOf, serveFolder, type WebSpace } from '../static/testing/web-space.ts'
import { LIST_FILE, MAX_BLOCKED, trustDraftSchema } from './format.ts'
import { listPublisher, signedList, writeList } from './testing/lists.ts'
import { createTrust } from './trust.ts'
import type { TrustService } from './types.ts'

const author = createMemorySigner(new Uint8Array(32).fill(7)).did
const stranger = createMemorySigner(new Uint8Array(32).fill(9))
const blocked = [{ package: 'diary', author, versions: '<1.2.0', reason: 'It sends your diary away.' }]
const diary = { name: 'diary', version: '1.0.0', sha256: 'a'.repeat(64), author }

let dir: string
let file: string
let db: Database
let web: WebSpace
let guard: ReturnType<typeof createNetworkGuard>
let trust: TrustService
let today: Date
const open = () => createTrust({ db, guard, keyOf, now: () => today, language: () => 'en' })
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-trust-'))
  mkdirSync(join(dir, 'web'))
  file = join(dir, 'web', LIST_FILE)
  db = openDatabase({ path: join(dir, 'state.db') })
  guard = createNetworkGuard({ developmentHosts: () => [] })
  today = new Date('2026-02-01T00:00:00Z')
  web = await serveFolder(join(dir, 'web'))
  await writeList(file, { blocked })
  trust = open()
})
afterEach(async () => {
  await trust.close()
  await web.close()
  await guard.close()
  db.close()
  rmSync(dir, { recursive: true })
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown: unknown) => toSatchelError(thrown).code,
  )
const follow = (place = web.url) => trust.follow({ place, did: listPublisher.did })
const updated = async () => {
  const [one] = await trust.update()
  return [one?.outcome, one?.problem?.code ?? null]
}

describe('a list', () => {
  it.each(['an address', 'an address of a file', 'a folder', 'a file'])(
    'is followed from %s',
    async (what) => {
      const places: Record<string, string> = {
        'an address': web.url,
        'an address of a file': `${web.url}${LIST_FILE}?a=b`,
        'a folder': join(dir, 'web'),
        'a file': file,
      }
      const place = places[what] ?? ''
      const found = await trust.look(place)
      expect(found).toMatchObject({ did: listPublisher.did, title: 'Careful people', counts: { blocked: 1 } })
      expect(trust.lists()).toEqual([])
      expect(trust.advisories(diary)).toEqual([])
      expect(await follow(place)).toMatchObject({ name: 'Careful people', place, problem: null })
      expect(trust.advisories(diary)).toEqual([
        { list: 'Careful people', reason: 'It sends your diary away.' },
      ])
      expect(await updated()).toEqual(['same', null])
    },
  )

  it('is asked with the mark of the last answer, and taken again only when it changed', async () => {
    await follow()
    expect(await updated()).toEqual(['same', null])
    expect(web.requests.at(-1)).toEqual([LIST_FILE, 304])
    await writeList(file, { blocked: [] }, { time: '2026-01-02T00:00:00.000Z' })
    let changes = 0
    trust.onChange(() => (changes += 1))
    expect(await updated()).toEqual(['changed', null])
    expect(changes).toBe(1)
    expect(trust.advisories(diary)).toEqual([])
  })

  it('holds without its place, after a restart, and until it is given up', async () => {
    await follow()
    await web.close()
    expect((await updated())[0]).toBe('failed')
    expect(trust.lists()[0]?.problem?.code).toMatch(/^network_/)
    await trust.close()
    trust = open()
    expect(trust.advisories(diary)).toHaveLength(1)
    expect(trust.lists()[0]?.problem?.code).toMatch(/^network_/)
    trust.unfollow('careful PEOPLE')
    expect(trust.advisories(diary)).toEqual([])
    expect(() => trust.show('Careful people')).toThrow(/trust_list_missing|follow/)
  })

  it('is followed once, and there are not too many', async () => {
    await follow()
    expect(await codeOf(follow())).toBe('trust_list_exists')
    expect(await codeOf(follow(file))).toBe('trust_list_exists')
    for (let at = 1; at < 20; at += 1) {
      const other = join(dir, `${String(at)}.json`)
      await writeList(other, { name: `List ${String(at)}` })
      await follow(other)
    }
    const one = join(dir, 'one-more.json')
    await writeList(one, { name: 'One more' })
    expect(await codeOf(follow(one))).toBe('trust_too_many')
  })
})

describe('what a list says', () => {
  it('is about versions, a file, or all that an author calls so', async () => {
    const entries = [
      { package: 'diary', author, versions: '>=1.0.0 <1.2.0', reason: 'range' },
      { package: 'notes', author, sha256: 'b'.repeat(64), reason: 'file' },
      { package: 'all', author, reason: 'all' },
    ]
    await writeList(file, { blocked: entries })
    await follow()
    const reasons = (more: Partial<typeof diary>) =>
      trust.advisories({ ...diary, ...more }).map(({ reason }) => reason)
    expect(reasons({})).toEqual(['range'])
    expect(reasons({ version: '1.2.0-beta.1' })).toEqual(['range'])
    expect(reasons({ version: '1.2.0' })).toEqual([])
    expect(reasons({ author: stranger.did })).toEqual([])
    expect(reasons({ name: 'notes' })).toEqual([])
    expect(reasons({ name: 'notes', version: '9.0.0', sha256: 'b'.repeat(64) })).toEqual(['file'])
    expect(reasons({ name: 'all', version: '7.0.0' })).toEqual(['all'])
  })

  it('is recommended authors and collections', async () => {
    const collections = [{ id: 'garden', name: 'Garden', packages: [{ package: 'seeds', author }] }]
    await writeList(file, {
      recommended: [{ author, name: 'Ada', contact: 'mailto:ada@example.org', reason: 'Careful.' }],
      collections,
    })
    await follow()
    expect(trust.recommendations(author)).toEqual([
      { list: 'Careful people', contact: 'mailto:ada@example.org' },
    ])
    expect(trust.recommendations(stranger.did)).toEqual([])
    expect(trust.recommended).toEqual([author])
    expect(trust.collection('Careful people', 'garden').collection.packages).toHaveLength(1)
    expect(() => trust.collection('Careful people', 'other')).toThrow(/other/)
  })

  it('is shown as plain text, whatever it is', async () => {
    const hostile = 'Fine\u202E\u0000\n\nInstall it'
    await writeList(file, {
      name: hostile,
      description: hostile,
      blocked: [{ ...blocked[0], reason: hostile }],
    })
    const { name } = await follow()
    expect(name).toBe('Fine Install it')
    const { title, description, blocked: shown } = trust.show(name)
    expect([title, description, shown[0]?.reason]).toEqual(Array(3).fill('Fine Install it'))
    expect(trust.advisories(diary)[0]?.reason).toBe('Fine Install it')
  })

  it('has its bounds', () => {
    const draft = (more: object) => trustDraftSchema.safeParse({ name: 'x', ...more }).success
    expect(draft({})).toBe(true)
    expect(draft({ blocked: Array.from({ length: MAX_BLOCKED + 1 }, () => blocked[0]) })).toBe(false)
    expect(draft({ blocked: [{ ...blocked[0], versions: 'latest or so' }] })).toBe(false)
    expect(draft({ blocked: [{ ...blocked[0], sha256: 'b'.repeat(64) }] })).toBe(false)
    expect(draft({ blocked: [{ ...blocked[0], package: '../etc' }] })).toBe(false)
    expect(draft({ blocked: [{ ...blocked[0], reason: '' }] })).toBe(false)
    expect(draft({ surprise: true })).toBe(false)
    for (const contact of [
      'javascript:alert(1)',
      'http://example.org',
      'https://user@example.org',
      'mailto:a@example.org?bcc=b@example.org',
      'mailto:a@example.org,b@example.org',
      'mailto:%0Aa@example.org',
    ])
      expect(draft({ contact }), contact).toBe(false)
    for (const contact of ['mailto:a.b+c@example.org', 'https://example.org/report'])
      expect(draft({ contact }), contact).toBe(true)
  })
})

describe('the place of a list', () => {
  const stays = () => {
    expect(trust.advisories(diary)).toHaveLength(1)
  }

  it('cannot put another publisher’s list there', async () => {
    expect(await codeOf(trust.follow({ place: web.url, did: stranger.did }))).toBe('trust_list_other_signer')
    await follow()
    await writeList(file, {}, { by: stranger, time: '2026-01-02T00:00:00.000Z' })
    expect(await updated()).toEqual(['failed', 'trust_list_other_signer'])
    // Nor in the publisher's name with another key.
    const list = await signedList({}, { time: '2026-01-02T00:00:00.000Z' })
    const forged = await signedList({}, { by: stranger, time: '2026-01-02T00:00:00.000Z' })
    writeFileSync(file, JSON.stringify({ ...list, key_id: forged.key_id, signature: forged.signature }))
    expect(await updated()).toEqual(['failed', 'trust_list_invalid'])
    writeFileSync(file, JSON.stringify({ ...list, signature: forged.signature }))
    expect(await updated()).toEqual(['failed', 'trust_list_invalid'])
    stays()
  })

  it('cannot change what was signed', async () => {
    await follow()
    writeFileSync(file, readFileSync(file, 'utf8').replace('<1.2.0', '<0.0.1'))
    expect(await updated()).toEqual(['failed', 'trust_list_invalid'])
    stays()
    writeFileSync(file, 'no list')
    expect(await updated()).toEqual(['failed', 'trust_list_invalid'])
    stays()
  })

  it('cannot go back to an older list, show two of one time, or date one ahead', async () => {
    await writeList(file, {})
    const old = readFileSync(file)
    await writeList(file, { blocked }, { time: '2026-01-02T00:00:00.000Z' })
    await follow()
    writeFileSync(file, old)
    expect(await updated()).toEqual(['failed', 'trust_list_older'])
    await writeList(file, {}, { time: '2026-01-02T00:00:00.000Z' })
    expect(await updated()).toEqual(['failed', 'trust_list_older'])
    await writeList(file, {}, { time: '2026-03-01T00:00:00.000Z' })
    expect(await updated()).toEqual(['failed', 'trust_list_invalid'])
    stays()
    await writeList(file, { blocked }, { time: '2026-01-03T00:00:00.000Z' })
    expect(await updated()).toEqual(['changed', null])
    expect(trust.lists()[0]?.problem).toBeNull()
  })

  it('cannot freeze a list unsaid', async () => {
    await writeList(file, { blocked }, { until: '2026-02-05T00:00:00.000Z' })
    await follow()
    expect(trust.lists()[0]?.problem).toBeNull()
    today = new Date('2026-02-06T00:00:00Z')
    expect(trust.lists()[0]?.problem?.code).toBe('trust_list_expired')
    stays()
  })

  it('cannot give more than is read, nor lead elsewhere', async () => {
    const other = await serveFolder(join(dir, 'web'))
    web.lie(() => ({ body: Buffer.alloc(2 * 1024 * 1024 + 1, ' ') }))
    expect(await codeOf(trust.look(web.url))).toBe('response_too_large')
    web.lie(() => ({ status: 302, headers: { location: other.url } }))
    expect(await codeOf(trust.look(web.url))).toBe('network_refused')
    expect(other.requests).toEqual([])
    await other.close()
    writeFileSync(file, Buffer.alloc(2 * 1024 * 1024 + 1, ' '))
    expect(await codeOf(trust.look(file))).toBe('file_too_large')
    rmSync(file)
    symlinkSync('/dev/zero', file)
    expect(await codeOf(trust.look(join(dir, 'web')))).toBe('trust_list_invalid')
    expect(await codeOf(trust.look('web/trust.json'))).toBe('registry_folder_unreadable')
    expect(await codeOf(trust.look('http://example.org/'))).toBe('server_address_refused')
  })

  it('cannot hold up the others', async () => {
    await follow()
    const second = join(dir, 'second.json')
    await writeList(second, { name: 'Second' })
    await follow(second)
    rmSync(second)
    await writeList(file, { blocked }, { time: '2026-01-03T00:00:00.000Z' })
    const done = await trust.update()
    expect(done.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Careful people', 'changed'],
      ['Second', 'failed'],
    ])
    await expect(trust.update(['Third'])).rejects.toThrow(/Third/)
  })
})
