import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createTestClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { listenForPrograms } from '../../../api/index.ts'
import { voteCall } from '../../../registry/chain/calls.ts'
import { startDevRegistry, type DevRegistry } from '../../../registry/dev/index.ts'
import { openIndex } from '../../../registry/indexer/index.ts'
import { publishedPackage } from '../../../registry/indexer/testing/published.ts'
import { runCli } from '../../../testing/cli.ts'
import { tempHome } from '../../../testing/temp-home.ts'
import { contentOf } from './testing/index-content.ts'
import { startCommand, type RunningCommand } from '../../../testing/running-command.ts'

const TIMEOUT = 120_000
const PATIENCE = { timeout: 40_000, interval: 50 }

let dev: DevRegistry
beforeAll(async () => {
  dev = await startDevRegistry({ listen: listenForPrograms })
}, TIMEOUT)
afterAll(() => dev.stop(), TIMEOUT)

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let running: RunningCommand[]
let servers: Server[]
beforeEach(() => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', OLLAMA_HOST: 'http://127.0.0.1:9' }
  running = []
  servers = []
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.kill()))
  for (const server of servers) server.close().closeAllConnections()
  home.remove()
})

/** Files come from the registry's own node, over bitswap, or from its gateway. */
const configure = (ipfs: object): void => {
  const all = { embedded: false, listen: '/ip4/127.0.0.1/tcp/0', peers: [], kuboUrl: '', gateways: [] }
  writeFileSync(join(home.paths.dataDir, 'config.json'), JSON.stringify({ ipfs: { ...all, ...ipfs } }))
}
const fromPeers = (): void => {
  configure({ embedded: true, peers: dev.peers.map((peer) => peer.replace(/\/p2p\/.*$/, '')) })
}
const fromGateway = (): void => {
  configure({ gateways: [dev.gatewayUrl] })
}
const placeArgs = (change: { rpc?: string; contract?: string } = {}): string[] => {
  const { rpcUrl, chainId, contract, startBlock } = dev.place
  const all = { rpc: rpcUrl, contract, chain: chainId, start: startBlock, confirmations: 1, ...change }
  return Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)])
}
const index = (...args: string[]) => runCli(env, 'registry', 'index', ...args)
const start = (...args: string[]): RunningCommand => {
  const one = startCommand(env, 'registry', 'index', '--json', ...args)
  running.push(one)
  return one
}
const kinds = (one: RunningCommand): unknown[] => one.steps().map(({ kind }) => kind)
const verified = (one: RunningCommand): unknown[] =>
  one.steps().flatMap(({ kind, capUri }) => (kind === 'verified' ? [capUri] : []))
const here = () => openIndex(join(home.paths.dataDir, 'registry-index.db'))
let count = 0
const publish = async (): Promise<string> => {
  const name = `made-${String((count += 1))}`
  await dev.publish((await publishedPackage({ name })).bytes)
  return `did:nuwa:cap:${name}`
}

it(
  'takes in all that is there from its peers, says so, and has the same as another index of the chain',
  { timeout: TIMEOUT },
  async () => {
    fromPeers()
    const done = await index('--once', ...placeArgs())
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toContain('did:nuwa:cap:vocabulary@1.0.0: verified')
    expect(done.stdout).toMatch(/Indexed everything up to block \d+\./)
    await dev.settled()
    const store = await here()
    expect(await contentOf(store)).toEqual(await contentOf(dev.store))
    await store.close()
    // Again: nothing left to report.
    const again = await index('--once', '--json', ...placeArgs())
    expect(again.stdout).not.toContain('verified')
  },
)

it('follows the chain onto another fork, and answers from its index', { timeout: TIMEOUT }, async () => {
  fromGateway()
  const indexer = start('--serve', ...placeArgs())
  await expect.poll(() => kinds(indexer), PATIENCE).toContain('caught_up')
  const control = createTestClient({ mode: 'anvil', transport: http(dev.place.rpcUrl) })
  const snapshot = await control.snapshot()
  const lost = await publish()
  await expect.poll(() => verified(indexer), PATIENCE).toContain(lost)
  await control.revert({ id: snapshot })
  await control.mine({ blocks: 1 })
  const kept = await publish()
  await dev.write(voteCall({ capUri: kept, vote: 1 }))
  await expect.poll(() => verified(indexer), PATIENCE).toContain(kept)
  expect(kinds(indexer)).toContain('reorganised')

  const url = String(indexer.steps().find(({ kind }) => kind === 'serving')?.['url'])
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  const resolve = (uri: string) =>
    client.callTool({ name: 'resolve_capability', arguments: { cap_uri: uri } })
  expect(await resolve(kept)).toMatchObject({ structuredContent: { semver: '1.0.0' } })
  expect(await resolve(lost)).toMatchObject({ isError: true })
  await client.close()
  expect(await indexer.kill('SIGTERM')).toBe(0)
  expect(indexer.complained()).toBe('')
})

it('waits out a node that fails, and misses nothing', { timeout: TIMEOUT }, async () => {
  fromGateway()
  let fails = true
  const node = createServer((request, response) => {
    if (fails) {
      response.writeHead(503).end()
      return
    }
    const pass = async (): Promise<void> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(dev.place.rpcUrl, { method: 'POST', headers, body: await text(request) })
      response.writeHead(answer.status, headers).end(await answer.text())
    }
    pass().catch(() => response.destroy())
  })
  servers.push(node)
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const rpc = `http://127.0.0.1:${String((node.address() as AddressInfo).port)}`
  const indexer = start(...placeArgs({ rpc }))
  await expect.poll(() => kinds(indexer), PATIENCE).toContain('failed')
  fails = false
  await expect.poll(() => kinds(indexer), PATIENCE).toContain('caught_up')
  const known = await publish()
  await expect.poll(() => verified(indexer), PATIENCE).toContain(known)
  fails = true
  const failures = (): number => kinds(indexer).filter((kind) => kind === 'failed').length
  const before = failures()
  const missed = await publish()
  await expect.poll(failures, PATIENCE).toBeGreaterThan(before)
  expect(verified(indexer)).not.toContain(missed)
  fails = false
  await expect.poll(() => verified(indexer), PATIENCE).toContain(missed)
  expect(await indexer.kill('SIGINT')).toBe(0)
})

it('is the only writer, and for one registry only', { timeout: TIMEOUT }, async () => {
  fromGateway()
  expect((await index('--once')).stderr).toContain('registry_missing')
  const indexer = start(...placeArgs())
  await expect.poll(() => kinds(indexer), PATIENCE).toContain('caught_up')
  expect(await index('--once', ...placeArgs())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('index_other_writer') as string,
  })
  await indexer.kill()
  const other = placeArgs({ contract: '0x00000000000000000000000000000000000000aa' })
  // The previous run left nothing to clean up.
  expect((await index('--once', ...other)).stderr).toContain('index_other_registry')
})
