import { describe, expect, it } from 'vitest'
import { wantedOf } from './wanted-text.ts'

const CID = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

describe('what was pasted to be installed', () => {
  it.each([
    [` ${CID} `, { kind: 'cid', cid: CID }],
    [`ipfs://${CID}`, { kind: 'cid', cid: CID }],
    [`ipfs://${CID}/`, { kind: 'cid', cid: CID }],
    ['did:nuwa:cap:note', { kind: 'capability', capUri: 'did:nuwa:cap:note' }],
    ['did:nuwa:cap:note@1.0.0-rc.1+a', { kind: 'capability', capUri: 'did:nuwa:cap:note@1.0.0-rc.1+a' }],
    ['https://one.example/note.acp.yaml', { kind: 'url', url: 'https://one.example/note.acp.yaml' }],
    [`satchel://install?cid=${CID}`, { kind: 'link', link: `satchel://install?cid=${CID}` }],
  ])('%s', (text, wanted) => {
    expect(wantedOf(text)).toEqual(wanted)
  })

  it.each([
    '',
    'note',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'satchel://servers/add?config=x',
    'did:key:z6Mk',
  ])('is nothing in %j', (text) => {
    expect(wantedOf(text)).toBeNull()
  })
})
