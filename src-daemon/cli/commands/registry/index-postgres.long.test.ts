import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenForPrograms } from '../../../api/index.ts'
import { startDevRegistry, type DevRegistry } from '../../../registry/dev/index.ts'
import { openIndex } from '../../../registry/indexer/index.ts'
import { publishedPackage } from '../../../registry/indexer/testing/published.ts'
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../../../registry/indexer/testing/postgres-server.ts'
import { tempHome } from '../../../testing/temp-home.ts'
import { contentOf } from './testing/index-content.ts'
import { startCommand, type RunningCommand } from '../../../testing/running-command.ts'

const TIMEOUT = 180_000
const PATIENCE = { timeout: 60_000, interval: 50 }

const programs = postgresPrograms()

describe.skipIf(programs === null)('an index in PostgreSQL', () => {
  let server: PostgresServer
  let dev: DevRegistry
  let home: ReturnType<typeof tempHome>
  const running: RunningCommand[] = []
  beforeAll(async () => {
    ;[server, dev] = await Promise.all([
      startPostgres(programs ?? ''),
      startDevRegistry({ listen: listenForPrograms }),
    ])
    home = tempHome()
    const ipfs = { embedded: false, listen: '/ip4/127.0.0.1/tcp/0', peers: [], kuboUrl: '' }
    const config = { ipfs: { ...ipfs, gateways: [dev.gatewayUrl] } }
    writeFileSync(join(home.paths.dataDir, 'config.json'), JSON.stringify(config))
  }, TIMEOUT)
  afterAll(async () => {
    await Promise.all(running.map((one) => one.kill()))
    home.remove()
    await dev.stop()
    await server.stop()
  }, TIMEOUT)

  it('is written by one process, and by another when that is killed', { timeout: TIMEOUT }, async () => {
    const db = await server.database()
    const env = { ...home.env, OLLAMA_HOST: 'http://127.0.0.1:9' }
    const { rpcUrl, chainId, contract, startBlock } = dev.place
    const place = { rpc: rpcUrl, chain: chainId, contract, start: startBlock, confirmations: 1, db }
    const args = Object.entries(place).flatMap(([name, value]) => [`--${name}`, String(value)])
    const start = (): RunningCommand => {
      const one = startCommand(env, 'registry', 'index', '--json', ...args)
      running.push(one)
      return one
    }
    const kinds = (one: RunningCommand): unknown[] => one.steps().map(({ kind }) => kind)

    const first = start()
    await expect.poll(() => kinds(first), PATIENCE).toContain('caught_up')
    const second = start()
    await expect.poll(() => kinds(second), PATIENCE).toContain('standing_by')
    await first.kill()
    await dev.publish((await publishedPackage({ name: 'late' })).bytes)
    await expect.poll(() => kinds(second), PATIENCE).toContain('verified')
    expect(kinds(second)).toContain('elected')

    await dev.settled()
    const store = await openIndex(db)
    expect(await contentOf(store)).toEqual(await contentOf(dev.store))
    await store.close()
    expect(await second.kill('SIGTERM')).toBe(0)
    expect(second.complained()).toBe('')
  })
})
