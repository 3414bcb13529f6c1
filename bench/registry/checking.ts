import { createServer, type AddressInfo, type Socket } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listenForPrograms } from '../../src-daemon/api/index.ts'
import { createIndexService } from '../../src-daemon/registry/indexer/index.ts'
import { openSqliteIndex } from '../../src-daemon/registry/indexer/sqlite/index.ts'
import { publishedPackage } from '../../src-daemon/registry/indexer/testing/published.ts'
import { openMarket } from '../../src-daemon/testing/market.ts'
import type { Frame } from '../frame.ts'
import { asPublished, type Synthetic } from './packages.ts'

const INSTALLED = 50
const RUNS = 5

/** An update check over a folder, an index, and a registry whose node and index take questions and never answer. */
export const checkingRows = async (
  frame: Frame,
  { directory, packages }: { directory: string; packages: readonly Synthetic[] },
): Promise<void> => {
  const folder = join(directory, 'folder')
  mkdirSync(folder)
  const some = packages.slice(0, INSTALLED)
  const store = openSqliteIndex({ path: join(directory, 'checked.db') })
  const published = some.map((one, at) => asPublished(one, at))
  const last = published.at(-1)
  if (last === undefined) throw new Error('no packages')
  const to = { number: last.event.block, hash: last.event.blockHash }
  await store.append({ from: 1, to, events: published.map(({ event }) => event) })
  await store.settle(published.map(({ outcome }) => outcome))
  const http = await createIndexService({ store, meaning: null, report: () => undefined }).http()
  const index = await listenForPrograms({ port: 0, answer: (request) => http.answer(request) })
  const quiet = await silence()
  const here = openMarket({
    dir: join(directory, 'market'),
    catalogues: [
      { kind: 'folder', name: 'folder', trust: 'trusted', path: folder },
      {
        kind: 'indexer',
        name: 'index',
        trust: 'trusted',
        indexer: `http://127.0.0.1:${String(index.port)}/mcp`,
      },
      { kind: 'chain', name: 'silent', trust: 'trusted', indexer: `${quiet.url}/mcp`, registry: 'silent' },
    ],
    registries: [
      {
        name: 'silent',
        chainId: 1,
        rpcUrl: quiet.url,
        contract: `0x${'11'.repeat(20)}`,
        startBlock: 0,
        confirmations: 1,
      },
    ],
  })
  try {
    for (const { name } of some) {
      const fileName = `${name}.acp.yaml`
      const { bytes } = await publishedPackage({ name })
      const bytesBase64 = Buffer.from(bytes).toString('base64')
      const source = { kind: 'file' as const, fileName, bytesBase64 }
      const { sha256 } = await here.packages.review(source)
      await here.packages.install({ source, sha256, acceptWarnings: true, via: 'cli' })
      writeFileSync(join(folder, fileName), (await publishedPackage({ name, semver: '1.1.0' })).bytes)
    }
    await frame.compare({
      what: `update check of ${String(INSTALLED)} packages over 3 sources, one of them silent`,
      unit: 'ms',
      ours: async () => {
        const started = performance.now()
        const { updates } = await here.market.check()
        const taken = performance.now() - started
        if (updates.length !== INSTALLED) throw new Error(`${String(updates.length)} updates were found`)
        return taken
      },
      bar: { atMost: 3000 },
      runs: RUNS,
    })
  } finally {
    await here.close()
    await quiet.close()
    await index.close()
    await http.close()
    await store.close()
  }
}

/** Listens, and says nothing. */
const silence = async (): Promise<{ url: string; close(): Promise<void> }> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    socket.resume()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
