/** The three implementations, each with the acceptance suite. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNetworkGuard } from '../../network/index.ts'
import { cidOf } from '../../platform/cid.ts'
import { createEmbeddedStore } from './embedded/store.ts'
import { createGateway } from './gateway.ts'
import { testReader, testStore } from './ipfs-store.acceptance.ts'
import { createKuboStore } from './kubo.ts'
import { createLocalBlocks } from './service.ts'
import { openBlockFolder } from './testing/block-folder.ts'
import { startGateway } from './testing/gateway-server.ts'
import { startKubo } from './testing/kubo-server.ts'

const tempDir = () => mkdtempSync(join(tmpdir(), 'satchel-ipfs-'))
const loopback = { listen: '/ip4/127.0.0.1/tcp/0', peers: [] }

testReader('a gateway', async () => {
  const dir = tempDir()
  const blocks = openBlockFolder(dir)
  const server = await startGateway(blocks)
  const guard = createNetworkGuard()
  const reader = createGateway({ url: server.url, guard })
  return {
    reader,
    offer: async (bytes, named = bytes) => {
      await blocks.put(bytes, cidOf(named))
    },
    close: async () => {
      await reader.close()
      await guard.close()
      await server.close()
      rmSync(dir, { recursive: true })
    },
  }
})

testReader('the blocks of this disk', () => {
  const dir = tempDir()
  const blocks = openBlockFolder(dir)
  return Promise.resolve({
    reader: createLocalBlocks(dir),
    offer: async (bytes, named = bytes) => {
      await blocks.put(bytes, cidOf(named))
    },
    close: () => {
      rmSync(dir, { recursive: true })
      return Promise.resolve()
    },
  })
})

const kubo = async () => {
  const dir = tempDir()
  const blocks = openBlockFolder(dir)
  const server = await startKubo(blocks)
  const guard = createNetworkGuard()
  const store = createKuboStore({ url: server.url, guard })
  const close = async () => {
    await store.close()
    await guard.close()
    await server.close()
    rmSync(dir, { recursive: true })
  }
  return { store, blocks, close }
}
testReader('Kubo', async () => {
  const { store, blocks, close } = await kubo()
  return {
    reader: store,
    offer: async (bytes, named = bytes) => {
      await blocks.put(bytes, cidOf(named))
    },
    close,
  }
})
testStore('Kubo', kubo)

const realKubo = process.env['SATCHEL_TEST_KUBO']
if (realKubo !== undefined)
  testStore('a real Kubo', () => {
    const guard = createNetworkGuard()
    const store = createKuboStore({ url: realKubo, guard })
    return Promise.resolve({
      store,
      close: async () => {
        await store.close()
        await guard.close()
      },
    })
  })

const embedded = (network: { listen: string; peers: readonly string[] } | null) => () => {
  const dir = tempDir()
  const store = createEmbeddedStore({ dir, network, networkSeconds: 3 })
  const close = async () => {
    await store.close()
    rmSync(dir, { recursive: true })
  }
  return Promise.resolve({ store, dir, close })
}
testStore('the node of this machine, without a network', embedded(null))
testStore('the node of this machine', embedded(loopback))
testReader('the node of this machine, without a network', async () => {
  const { store, dir, close } = await embedded(null)()
  const blocks = openBlockFolder(join(dir, 'blocks'))
  return {
    reader: store,
    offer: async (bytes, named = bytes) => {
      await blocks.put(bytes, cidOf(named))
    },
    close,
  }
})
testReader('the node of this machine, from another over bitswap', async () => {
  const giver = await embedded(loopback)()
  const blocks = openBlockFolder(join(giver.dir, 'blocks'))
  await giver.store.start()
  const { addresses } = await giver.store.reach()
  const taker = await embedded({ ...loopback, peers: addresses })()
  return {
    reader: taker.store,
    offer: async (bytes, named = bytes) => {
      await blocks.put(bytes, cidOf(named))
    },
    close: async () => {
      await taker.close()
      await giver.close()
    },
  }
})
