import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDidResolver, keyIdOfDid } from '../identity/index.ts'
import type { Signer } from '../identity/types.ts'
import type { VerificationKey } from '../contract/identity.ts'
import { SatchelError } from '../platform/errors.ts'
import { testIdentity } from '../testing/owner.ts'
import { installFile, openTestPackages, sourceOf, type TestPackages } from '../testing/packages.ts'
import { otherAuthor, packageText, signed, testAuthor } from './testing.ts'
import type { PackagesService } from './types.ts'

const DID = 'did:web:author.example'
const byKey = (name: string, signer: Signer): Signer => ({ ...signer, did: DID, keyId: `${DID}#${name}` })
const oldKey = byKey('k1', testAuthor)
const newKey = byKey('k2', otherAuthor)

const dids = createDidResolver({ now: () => new Date(), fetch: () => Promise.reject(new Error('offline')) })
const publicKeyOf = ({ did }: Signer): Promise<VerificationKey> =>
  dids.key(keyIdOfDid(did), 'assertionMethod')

/** What the author's document lists today; `unreachable` when their server is down. */
let listed: Readonly<Record<string, Signer>> | 'unreachable'
let asked: string[]
const keyOf = (keyId: string): Promise<VerificationKey> => {
  asked.push(keyId)
  if (listed === 'unreachable')
    throw new SatchelError('did_unreachable', { params: { did: DID, host: 'example.com', reason: 'down' } })
  const signer = listed[keyId]
  if (signer === undefined)
    throw new SatchelError('key_not_authorized', { params: { keyId, relationship: '', listed: '' } })
  return publicKeyOf(signer)
}

let home: TestPackages
let packages: PackagesService
beforeEach(() => {
  home = openTestPackages()
  listed = { [oldKey.keyId]: testAuthor, [newKey.keyId]: otherAuthor }
  asked = []
  packages = home.start({ keyOf: async (keyId) => keyOf(keyId) })
})
afterEach(() => {
  home.close()
})
const at = (version: string, signer: Signer): Promise<Uint8Array> =>
  signed(packageText().replace('@1.0.0', `@${version}`), signer)

describe('the trust store', () => {
  it('remembers an author at first use, with key, name and time', async () => {
    const bytes = await at('1.0.0', oldKey)
    expect((await packages.review(sourceOf(bytes))).author).toEqual({
      did: DID,
      keyId: oldKey.keyId,
      trust: 'new',
      firstSeenAt: null,
      recommendedBy: [],
    })
    expect(packages.authors()).toEqual([])
    await installFile(packages, bytes)
    const [author] = packages.authors()
    expect(author).toEqual({
      did: DID,
      firstSeenAt: expect.stringMatching(/^2026-01-02T/) as unknown,
      keyIds: [oldKey.keyId],
      names: ['diary'],
      trust: 'known',
    })
    expect((await packages.review(sourceOf(bytes))).author).toMatchObject({
      trust: 'known',
      firstSeenAt: author?.firstSeenAt,
    })
  })

  it('takes a new key of a known author only when that is accepted, and then knows it', async () => {
    await installFile(packages, await at('1.0.0', oldKey))
    const next = await at('1.1.0', newKey)
    const review = await packages.review(sourceOf(next))
    expect(review.author).toMatchObject({ did: DID, trust: 'key_changed' })
    expect(review.author.firstSeenAt).not.toBeNull()
    expect(review.difference?.widens).toEqual([
      `Signed with a different key of its author: ${newKey.keyId} instead of ${oldKey.keyId}`,
    ])
    await expect(installFile(packages, next)).rejects.toMatchObject({
      code: 'author_key_not_accepted',
      details: { did: DID, keyId: newKey.keyId },
    })
    expect(packages.get('diary')?.version).toBe('1.0.0')
    await installFile(packages, next, { acceptAuthorKey: true })
    expect(packages.authors()).toMatchObject([{ keyIds: [oldKey.keyId, newKey.keyId], trust: 'known' }])
    expect((await packages.review(sourceOf(await at('1.2.0', newKey)))).author.trust).toBe('known')
  })

  it('refuses another author for a known name, with both DIDs and what to do', async () => {
    await installFile(packages, await at('1.0.0', oldKey))
    const theirs = await at('2.0.0', testAuthor)
    for (const act of [
      packages.review(sourceOf(theirs)),
      installFile(packages, theirs, { acceptAuthorKey: true }),
    ]) {
      const thrown: unknown = await act.catch((error: unknown) => error)
      expect(thrown).toMatchObject({ code: 'author_changed', details: { known: DID, found: testAuthor.did } })
      expect(String(thrown)).toContain(DID)
      expect(String(thrown)).toContain(testAuthor.did)
    }
    expect(packages.get('diary')?.author.did).toBe(DID)
    expect(packages.authors()).toHaveLength(1)
  })

  it('lets the owner go on with a draft after changing their own key', async () => {
    const identity = {
      ...testIdentity(testAuthor),
      isOwn: (did: string) => [testAuthor.did, otherAuthor.did].includes(did),
    }
    const own = home.start({ identity })
    await installFile(own, await at('1.0.0', testAuthor))
    expect(await installFile(own, await at('1.1.0', otherAuthor))).toMatchObject({
      review: { author: { trust: 'own' } },
    })
  })

  it('lets the owner put a file of their own in the place of another author’s, once they agree to it', async () => {
    const own = home.start({ identity: testIdentity(testAuthor), keyOf: async (keyId) => keyOf(keyId) })
    listed = { [newKey.keyId]: otherAuthor, [testAuthor.keyId]: testAuthor }
    await installFile(own, await at('1.0.0', newKey))
    const mine = await at('1.1.0', testAuthor)
    const handover = { from: DID, to: testAuthor.did, registry: null }
    expect((await own.review(sourceOf(mine))).handover).toEqual(handover)
    await expect(installFile(own, mine)).rejects.toMatchObject({
      code: 'takeover_not_accepted',
      details: handover,
    })
    expect(own.get('diary')?.version).toBe('1.0.0')
    await installFile(own, mine, { acceptHandover: true })
    expect(own.authors().find(({ did }) => did === testAuthor.did)?.names).toEqual(['diary'])
    // From now on, there is no question, and the former author is another.
    expect((await own.review(sourceOf(await at('1.2.0', testAuthor)))).handover).toBeNull()
    await expect(own.review(sourceOf(await at('1.3.0', newKey)))).rejects.toMatchObject({
      code: 'author_changed',
    })
  })

  it('keeps an author, without names, when the last name was given up', async () => {
    await installFile(packages, await at('1.0.0', oldKey))
    packages.remove('diary', { purge: true })
    expect(packages.authors()).toMatchObject([{ did: DID, names: [], trust: 'known' }])
  })

  it('does not learn from a failed install', async () => {
    const locked = home.start({
      keyOf: async (keyId) => keyOf(keyId),
      authorizations: { ...home.authorizations, issue: () => Promise.reject(new Error('locked')) },
    })
    await expect(installFile(locked, await at('1.0.0', oldKey))).rejects.toThrow('locked')
    expect(locked.authors()).toEqual([])
  })
})

describe('a key the author no longer lists', () => {
  beforeEach(async () => {
    await installFile(packages, await at('1.0.0', oldKey))
    asked = []
  })

  it('marks installed packages, which keep working, and refuses new ones', async () => {
    let told = 0
    packages.onChange(() => told++)
    listed = { [newKey.keyId]: otherAuthor }
    await packages.refreshAuthors()
    expect(packages.installed()).toMatchObject([{ authorKeyRevoked: true, status: 'ready' }])
    expect([packages.get('diary')?.version, told]).toEqual(['1.0.0', 1])
    await expect(packages.review(sourceOf(await at('1.1.0', oldKey)))).rejects.toMatchObject({
      code: 'package_rejected',
      details: { problems: [expect.objectContaining({ code: 'key_not_authorized' })] },
    })
    expect(await packages.setEnabled({ name: 'diary', enabled: true })).toMatchObject({ status: 'ready' })
  })

  it('stays marked on the version a rollback returns to', async () => {
    await installFile(packages, await at('1.1.0', newKey), { acceptAuthorKey: true })
    listed = { [newKey.keyId]: otherAuthor }
    await packages.rollback({ name: 'diary', via: 'cli' })
    await packages.refreshAuthors()
    await packages.rollback({ name: 'diary', via: 'cli' })
    expect(packages.installed()).toMatchObject([{ version: '1.1.0', authorKeyRevoked: false }])
    expect(await packages.rollback({ name: 'diary', via: 'cli' })).toMatchObject({
      version: '1.0.0',
      authorKeyRevoked: true,
    })
  })

  it('loses its mark when it is listed again', async () => {
    listed = {}
    await packages.refreshAuthors()
    listed = { [oldKey.keyId]: testAuthor }
    await installFile(packages, await at('1.0.1', oldKey))
    expect(packages.installed()).toMatchObject([{ version: '1.0.1', authorKeyRevoked: false }])
    listed = {}
    await packages.refreshAuthors()
    expect(packages.installed()).toMatchObject([{ authorKeyRevoked: true }])
    listed = { [oldKey.keyId]: testAuthor }
    await packages.refreshAuthors()
    expect(packages.installed()).toMatchObject([{ authorKeyRevoked: false }])
  })

  it('is not known to be so while the author cannot be reached', async () => {
    listed = 'unreachable'
    await packages.refreshAuthors()
    expect(packages.installed()).toMatchObject([{ authorKeyRevoked: false }])
    listed = {}
    await packages.refreshAuthors()
    listed = 'unreachable'
    await packages.refreshAuthors()
    expect(packages.installed()).toMatchObject([{ authorKeyRevoked: true }])
  })

  it('is asked for once, and not for an author whose keys cannot change', async () => {
    await installFile(packages, await signed(packageText().replaceAll(/diary/gi, 'journal'), testAuthor))
    await packages.refreshAuthors()
    expect(asked).toEqual([oldKey.keyId])
  })

  it('changes nothing once the daemon is ending', async () => {
    listed = {}
    const ending = new AbortController()
    const refreshed = packages.refreshAuthors({ signal: ending.signal })
    ending.abort()
    await refreshed
    expect(packages.installed()).toMatchObject([{ authorKeyRevoked: false }])
  })
})
