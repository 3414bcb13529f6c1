/** Nodes and indexes that take a question and never answer. */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { failureOf, useHostileGround, wanted } from '../../testing/hostile-market.ts'
import type { TestMarket } from '../../testing/market.ts'

const { dev, atEnd, index, source, market } = useHostileGround()

/** Listens, and says nothing. */
const silence = async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    socket.resume() // or its end is never read
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, sockets }
}

const NAMES = ['habits', 'vocabulary', 'reading-list']
const installAll = async ({ market: here, packages }: TestMarket) => {
  for (const name of NAMES) {
    const { candidate, review } = await here.review(wanted(name))
    await packages.install({
      source: { kind: 'candidate', id: candidate },
      sha256: review.sha256,
      acceptWarnings: false,
      via: 'cli',
    })
  }
}
const timed = async <T>(work: Promise<T>): Promise<{ ms: number; value: T }> => {
  const began = performance.now()
  const value = await work
  return { ms: performance.now() - began, value }
}

it('costs an update check a moment, however many packages are installed', async () => {
  const [{ url }, quiet] = await Promise.all([index(), silence()])
  const here = market([source('chain', 'dev', url)])
  await installAll(here)
  here.settings.set({
    chainRegistries: [{ name: 'dev', ...dev().place, rpcUrl: quiet.url }],
    catalogues: [source('chain', 'dev', url), source('indexer', 'far', `${quiet.url}/mcp`)],
  })
  const { ms, value } = await timed(here.market.check())
  expect(ms).toBeLessThan(3000)
  // The index of the silent node answered, the other one is named.
  expect(value.sources.map(({ source: name, status }) => [name, status])).toEqual([
    ['dev', 'fresh'],
    ['far', 'failed'],
  ])
  // A source that is silent in all its parts costs no more.
  here.settings.set({ catalogues: [source('chain', 'dev', `${quiet.url}/mcp`)] })
  expect((await timed(here.market.check())).ms).toBeLessThan(3000)
}, 60_000)

it('of a node is waited for once, then remembered', async () => {
  const [{ url }, quiet] = await Promise.all([index(), silence()])
  const { market: here } = market([source('chain', 'dev', url)], {
    registries: [{ name: 'dev', ...dev().place, rpcUrl: quiet.url }],
  })
  const first = await timed(here.detail({ capUri: 'habits' }))
  expect(first.ms).toBeLessThan(10_000)
  expect(first.value.chain[0]?.problem?.code).toBe('chain_unreachable')
  expect((await timed(here.detail({ capUri: 'vocabulary' }))).ms).toBeLessThan(2000)
}, 60_000)

it('is left as soon as nobody waits any more', async () => {
  const quiet = await silence()
  const here = market([source('chain', 'dev', (await index()).url)])
  await installAll(here)
  here.settings.set({ chainRegistries: [{ name: 'dev', ...dev().place, rpcUrl: quiet.url }] })
  const leaving = new AbortController()
  const looking = failureOf(here.market.detail({ capUri: 'habits' }, { signal: leaving.signal }))
  const checking = failureOf(here.market.check({ signal: leaving.signal }))
  await expect.poll(() => quiet.sockets.size).toBeGreaterThan(0)
  leaving.abort()
  await Promise.all([looking, checking])
  await expect.poll(() => quiet.sockets.size, { timeout: 1000 }).toBe(0)
  // What was given up is no answer: the next check starts anew.
  expect((await here.market.check()).checkedAt).not.toBeNull()
}, 60_000)
