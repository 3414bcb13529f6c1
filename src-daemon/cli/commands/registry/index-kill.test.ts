import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listenForPrograms } from '../../../api/index.ts'
import { voteCall, yankCall } from '../../../registry/chain/calls.ts'
import { startDevRegistry, type DevRegistry } from '../../../registry/dev/index.ts'
import { openIndex } from '../../../registry/indexer/index.ts'
import { publishedPackage } from '../../../registry/indexer/testing/published.ts'
import { effort } from '../../../testing/effort.ts'
import { runCli } from '../../../testing/cli.ts'
import { tempHome } from '../../../testing/temp-home.ts'
import { contentOf } from './testing/index-content.ts'
import { startCommand } from '../../../testing/running-command.ts'

const TIMEOUT = 300_000
const ROUNDS = effort(2, 8)
const PER_ROUND = 4
const LONGEST_LIFE_MS = 500

const wait = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms))

let dev: DevRegistry
let home: ReturnType<typeof tempHome>
beforeAll(async () => {
  dev = await startDevRegistry({ listen: listenForPrograms })
  home = tempHome()
  const ipfs = { embedded: false, listen: '/ip4/127.0.0.1/tcp/0', peers: [], kuboUrl: '' }
  const config = { ipfs: { ...ipfs, gateways: [dev.gatewayUrl] } }
  writeFileSync(join(home.paths.dataDir, 'config.json'), JSON.stringify(config))
}, TIMEOUT)
afterAll(async () => {
  home.remove()
  await dev.stop()
}, TIMEOUT)

it(
  'loses and doubles nothing when the indexer of a real chain is killed at any moment',
  { timeout: TIMEOUT },
  async () => {
    const env = { ...home.env, OLLAMA_HOST: 'http://127.0.0.1:9' }
    const { rpcUrl, chainId, contract, startBlock } = dev.place
    const place = { rpc: rpcUrl, chain: chainId, contract, start: startBlock, confirmations: 1 }
    const args = Object.entries(place).flatMap(([name, value]) => [`--${name}`, String(value)])

    const publish = async (round: number): Promise<void> => {
      for (let at = 0; at < PER_ROUND; at += 1) {
        const name = `made-${String(round)}-${String(at)}`
        await dev.publish((await publishedPackage({ name })).bytes)
      }
      const capUri = `did:nuwa:cap:made-${String(round)}-0`
      await dev.write(voteCall({ capUri, vote: 1 }))
      if (round % 3 === 0) await dev.write(yankCall({ capUri, semver: '1.0.0', reason: 'old' }))
    }

    let killed = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      // Both at once, so that some of it arrives while it works.
      const publishing = publish(round)
      const indexer = startCommand(env, 'registry', 'index', '--json', ...args)
      // Kills every other one during its work, the rest at any moment.
      const isReady = (): boolean => indexer.said().includes(round % 2 === 0 ? '"verified"' : '"begin"')
      while (!isReady() && indexer.child.exitCode === null) await wait(5)
      await wait(Math.random() * (round % 2 === 0 ? 30 : LONGEST_LIFE_MS))
      if ((await indexer.kill()) === null) killed += 1
      await publishing
    }
    expect(killed).toBe(ROUNDS)
    expect(await runCli(env, 'registry', 'index', '--once', ...args)).toMatchObject({ code: 0, stderr: '' })

    await dev.settled()
    const store = await openIndex(join(home.paths.dataDir, 'registry-index.db'))
    expect(await store.statistics()).toMatchObject({
      versions: { verified: 7 + ROUNDS * PER_ROUND, waiting: 0 },
    })
    expect(await contentOf(store)).toEqual(await contentOf(dev.store))
    await store.close()
  },
)
