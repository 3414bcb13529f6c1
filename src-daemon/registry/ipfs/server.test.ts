import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNetworkGuard, type NetworkGuard } from '../../network/index.ts'
import { cidOf } from '../../platform/cid.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { IpfsSettings } from '../../contract/settings.ts'
import { createIpfs, fetchModule } from './index.ts'
import { openBlockFolder } from './testing/block-folder.ts'
import { startGateway } from './testing/gateway-server.ts'
import type { TestServer } from './testing/http-server.ts'
import { startKubo } from './testing/kubo-server.ts'
import type { IpfsService } from './types.ts'

const OFF: IpfsSettings = {
  embedded: false,
  listen: '/ip4/127.0.0.1/tcp/0',
  peers: [],
  kuboUrl: '',
  gateways: [],
}

let dir: string
let guard: NetworkGuard
let running: { close(): Promise<void> }[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-ipfs-'))
  guard = createNetworkGuard()
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.close()))
  await guard.close()
  rmSync(dir, { recursive: true })
})

/** The IPFS service of one machine, with its data in a folder of that name. */
const machine = (name: string, change: Partial<IpfsSettings> = {}): IpfsService => {
  let ipfs = { ...OFF, ...change }
  const settings = {
    get: () => ({ ipfs }),
    set: (changed: { ipfs: IpfsSettings }) => {
      ipfs = changed.ipfs
      return { ipfs }
    },
  }
  const made = createIpfs({ dir: join(dir, name), guard, settings })
  running.push(made)
  return made
}
const started = async (starting: Promise<TestServer>): Promise<string> => {
  const server = await starting
  running.push(server)
  return server.url
}
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) => toSatchelError(thrown).code,
  )

describe('IPFS on one machine', () => {
  it('does nothing and leaves nothing until it is asked, and then opens no port', async () => {
    const here = machine('a')
    await here.start()
    expect(existsSync(join(dir, 'a'))).toBe(false)
    expect(await here.status()).toEqual({
      embedded: { enabled: false, running: false, addresses: [], peers: [], problem: null },
      kubo: null,
      gateways: [],
    })
    expect(here.askable()).toEqual([])
    const bytes = randomBytes(100)
    const added = await here.add(bytes)
    expect(added).toEqual({
      cid: cidOf(bytes),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: 100,
      places: [{ kind: 'embedded', name: '', code: null, problem: null }],
    })
    expect(await here.fetchVerified({ cid: added.cid })).toMatchObject({ from: [{ kind: 'local' }] })
    expect((await here.status()).embedded.addresses).toEqual([])
    expect(await codeOf(here.add(randomBytes(1024 * 1024 + 1)))).toBe('file_too_large')
  })

  it('shows what is pinned and where, and makes room for what is not', async () => {
    const folder = openBlockFolder(join(dir, 'kubo'))
    const url = await started(startKubo(folder))
    const here = machine('a', { kuboUrl: url })
    expect(await here.status()).toMatchObject({ kubo: { url, version: '0.39.0', problem: null } })
    const kept = await here.add(randomBytes(100))
    const passing = await here.add(randomBytes(100))
    expect(kept.places.map(({ kind, code }) => [kind, code])).toEqual([
      ['embedded', null],
      ['kubo', null],
    ])
    await here.unpin(passing.cid)
    expect((await here.pins()).pins).toEqual([
      {
        cid: kept.cid,
        places: [
          { kind: 'embedded', name: '' },
          { kind: 'kubo', name: url },
        ],
      },
    ])
    expect(await here.sweep()).toBe(1)
    expect(await here.sweep()).toBe(0)
    // Kubo makes room when it wants to.
    expect(await here.fetchVerified({ cid: passing.cid })).toMatchObject({ from: [{ kind: 'kubo' }] })
    expect(await here.fetchVerified({ cid: kept.cid })).toMatchObject({ from: [{ kind: 'local' }] })
    // Pinning fetches it from wherever it is.
    await here.pin(passing.cid)
    expect((await here.pins()).pins).toHaveLength(2)
    expect(await here.fetchVerified({ cid: passing.cid })).toMatchObject({ from: [{ kind: 'local' }] })
  })

  it('keeps here what a node that is not there could not, and says so', async () => {
    const url = await started(startKubo(openBlockFolder(join(dir, 'kubo'))))
    await running.pop()?.close()
    const here = machine('a', { kuboUrl: url })
    const { cid, places } = await here.add(randomBytes(100))
    expect(places).toMatchObject([{ code: null }, { kind: 'kubo', name: url, code: 'ipfs_unreachable' }])
    expect((await here.pins()).places).toMatchObject([{ code: null }, { code: 'ipfs_unreachable' }])
    expect(await here.fetchVerified({ cid })).toMatchObject({ from: [{ kind: 'local' }] })
    expect((await here.status()).kubo).toMatchObject({ version: null })
  })

  it('takes another program at that address for no Kubo', async () => {
    const url = await started(startGateway(openBlockFolder(join(dir, 'far'))))
    const status = await machine('a', { kuboUrl: url }).status()
    expect(status.kubo).toMatchObject({ version: null })
    expect(status.kubo?.problem).toContain('406')
  })

  it('follows its settings at once', async () => {
    const blocks = openBlockFolder(join(dir, 'far'))
    const cid = await blocks.put(randomBytes(100))
    const here = machine('a')
    expect(await codeOf(here.fetchVerified({ cid }))).toBe('ipfs_not_found')
    const url = await started(startGateway(blocks))
    const status = await here.configure({ gateways: [url] })
    expect(status.gateways).toMatchObject([{ url, answered: 0, failed: 0 }])
    expect(await here.fetchVerified({ cid })).toMatchObject({ from: [{ kind: 'gateway', name: url }] })
    expect((await here.status()).gateways).toMatchObject([{ url, answered: 1, failed: 0 }])
    expect((await here.configure({ embedded: true })).embedded).toMatchObject({
      enabled: true,
      running: true,
      addresses: [expect.stringMatching(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\//)],
    })
    const off = await here.configure({ embedded: false })
    expect(off.embedded).toMatchObject({ enabled: false, running: false })
  })
})

describe('IPFS on two machines', () => {
  it('exchanges a file with nothing shared but libp2p on loopback', async () => {
    const one = machine('one', { embedded: true })
    await one.start()
    const { addresses } = (await one.status()).embedded
    const other = machine('other', { embedded: true, peers: addresses })
    await other.start()
    await expect.poll(async () => (await other.status()).embedded.peers.length).toBe(1)
    const bytes = randomBytes(200_000)
    const { cid } = await one.add(bytes)
    expect(readdirSync(dir).sort()).toEqual(['one', 'other'])
    const fetched = await other.fetchVerified({ cid })
    expect(fetched.from).toEqual([{ kind: 'embedded', name: '' }])
    expect(Buffer.from(fetched.bytes).equals(bytes)).toBe(true)
    // It has its own copy now.
    await one.close()
    expect(await other.fetchVerified({ cid })).toMatchObject({ from: [{ kind: 'local' }] })
    expect((await other.pins()).pins).toEqual([])
    await other.pin(cid)
    expect((await other.pins()).pins).toMatchObject([{ cid }])
  })

  it('says that it cannot listen where somebody else does', async () => {
    const sockets = new Set<Socket>()
    const taken = createServer((socket) => sockets.add(socket))
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const here = machine('a', { embedded: true, listen: `/ip4/127.0.0.1/tcp/${port}` })
    expect(await codeOf(here.start())).toBe('ipfs_unreachable')
    const { embedded } = await here.status()
    expect(embedded).toMatchObject({ enabled: true, running: false, addresses: [] })
    expect(embedded.problem).toContain('ipfs_unreachable')
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => taken.close(resolve))
    // The next call tries again.
    await here.start()
    expect((await here.status()).embedded.running).toBe(true)
  })
})

describe('a module by its CID', () => {
  const bytes = randomBytes(5_000)
  const cid = cidOf(bytes)
  const given: Uint8Array[] = []
  const modules = {
    list: () => [{ cid, tools: ['convert'], size: null }],
    give: (input: { bytes: Uint8Array }) => {
      given.push(input.bytes)
      return []
    },
    read: () => bytes,
    sweep: () => undefined,
    onChange: () => () => undefined,
  }

  it('is asked of those the owner agreed to, and of no others', async () => {
    const blocks = openBlockFolder(join(dir, 'far'))
    await blocks.put(bytes)
    const url = await started(startGateway(blocks))
    const ipfs = machine('a', { gateways: [url] })
    const deps = { ipfs, packageModules: modules }
    const asked = { packageName: 'units', cid, from: [] }
    expect(await codeOf(fetchModule(deps, asked))).toBe('ipfs_sources_changed')
    expect(await codeOf(fetchModule(deps, { ...asked, cid: cidOf(randomBytes(3)) }))).toBe(
      'wasm_module_not_asked',
    )
    expect(given).toEqual([])
    await fetchModule(deps, { ...asked, from: ipfs.askable() })
    expect(given.map((one) => Buffer.from(one).equals(bytes))).toEqual([true])
  })
})
