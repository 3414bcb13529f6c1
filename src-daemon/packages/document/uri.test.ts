import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCapUri } from './uri.ts'

describe('a capability URI', () => {
  it('is taken apart', () => {
    expect(parseCapUri('did:nuwa:cap:my_note-2@1.0.0-rc.1+build.5')).toEqual({
      name: 'my_note-2',
      capUri: 'did:nuwa:cap:my_note-2',
      version: '1.0.0-rc.1+build.5',
    })
  })

  it.each([
    'did:nuwa:cap:note',
    'did:nuwa:cap:note@1',
    'did:nuwa:cap:note@v1.0.0',
    'did:nuwa:cap:note@01.0.0',
    'did:nuwa:cap:note@1.0.0 ',
    'did:nuwa:cap:Note@1.0.0',
    'did:nuwa:cap:9note@1.0.0',
    'did:nuwa:cap:@1.0.0',
    `did:nuwa:cap:${'n'.repeat(64)}@1.0.0`,
    'did:key:note@1.0.0',
    'did:nuwa:cap:note@1.0.0\n',
    '',
  ])('is not %j', (text) => {
    expect(parseCapUri(text)).toBeNull()
  })

  it('is read for every release number', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(999), fc.nat(999), (major, minor, patch) => {
        const version = [major, minor, patch].join('.')
        expect(parseCapUri(`did:nuwa:cap:a@${version}`)?.version).toBe(version)
      }),
    )
  })
})
