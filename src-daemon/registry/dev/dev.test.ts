import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

it('goes on where it was stopped, with its chain, files and index under their addresses, if it is kept', async () => {
  const keep = join(mkdtempSync(join(tmpdir(), 'satchel-kept-')), 'registry')
  const start = () => startDevRegistry({ listen: listenForPrograms, keep })
  const address = '0x00000000000000000000000000000000000000Aa'
  try {
    const first = await start()
    await first.fund(address, 7n)
    await first.write(voteCall({ capUri: 'did:nuwa:cap:habits', vote: 1 }))
    await first.settled()
    await first.stop()

    const second = await start()
    try {
      const { place, mcpUrl, gatewayUrl, published } = first
      expect(second).toMatchObject({ place, mcpUrl, gatewayUrl, published })
      await second.settled()
      expect(await balanceOf(place.rpcUrl, address)).toBe('0x7')
      expect(await second.store.statistics()).toMatchObject({ versions: { verified: 7, waiting: 0 } })
      expect(await second.store.votes('did:nuwa:cap:habits')).toBe(1)
      // The chain says so too, and takes more.
      await second.write(voteCall({ capUri: 'did:nuwa:cap:habits', vote: 1 }))
      await second.settled()
      expect(await second.store.votes('did:nuwa:cap:habits')).toBe(2)
      const [one] = published
      expect((await fetch(`${gatewayUrl}/ipfs/${one?.cid ?? ''}?format=raw`)).status).toBe(200)
    } finally {
      await second.stop()
    }
  } finally {
    rmSync(join(keep, '..'), { recursive: true, force: true })
  }
}, 120_000)

it.each(['{"place": ', '{"place": {"chainId": "one"}}'])(
  'says what is damaged in what it keeps (%s)',
  async (text) => {
    const keep = mkdtempSync(join(tmpdir(), 'satchel-kept-'))
    try {
      writeFileSync(join(keep, 'registry-dev.json'), text)
      await expect(startDevRegistry({ listen: listenForPrograms, keep })).rejects.toMatchObject({
        code: 'local_registry_damaged',
      })
      expect(readFileSync(join(keep, 'registry-dev.json'), 'utf8')).toBe(text)
    } finally {
      rmSync(keep, { recursive: true, force: true })
    }
  },
)

it('keeps nothing in a folder that holds something else', async () => {
  const keep = mkdtempSync(join(tmpdir(), 'satchel-kept-'))
  try {
    writeFileSync(join(keep, 'letter.txt'), 'mine')
    await expect(startDevRegistry({ listen: listenForPrograms, keep })).rejects.toMatchObject({
      code: 'file_exists',
    })
  } finally {
    rmSync(keep, { recursive: true, force: true })
  }
})

const balanceOf = async (rpcUrl: string, address: string): Promise<unknown> => {
  const asked = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] }),
  })
  return ((await asked.json()) as { result: unknown }).result
}
