import { describe, expect, it } from 'vitest'
import { ipfsSettingsSchema } from '../../../../src-daemon/contract/settings.ts'
import { formOf, settingsOf, wrongAddress, wrongPeer } from './ipfs-form.ts'

const PEER = '/ip4/192.0.2.7/tcp/4001/p2p/12D3KooWGRUoS9xJEJXmBrtGkmkmCQtKXKFRkVCzQZQwJ5eKVjQe'

describe('the settings of IPFS as they are entered', () => {
  it('stay the same there and back', () => {
    const settings = ipfsSettingsSchema.parse({
      embedded: true,
      listen: '/ip4/127.0.0.1/tcp/0',
      peers: [PEER, '/ip6/::1/tcp/4001'],
      kuboUrl: 'http://127.0.0.1:5001',
      gateways: ['https://one.example', 'https://two.example/ipfs'],
    })
    const { embedded, ...rest } = settings
    expect(embedded).toBe(true)
    expect(settingsOf(formOf(settings))).toEqual(rest)
  })

  it('name the first address that is none', () => {
    expect(wrongAddress(' https://one.example \n\nhttp://127.0.0.1:8080')).toBeNull()
    expect(wrongAddress('https://one.example\ntwo.example')).toBe('two.example')
    for (const bad of ['https://ana@one.example', 'https://one.example/?key=1', 'ftp://one.example'])
      expect(wrongAddress(bad)).toBe(bad)
    expect(wrongPeer(`${PEER}\n/ip6/::1/tcp/4001`)).toBeNull()
    expect(wrongPeer('/dns4/one.example/tcp/4001')).toBe('/dns4/one.example/tcp/4001')
  })
})
