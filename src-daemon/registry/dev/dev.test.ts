import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listenForPrograms } from '../../api/index.ts'
import { voteCall } from '../chain/calls.ts'
import { startDevRegistry, type DevRegistry } from './index.ts'

let dev: DevRegistry
beforeAll(async () => {
  dev = await startDevRegistry({ listen: listenForPrograms })
}, 120_000)
afterAll(() => dev.stop(), 60_000)

it('has samples that were published, fetched and verified', async () => {
  await dev.settled()
  expect(await dev.store.statistics()).toMatchObject({
    capabilities: 4,
    versions: { verified: 7, refused: 0, waiting: 0 },
    yanked: 1,
    authors: 2,
  })
  expect(await dev.store.resolve('did:nuwa:cap:recipes', null)).toMatchObject({ semver: '1.1.0' })
  expect(await dev.store.resolve('did:nuwa:cap:habits', null)).toMatchObject({ semver: '1.0.0' })
  expect(await dev.store.resolve('did:nuwa:cap:recipes', '0.9.0')).toMatchObject({
    yanked: expect.stringContaining('forgot') as string,
  })
})

it('gives its files to who asks for the block', async () => {
  const [first] = dev.published
  const answer = await fetch(`${dev.gatewayUrl}/ipfs/${first?.cid ?? ''}?format=raw`)
  expect(hash('sha256', Buffer.from(await answer.arrayBuffer()))).toBe(first?.sha256)
  expect((await fetch(`${dev.gatewayUrl}/ipfs/${first?.cid ?? ''}`)).status).toBe(406)
  expect((await fetch(`${dev.gatewayUrl}/ipfs/notacid00?format=raw`)).status).toBe(400)
})

it('takes votes', async () => {
  await dev.write(voteCall({ capUri: 'did:nuwa:cap:habits', vote: 1 }))
  await dev.settled()
  expect(await dev.store.votes('did:nuwa:cap:habits')).toBe(1)
})
