/** A name that was passed on, over the local chain and its index. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { failureOf, useHostileGround, wanted } from '../../testing/hostile-market.ts'
import type { TestMarket } from '../../testing/market.ts'
import { acceptCall, offerCall } from '../chain/calls.ts'
import { openChain } from '../chain/chain.ts'
import { readName } from '../chain/read-name.ts'
import { createNetworkGuard } from '../../network/index.ts'
import { publishedPackage } from '../indexer/testing/published.ts'

const { dev, dir, endedAlready, source, market, index } = useHostileGround()
const former = createMemorySigner(new Uint8Array(32).fill(11))
const next = createMemorySigner(new Uint8Array(32).fill(12))

const publish = async (name: string, semver: string, signer = former): Promise<void> => {
  await dev().publish((await publishedPackage({ name, semver, signer })).bytes)
}

/** The account that published the samples passes the name on to itself, under another author. */
const passOn = async (name: string): Promise<void> => {
  const capUri = `did:nuwa:cap:${name}`
  const guard = createNetworkGuard({ developmentHosts: () => [] })
  const found = await readName(openChain(dev().place, guard), { capUri })
  await guard.close()
  await dev().write(offerCall({ capUri, to: found?.owner ?? '' }))
  await dev().write(acceptCall({ capUri, authorDid: next.did }))
}

const installer =
  ({ market: here, packages }: TestMarket) =>
  async (uri: string, more: object = {}) => {
    const { candidate, review } = await here.review(wanted(uri, { source: 'dev' }))
    const installed = await packages.install({
      source: { kind: 'candidate', id: candidate },
      sha256: review.sha256,
      acceptWarnings: false,
      via: 'cli',
      ...more,
    })
    return { review, installed }
  }

it('goes on with its state under the new author, whom people agree to once', async () => {
  const here = market([source('chain', 'dev', dev().mcpUrl)])
  const install = installer(here)
  await publish('diary', '1.0.0')
  await dev().settled()
  await install('diary')
  await passOn('diary')
  await publish('diary', '1.1.0', next)
  await dev().settled()

  // The index takes it, the update is offered, and nothing speaks of an impostor.
  const versions = await dev().store.versions('did:nuwa:cap:diary')
  expect(versions.map(({ semver, state }) => [semver, state])).toEqual([
    ['1.0.0', 'verified'],
    ['1.1.0', 'verified'],
  ])
  expect((await here.market.check()).updates).toMatchObject([
    { offered: { version: '1.1.0', problem: null } },
  ])
  const handover = { from: former.did, to: next.did, registry: 'dev' }
  const detail = await here.market.detail({ capUri: 'diary' })
  expect([detail.problem, detail.file?.review.handover]).toEqual([null, handover])

  expect(await failureOf(install('diary'))).toMatchObject({ code: 'handover_not_accepted', params: handover })
  const { review, installed } = await install('diary', { acceptHandover: true })
  expect([review.handover, installed.version]).toEqual([handover, '1.1.0'])

  await publish('diary', '1.2.0', next)
  await dev().settled()
  expect((await here.market.check()).updates).toMatchObject([{ offered: { version: '1.2.0' } }])
  expect((await install('diary')).review.handover).toBeNull()
}, 60_000)

it('is asked about after a removal as well, and not believed of an index alone', async () => {
  const { url } = await index()
  const here = market([source('chain', 'dev', dev().mcpUrl), source('indexer', 'told', url)])
  const install = installer(here)
  await publish('log', '1.0.0')
  await dev().settled()
  await install('log')
  here.packages.remove('log')
  await passOn('log')
  await publish('log', '1.1.0', next)
  await dev().settled()
  const told = here.market.review(wanted('log', { source: 'told' }))
  expect((await failureOf(told)).code).toBe('author_changed')
  expect((await failureOf(install('log'))).code).toBe('handover_not_accepted')
}, 60_000)

it('is no way in for a file of another author that the registry has nothing of', async () => {
  const here = market([source('chain', 'dev', dev().mcpUrl)])
  const { bytes } = await publishedPackage({ name: 'ledger', signer: former })
  const file = {
    kind: 'file' as const,
    fileName: 'ledger.acp.yaml',
    bytesBase64: Buffer.from(bytes).toString('base64'),
  }
  const { sha256 } = await here.packages.review(file)
  await here.packages.install({ source: file, sha256, acceptWarnings: false, via: 'cli' })
  await publish('ledger', '2.0.0', next)
  await dev().settled()
  expect((await here.market.check()).updates).toEqual([])
  expect((await failureOf(here.market.review(wanted('ledger')))).code).toBe('author_changed')
}, 60_000)

it('is offered an update with the reason against it where it could not be installed', async () => {
  const here = market([source('chain', 'dev', dev().mcpUrl)])
  const install = installer(here)
  await publish('plants', '1.0.0')
  await dev().settled()
  await install('plants')
  // Another body under the same `$id`: the contract can't know, every index refuses it.
  await dev().publish(
    (await publishedPackage({ name: 'plants', semver: '1.1.0', field: 'words', signer: former })).bytes,
  )
  const { updates } = await here.market.check()
  expect(updates).toMatchObject([
    { offered: { version: '1.1.0', problem: { code: 'schema_changed_without_version' } } },
  ])
  // It is kept with the offer.
  await here.close()
  endedAlready()
  const later = market([source('chain', 'dev', dev().mcpUrl)])
  expect(later.market.updates().updates).toMatchObject([
    { offered: { problem: { code: 'schema_changed_without_version' } } },
  ])
}, 60_000)

it('is offered a lower version where a higher one could not be installed, from a chain and from a folder', async () => {
  const fileOf = (semver: string, field = 'text') =>
    publishedPackage({ name: 'herbs', semver, field, signer: former })
  const files = [await fileOf('1.0.0'), await fileOf('1.1.0'), await fileOf('1.2.0', 'words')]
  for (const { bytes } of files) await dev().publish(bytes)
  await dev().settled()
  const folder = join(dir(), 'folder')
  mkdirSync(folder)
  for (const [at, { bytes }] of files.entries()) writeFileSync(join(folder, `${String(at)}.acp.yaml`), bytes)
  for (const catalogue of [
    source('chain', 'dev', dev().mcpUrl),
    { kind: 'folder' as const, name: 'dev', trust: 'trusted' as const, path: folder },
  ]) {
    const here = market([catalogue], { dir: join(dir(), catalogue.kind) })
    const { candidate, review } = await here.market.review(wanted('did:nuwa:cap:herbs@1.0.0'))
    const from = { kind: 'candidate' as const, id: candidate }
    await here.packages.install({ source: from, sha256: review.sha256, acceptWarnings: false, via: 'cli' })
    const offered = {
      version: '1.1.0',
      problem: null,
      higher: { version: '1.2.0', problem: { code: 'schema_changed_without_version' } },
    }
    expect((await here.market.check()).updates).toMatchObject([{ offered }])
    expect(here.market.updates().updates).toMatchObject([{ offered }])
    const lower = await here.market.review(wanted('did:nuwa:cap:herbs@1.1.0'))
    const update = { kind: 'candidate' as const, id: lower.candidate }
    await here.packages.install({
      source: update,
      sha256: lower.review.sha256,
      acceptWarnings: false,
      via: 'cli',
    })
    expect((await here.market.check()).updates).toMatchObject([
      { offered: { version: '1.2.0', problem: { code: 'schema_changed_without_version' }, higher: null } },
    ])
  }
}, 60_000)
