import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toSatchelError } from '../../platform/errors.ts'
import { cleanText, cleanTexts } from '../../platform/clean-text.ts'
import { readInstallLink, wantedOf } from './link.ts'
import { readListing } from './listing.ts'

const CID = 'bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'

const UNSEEN = /\p{Cc}|\p{Bidi_Control}|\p{Zl}|\p{Zp}|[\u{e0000}-\u{e007f}\u200b\u2060\ufeff]/u

it('text of strangers becomes one line that is what it looks like, and short', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.integer({ min: 1, max: 80 }),
      (text, most) => {
        const clean = cleanText(text, most)
        expect([...clean].length).toBeLessThanOrEqual(most)
        expect(UNSEEN.test(clean)).toBe(false)
        expect(clean.isWellFormed()).toBe(true)
      },
    ),
    { numRuns: 50 },
  )
})

it('keeps what people write: accents, scripts, emoji', () => {
  for (const text of ['Café', '日本語のメモ', 'حقيبة', '👩‍👩‍👧 family', 'नमस्ते'])
    expect(cleanText(text, 80)).toBe(text)
  expect(cleanText(`Z${'\u0301'.repeat(50)}algo`, 80)).toBe(`Z${'\u0301'.repeat(4)}algo`.normalize('NFD'))
  expect(cleanText(7, 80)).toBe('')
  expect(cleanTexts(['a', 'a', '', 3, 'b\u202e'], { items: 2, letters: 5 })).toEqual(['a', 'b'])
})

it('reads nothing of an entry that is none', () => {
  const good = {
    acp_metadata: { id: 'did:nuwa:cap:note@1.0.0', name: 'Note', author: { did: 'did:key:z6Mk' } },
    ipfs_cid: CID,
    sha256: 'a'.repeat(64),
  }
  expect(readListing(good)).toMatchObject({ capUri: 'did:nuwa:cap:note', version: '1.0.0', title: 'Note' })
  for (const bad of [
    null,
    7,
    {},
    { ...good, sha256: 'A'.repeat(64) },
    { ...good, ipfs_cid: '../../etc/passwd' },
    { ...good, acp_metadata: { ...good.acp_metadata, id: 'did:nuwa:cap:note' } },
    { ...good, acp_metadata: { ...good.acp_metadata, author: { did: 'nobody' } } },
    { ...good, author_did: 'did:key:z6Mk\u202e' },
  ])
    expect(readListing(bad)).toBeNull()
  const odd = readListing({
    ...good,
    votes: 'many',
    block: 1.5,
    acp_metadata: { ...good.acp_metadata, tags: 'x' },
  })
  expect(odd).toMatchObject({ votes: null, block: null, tags: [] })
})

it('reads install links for exactly one thing each, and what people write', () => {
  expect(readInstallLink('satchel://install?uri=did:nuwa:cap:note@1.0.0')).toEqual({
    kind: 'capability',
    capUri: 'did:nuwa:cap:note@1.0.0',
  })
  expect(readInstallLink(`satchel://install/?cid=${CID}&utm=x`)).toEqual({ kind: 'cid', cid: CID })
  expect(readInstallLink('satchel://install?url=https%3A%2F%2Fexample.org%2Fnote.acp.yaml')).toEqual({
    kind: 'url',
    url: 'https://example.org/note.acp.yaml',
  })
  for (const link of [
    'satchel://install',
    'satchel://install?uri=note',
    `satchel://install?cid=${CID}&url=https://example.org/x`,
    `satchel://install?cid=${CID}&cid=${CID}`,
    `satchel://install?uri=${CID}`,
    'satchel://install?url=file:///etc/passwd',
    'satchel://install?url=satchel://install?cid=x',
    'satchel://install/now?uri=did:nuwa:cap:note',
    'https://example.org/install?uri=did:nuwa:cap:note',
    'x',
  ])
    expect(codeOf(() => readInstallLink(link))).toBe('registry_link_invalid')
  expect(wantedOf(`ipfs://${CID}`)).toEqual({ kind: 'cid', cid: CID })
  expect(wantedOf(' did:nuwa:cap:note ')).toEqual({ kind: 'capability', capUri: 'did:nuwa:cap:note' })
  for (const name of ['note', 'balance', 'bookshelf-of-many-books', 'did:key:z6Mk', 'file.acp.yaml'])
    expect(wantedOf(name)).toBeNull()
})

const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'done'
  } catch (thrown) {
    return toSatchelError(thrown).code
  }
}
