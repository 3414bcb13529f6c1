import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNetworkGuard, type NetworkGuard } from '../../network/index.ts'
import { cidOf } from '../../platform/cid.ts'
import { toSatchelError, type SatchelError } from '../../platform/errors.ts'
import { fetchVerified, type FetchVerifiedDeps } from './fetch-verified.ts'
import { createGateway } from './gateway.ts'
import { createLocalBlocks } from './service.ts'
import { createRanking } from './ranking.ts'
import type { FetchRequest } from './types.ts'
import { openBlockFolder, type BlockFolder } from './testing/block-folder.ts'
import { startGateway } from './testing/gateway-server.ts'
import { serve, type TestServer } from './testing/http-server.ts'
import { putFile } from './testing/unixfs.ts'

/**
 * The first request loads the HTTP library: on a busy machine that alone exceeds the gateways' timeout here.
 */
beforeAll(async () => {
  const first = createNetworkGuard()
  const server = await serve((_request, response) => response.end())
  await first.fetch(server.url, {}, { kind: 'user_endpoint', origin: new URL(server.url).origin })
  await first.close()
  await server.close()
}, 60_000)

let dir: string
let guard: NetworkGuard
let blocks: BlockFolder
let servers: TestServer[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-ipfs-'))
  guard = createNetworkGuard()
  blocks = openBlockFolder(join(dir, 'far'))
  servers = []
})
afterEach(async () => {
  await guard.close()
  await Promise.all(servers.map((server) => server.close()))
  rmSync(dir, { recursive: true })
})

const serving = async (listener: RequestListener): Promise<string> => {
  const server = await serve(listener)
  servers.push(server)
  return server.url
}
const honest = async (): Promise<string> => {
  const server = await startGateway(blocks)
  servers.push(server)
  return server.url
}
const depsOf = (urls: readonly string[], staggerMs = 50, timeoutMs = 20_000): FetchVerifiedDeps => {
  const ranking = createRanking(() => performance.now())
  const gateways = urls.map((url) => createGateway({ url, guard, timeoutMs }))
  return {
    local: createLocalBlocks(join(dir, 'here')),
    others: () => ranking.order(gateways),
    ranking,
    staggerMs,
  }
}
const ask = (urls: readonly string[], request: FetchRequest) => fetchVerified(depsOf(urls), request)
const failure = async (work: Promise<unknown>): Promise<SatchelError> =>
  toSatchelError(
    await work.then(
      () => new Error('it was given'),
      (thrown: unknown) => thrown,
    ),
  )
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a file by its CID', () => {
  it('comes from this disk without asking other sources', async () => {
    let asked = 0
    const url = await serving((_request, response) => {
      asked += 1
      response.writeHead(404).end()
    })
    const bytes = randomBytes(500)
    const cid = await openBlockFolder(join(dir, 'here')).put(bytes)
    const fetched = await ask([url], { cid, sha256: sha256(bytes) })
    expect(fetched).toMatchObject({ cid, sha256: sha256(bytes), from: [{ kind: 'local' }], tried: [] })
    expect(Buffer.from(fetched.bytes).equals(bytes)).toBe(true)
    expect(asked).toBe(0)
  })

  it('comes from a gateway where the disk has a damaged one', async () => {
    const bytes = randomBytes(500)
    const cid = await blocks.put(bytes)
    await openBlockFolder(join(dir, 'here')).put(randomBytes(500), cid)
    const url = await honest()
    expect(await ask([url], { cid })).toMatchObject({ from: [{ kind: 'gateway', name: url }] })
  })

  it('comes from the next source when one gives other bytes, which is named and goes down', async () => {
    const bytes = randomBytes(500)
    const cid = await blocks.put(bytes)
    const liar = await serving((_request, response) => response.end(randomBytes(500)))
    const good = await honest()
    const deps = depsOf([liar, good])
    const fetched = await fetchVerified(deps, { cid })
    expect(fetched.from).toEqual([{ kind: 'gateway', name: good }])
    expect(fetched.tried).toMatchObject([{ name: liar, code: 'ipfs_wrong_bytes' }])
    expect(deps.others().map(({ name }) => name)).toEqual([good, liar])
    expect(deps.ranking.of({ name: liar })).toMatchObject({ failed: 1, answered: 0 })
    expect(await fetchVerified(deps, { cid })).toMatchObject({ tried: [] })
    const error = await failure(ask([liar], { cid }))
    expect(error.code).toBe('ipfs_wrong_bytes')
    expect(error.message).toContain(liar)
  })

  it('does not wait for a silent source, and lets it go', async () => {
    const cid = await blocks.put(randomBytes(500))
    let open = 0
    const silent = await serving((_request, response) => {
      open += 1
      response.on('close', () => (open -= 1))
    })
    const good = await honest()
    const started = performance.now()
    const patient = depsOf([silent, good], 50, 50_000)
    expect(await fetchVerified(patient, { cid })).toMatchObject({ from: [{ name: good }] })
    expect(performance.now() - started).toBeLessThan(45_000)
    await expect.poll(() => open).toBe(0)
    expect((await failure(fetchVerified(depsOf([silent], 50, 500), { cid }))).code).toBe('ipfs_timeout')
  })

  it('is cut off where a body has no end, or is longer than is wanted', async () => {
    const endless = await serving((_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', more)
      }
      more()
    })
    const cid = await blocks.put(randomBytes(2_000))
    expect((await failure(ask([endless], { cid, maxBytes: 5_000 }))).code).toBe('file_too_large')
    expect(await ask([endless, await honest()], { cid, maxBytes: 2_000 })).toMatchObject({
      tried: [{ code: 'file_too_large' }],
    })
    expect((await failure(ask([await honest()], { cid, maxBytes: 1_999 }))).code).toBe('file_too_large')
  })

  it('follows no redirect to this machine or another origin', async () => {
    const cid = await blocks.put(randomBytes(100))
    const secret = await honest()
    const sly = await serving((request, response) =>
      response.writeHead(302, { location: `${secret}${request.url ?? ''}` }).end(),
    )
    const error = await failure(ask([sly], { cid }))
    expect(error).toMatchObject({ code: 'ipfs_unreachable' })
    expect(error.message).toContain('other_origin')
  })

  it('is asked of a gateway of the open internet only at public addresses', async () => {
    const cid = await blocks.put(randomBytes(100))
    const rebinding = createNetworkGuard({
      resolve: ((_name: string, _options: unknown, done: (...all: unknown[]) => void) => {
        done(null, [{ address: '127.0.0.1', family: 4 }])
      }) as never,
    })
    const gateway = createGateway({ url: 'https://gateway.example', guard: rebinding })
    const ranking = createRanking(() => 0)
    const deps = { ...depsOf([]), ranking, others: () => [gateway] }
    const error = await failure(fetchVerified(deps, { cid }))
    expect(error).toMatchObject({ code: 'ipfs_unreachable' })
    expect(error.message).toContain('private_address')
    await rebinding.close()
  })

  it('names the sources asked if none has it, and says if none could be asked', async () => {
    const cid = cidOf(randomBytes(10))
    const good = await honest()
    const closed = await honest()
    await servers.at(-1)?.close()
    // In the order of their answers.
    const failed = await failure(ask([good, closed], { cid }))
    expect(failed).toMatchObject({
      code: 'ipfs_not_found',
      details: {
        tried: expect.arrayContaining([
          expect.objectContaining({ name: good, code: 'ipfs_not_found' }),
          expect.objectContaining({ name: closed, code: 'ipfs_unreachable' }),
        ]) as unknown,
      },
    })
    expect(failed).toHaveProperty('details.tried.length', 2)
    expect((await failure(ask([closed], { cid }))).code).toBe('ipfs_unreachable')
    expect((await failure(ask([], { cid }))).code).toBe('ipfs_not_found')
  })

  it('is refused before anybody is asked where the CID and the hash differ, or the CID is none', async () => {
    const bytes = randomBytes(10)
    const asked = { cid: await blocks.put(bytes), sha256: sha256(randomBytes(10)) }
    const nobody = { ...depsOf([]), others: () => expect.unreachable('somebody was asked') }
    expect((await failure(fetchVerified(nobody, asked))).code).toBe('cid_sha256_differ')
    const garbage = randomBytes(1024 * 512).toString('hex')
    expect((await failure(fetchVerified(nobody, { cid: garbage }))).code).toBe('cid_invalid')
  })

  it('ends with the caller’s reason, and at its own time limit', async () => {
    const silent = await serving(() => undefined)
    const cid = cidOf(randomBytes(10))
    const reason = new Error('the window was closed')
    const giving = new AbortController()
    const asked = ask([silent], { cid, signal: giving.signal })
    setTimeout(() => {
      giving.abort(reason)
    }, 50)
    await expect(asked).rejects.toBe(reason)
    expect((await failure(ask([silent, silent], { cid, timeoutMs: 100 }))).code).toBe('ipfs_timeout')
  })
})

describe('a file of UnixFS', () => {
  it('is read whatever version its CID has, and written never', async () => {
    const pieces = [randomBytes(200_000), randomBytes(1), randomBytes(70_000)]
    const url = await honest()
    for (const version of [0, 1] as const) {
      const cid = await putFile(blocks, pieces, { version })
      const whole = Buffer.concat(pieces)
      const fetched = await ask([url], { cid, sha256: sha256(whole) })
      expect(Buffer.from(fetched.bytes).equals(whole)).toBe(true)
      expect(fetched.cid).toBe(cid)
      expect((await failure(ask([url], { cid, sha256: sha256(pieces[0] ?? whole) }))).code).toBe(
        'cid_sha256_differ',
      )
    }
  })

  it('stops at the wanted size, whatever size the server claims', async () => {
    const url = await honest()
    const same = randomBytes(100_000)
    const large = await putFile(blocks, [same, same, same])
    expect((await failure(ask([url], { cid: large, maxBytes: 250_000 }))).code).toBe('file_too_large')
    const lying = await putFile(
      blocks,
      Array.from({ length: 40 }, () => same),
      { claimed: 10 },
    )
    const code = (await failure(ask([url], { cid: lying, maxBytes: 250_000 }))).code
    expect(['file_too_large', 'cid_invalid']).toContain(code)
  })

  it('is refused where a piece is another, or it is no file', async () => {
    const url = await honest()
    const piece = randomBytes(100)
    const cid = await putFile(blocks, [piece])
    await blocks.put(randomBytes(100), cidOf(piece))
    expect((await failure(ask([url], { cid }))).code).toBe('ipfs_wrong_bytes')
    const folder = await putFile(blocks, [randomBytes(10)], { kind: 1 })
    expect((await failure(ask([url], { cid: folder }))).code).toBe('cid_invalid')
  })
})
