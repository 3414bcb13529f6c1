import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { acceptCall, anchorCall, offerCall, publishCall, voteCall, yankCall } from './calls.ts'
import { openChain } from './chain.ts'
import { createRegistryEvents, type RegistryEventPage } from './events.ts'
import { readRecord } from './read-record.ts'
import { send } from './send.ts'
import { newName, useTestChain, version } from './testing.ts'
import type { RegistryEvent, RegistryEventKind } from './types.ts'
import type { ChainReceipt } from '../../contract/registry-chain.ts'

const test = useTestChain()
const ALL = ['published', 'yanked', 'offered', 'transferred', 'voted', 'anchored'] as const
const signal = new AbortController().signal
const mine = (blocks: number) => test.control.mine({ blocks })
const head = async () => Number(await test.chain.client.getBlockNumber())

const pagesOf = async <K extends RegistryEventKind = RegistryEventKind>(
  from: number,
  { chain = test.chain, kinds = ALL as unknown as readonly K[] } = {},
): Promise<RegistryEventPage<K>[]> => {
  const pages: RegistryEventPage<K>[] = []
  for await (const page of createRegistryEvents(chain, { kinds }).pages({ from, signal })) pages.push(page)
  return pages
}
const eventsOf = (pages: readonly { readonly events: readonly RegistryEvent[] }[]): RegistryEvent[] =>
  pages.flatMap(({ events }) => events)

/** A proxy in front of the chain that is as difficult as real nodes are. */
const difficult = async (rule: (request: Asked, answer: () => Promise<unknown>) => Promise<unknown>) => {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString('utf8')
      const asked = JSON.parse(body) as Asked
      const answer = async (): Promise<unknown> => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch(test.local.rpcUrl, { method: 'POST', headers, body })).json()
      }
      const said = await rule(asked, answer)
      if (typeof said === 'number') response.writeHead(said).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  servers.push(server)
  const { port } = server.address() as AddressInfo
  return openChain({ ...test.registry.place, rpcUrl: `http://127.0.0.1:${String(port)}` }, test.guard)
}
interface Asked {
  readonly id: number
  readonly method: string
  readonly params?: readonly { readonly fromBlock?: string; readonly toBlock?: string }[]
}
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

describe('the events of a registry', () => {
  it('are one per change, with what was written, in the order of the chain', async () => {
    const [owner, next] = [await test.account(), await test.account()]
    const one = version(newName())
    const { capUri } = one
    const from = (await head()) + 1
    const calls = [
      [owner, publishCall(one)],
      [owner, yankCall({ ...one, reason: 'old' })],
      [next, voteCall({ capUri, vote: -1 })],
      [owner, offerCall({ capUri, to: null })],
      [owner, offerCall({ capUri, to: next.address })],
      [next, acceptCall({ capUri, authorDid: 'did:key:zNext' })],
      [next, anchorCall({ root: 'cd'.repeat(32) })],
    ] as const
    const receipts: ChainReceipt[] = []
    for (const [signer, call] of calls) receipts.push(await send(test.chain, signer, call))
    const pages = await pagesOf(from)
    const { semver, cid, sha256, authorDid } = one
    const told = [
      { kind: 'published', capUri, semver, cid, sha256, authorDid, publisher: owner.address },
      { kind: 'yanked', capUri, semver, reason: 'old' },
      { kind: 'voted', capUri, voter: next.address, vote: -1 },
      { kind: 'offered', capUri, owner: owner.address, offeredTo: null },
      { kind: 'offered', capUri, owner: owner.address, offeredTo: next.address },
      { kind: 'transferred', capUri, from: owner.address, to: next.address, authorDid: 'did:key:zNext' },
      { kind: 'anchored', by: next.address, root: 'cd'.repeat(32) },
    ]
    expect(eventsOf(pages)).toEqual(
      told.map((event, index) => {
        const { tx, block, blockHash } = receipts[index] ?? { tx: '', block: 0, blockHash: '' }
        return { ...event, tx, block, blockHash, logIndex: 0 }
      }),
    )
    expect(pages.at(-1)?.to).toEqual({ number: receipts.at(-1)?.block, hash: receipts.at(-1)?.blockHash })
    const kinds = ['voted', 'published'] as const
    expect(eventsOf(await pagesOf(from, { kinds })).map(({ kind }) => kind)).toEqual(['published', 'voted'])
  })

  it('come in pages without a gap, from the contract’s block to the newest, and none if there is nothing new', async () => {
    await mine(120)
    const chain = await difficult(({ method, params = [] }, answer) => {
      const [{ fromBlock = '0', toBlock = '0' } = {}] = params
      const tooMuch = method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 50
      return tooMuch ? Promise.resolve(413) : answer()
    })
    const pages = await pagesOf(0, { chain })
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[0]?.from).toBe(test.registry.place.startBlock)
    for (const [index, page] of pages.slice(1).entries())
      expect(page.from).toBe((pages[index]?.to.number ?? 0) + 1)
    expect(pages.at(-1)?.to.number).toBe(await head())
    expect(await pagesOf((await head()) + 1)).toEqual([])
    expect(await pagesOf((await head()) + 50)).toEqual([])
  })

  it('wait until they are settled', async () => {
    const chain = openChain({ ...test.registry.place, confirmations: 3 }, test.guard)
    const from = (await head()) + 1
    const options = { from, signal }
    const seen = async () => {
      const found: RegistryEvent[] = []
      for await (const { events } of createRegistryEvents(chain, { kinds: ALL }).pages(options))
        found.push(...events)
      return found.length
    }
    await send(test.chain, await test.account(), publishCall(version(newName())))
    expect(await seen()).toBe(0)
    await mine(1)
    expect(await seen()).toBe(0)
    await mine(1)
    expect(await seen()).toBe(1)
  })

  it('are asked for in as small pieces as the node gives', async () => {
    const signer = await test.account()
    const from = (await head()) + 1
    for (let count = 0; count < 3; count += 1) {
      await send(test.chain, signer, publishCall(version(newName())))
      await mine(40)
    }
    const ranges: number[] = []
    const chain = await difficult(async ({ id, method, params = [] }, answer) => {
      if (method !== 'eth_getLogs') return answer()
      const [{ fromBlock = '0', toBlock = '0' } = {}] = params
      const range = Number(toBlock) - Number(fromBlock) + 1
      ranges.push(range)
      if (range <= 10) return answer()
      return range > 60
        ? 413
        : { jsonrpc: '2.0', id, error: { code: -32005, message: 'query returned too much' } }
    })
    const pages = await pagesOf(from, { chain })
    expect(eventsOf(pages)).toEqual(eventsOf(await pagesOf(from)))
    expect(eventsOf(pages)).toHaveLength(3)
    expect(Math.max(...ranges)).toBeGreaterThan(60)
  })

  it('fail if the node returns not even one block or does not answer, and stop on request', async () => {
    const from = await head()
    const refusing = await difficult(({ id, method }, answer) =>
      method === 'eth_getLogs'
        ? Promise.resolve({ jsonrpc: '2.0', id, error: { code: -32005, message: 'no logs here' } })
        : answer(),
    )
    await expect(pagesOf(from, { chain: refusing })).rejects.toMatchObject({ code: 'chain_failed' })
    const silent = await difficult(({ method }, answer) =>
      method === 'eth_getLogs' ? Promise.resolve(503) : answer(),
    )
    await expect(pagesOf(from, { chain: silent })).rejects.toMatchObject({ code: 'chain_unreachable' })
    const stopped = AbortSignal.abort(new Error('enough'))
    const pages = createRegistryEvents(test.chain, { kinds: ALL }).pages({ from, signal: stopped })
    await expect(pages[Symbol.asyncIterator]().next()).rejects.toThrow('enough')
  })

  it.each([
    ['of another contract', { address: '0x00000000000000000000000000000000000000aa' }],
    ['of another block', { blockNumber: '0x0' }],
    ['that is no event', { data: '0x1234' }],
    ['of another chain', { blockHash: `0x${'ab'.repeat(32)}` }],
  ])('are not taken from a node that tells one %s', async (_what, change) => {
    const { block } = await send(test.chain, await test.account(), publishCall(version(newName())))
    const lying = await difficult(async ({ method }, answer) => {
      const said = (await answer()) as { result: object[] }
      return method === 'eth_getLogs'
        ? { ...said, result: said.result.map((log) => ({ ...log, ...change })) }
        : said
    })
    await expect(pagesOf(block, { chain: lying })).rejects.toMatchObject({ code: 'chain_failed' })
  })
})

describe('a chain that is reorganised', () => {
  it('is seen by the hash of a block that was kept, and the events are then those of the new chain', async () => {
    const [signer, other] = [await test.account(), await test.account()]
    const [kept, lost, won] = [version(newName()), version(newName()), version(newName())]
    await send(test.chain, signer, publishCall(kept))
    const from = (await head()) + 1
    await mine(1)
    await send(test.chain, other, publishCall(lost))
    await mine(1)
    const before = await pagesOf(from)
    const last = before.at(-1)?.to ?? { number: 0, hash: '' }
    expect(eventsOf(before)).toMatchObject([{ capUri: lost.capUri }])
    const events = createRegistryEvents(test.chain, { kinds: ALL })
    expect(await events.blockHash(last.number, { signal })).toBe(last.hash)
    expect(await events.blockHash(last.number + 1, { signal })).toBeNull()

    // Not in the library's types: replaces the last three blocks with empty ones.
    const reorganise = { method: 'anvil_reorg', params: [3, []] } as unknown as Parameters<
      typeof test.control.request
    >[0]
    await test.control.request(reorganise)
    expect(await readRecord(test.chain, lost)).toBeNull()
    expect(await readRecord(test.chain, kept)).not.toBeNull()
    expect(await events.blockHash(last.number, { signal })).not.toBe(last.hash)
    expect(eventsOf(await pagesOf(from))).toEqual([])
    await send(test.chain, other, publishCall(won))
    expect(eventsOf(await pagesOf(from))).toMatchObject([{ capUri: won.capUri }])
  })

  it('is seen when it has become shorter', async () => {
    const id = await test.control.snapshot()
    const signer = await test.account()
    const from = (await head()) + 1
    await send(test.chain, signer, publishCall(version(newName())))
    const [page] = await pagesOf(from)
    const events = createRegistryEvents(test.chain, { kinds: ALL })
    expect(await events.blockHash(page?.to.number ?? 0, { signal })).toBe(page?.to.hash)
    await test.control.revert({ id })
    expect(await events.blockHash(page?.to.number ?? 0, { signal })).toBeNull()
    expect(await pagesOf(from)).toEqual([])
  })

  it('is read again if it changes under the reader', async () => {
    const signer = await test.account()
    const from = (await head()) + 1
    await send(test.chain, signer, publishCall(version(newName())))
    let changes = 0
    const changing = await difficult(async ({ method }, answer) => {
      const said = await answer()
      if (method === 'eth_getLogs' && changes === 0) {
        changes += 1
        const reorganise = { method: 'anvil_reorg', params: [1, []] } as unknown as Parameters<
          typeof test.control.request
        >[0]
        await test.control.request(reorganise)
      }
      return said
    })
    expect(eventsOf(await pagesOf(from, { chain: changing }))).toEqual([])
    expect(changes).toBe(1)
    const forever = await difficult(async ({ method }, answer) => {
      const said = (await answer()) as { result: object }
      const hash = `0x${String((changes += 1)).padStart(64, '0')}`
      return method === 'eth_getBlockByNumber' ? { ...said, result: { ...said.result, hash } } : said
    })
    await expect(pagesOf(from, { chain: forever })).rejects.toMatchObject({ code: 'chain_failed' })
  })
})
