import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { DaemonClient } from '../../../client/index.ts'
import { packageText, signed } from '../../../packages/testing.ts'
import { cidOf } from '../../../platform/cid.ts'
import { sha256Hex } from '../../../platform/sha256.ts'
import { publishCall } from '../../../registry/chain/calls.ts'
import { send } from '../../../registry/chain/send.ts'
import { newName, RICH, useTestChain } from '../../../registry/chain/testing.ts'
import { runCli } from '../../../testing/cli.ts'
import { connectReady, endOf, pause } from '../../../testing/daemon-process.ts'
import { spawnWithVault } from '../../../testing/quick-vault.ts'
import { tempHome } from '../../../testing/temp-home.ts'
import { startCommand, type RunningCommand } from '../../../testing/running-command.ts'

const TIMEOUT = 300_000
const PATIENCE = { timeout: 60_000, interval: 100 }

/** A user with a data directory, a daemon and an IPFS node. */
interface Person {
  readonly home: ReturnType<typeof tempHome>
  readonly env: NodeJS.ProcessEnv
  readonly daemon: ChildProcess
  readonly client: DaemonClient
}

const test = useTestChain()
let people: Person[] = []
let indexer: RunningCommand
let indexHome: ReturnType<typeof tempHome>

const person = async (peers: readonly string[]): Promise<Person> => {
  const home = tempHome()
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  const daemon = await spawnWithVault(env)
  const client = await connectReady(env)
  const one = { home, env, daemon, client }
  people.push(one)
  await client.api.ipfs.configure.mutate({ embedded: true, peers: [...peers] })
  await client.api.registry.chains.add.mutate({ name: 'dev', ...test.registry.place })
  return one
}

const addressOf = async ({ client }: Person): Promise<string> => {
  const { embedded } = await client.api.ipfs.status.query()
  return (embedded.addresses[0] ?? '').replace(/\/p2p\/.*$/, '')
}

let alice: Person
let bob: Person
let account: string
beforeAll(async () => {
  alice = await person([])
  const { account: made } = await alice.client.api.registry.chains.createAccount.mutate()
  account = made?.address ?? ''
  await test.registry.fund(account, RICH)
  const from = await addressOf(alice)
  bob = await person([from])
  // The indexer is a third party, with its own data directory and node.
  indexHome = tempHome()
  const ipfs = { embedded: true, listen: '/ip4/127.0.0.1/tcp/0', peers: [from], kuboUrl: '', gateways: [] }
  writeFileSync(join(indexHome.paths.dataDir, 'config.json'), JSON.stringify({ ipfs }))
  const { rpcUrl: rpc, chainId: chain, contract, startBlock: start } = test.registry.place
  const place = Object.entries({ rpc, chain, contract, start, confirmations: 1 })
  const told = place.flatMap(([name, value]) => [`--${name}`, String(value)])
  const env = { ...indexHome.env, LC_ALL: 'en_GB.UTF-8', OLLAMA_HOST: 'http://127.0.0.1:9' }
  indexer = startCommand(env, 'registry', 'index', '--json', '--serve', ...told)
  const serving = () => indexer.steps().find(({ kind }) => kind === 'serving')
  while (serving() === undefined && indexer.child.exitCode === null) await pause(50)
  const url = String(serving()?.['url'])
  await bob.client.api.marketplace.sources.add.mutate({
    kind: 'chain',
    name: 'dev',
    trust: 'trusted',
    indexer: url,
    registry: 'dev',
  })
}, TIMEOUT)
afterAll(async () => {
  await indexer.kill()
  indexHome.remove()
  for (const { client, daemon, home } of people) {
    await client.close()
    daemon.kill('SIGKILL')
    await endOf(daemon)
    home.remove()
  }
  people = []
}, TIMEOUT)

const draftOf = (capUri: string, version = '1.0.0', words = 'Keeps a diary.'): string => {
  const name = capUri.slice('did:nuwa:cap:'.length)
  return packageText()
    .replace('did:nuwa:cap:diary@1.0.0', `${capUri}@${version}`)
    .replaceAll('state:diary', `state:${name}`)
    .replace('name: Diary', `name: Diary ${name}`)
    .replace('Keeps a diary.', words)
}
const fileOf = (text: string): string => {
  const path = join(alice.home.paths.dataDir, 'diary.acp.yaml')
  writeFileSync(path, text)
  return path
}
const publish = async (text: string) => {
  const path = fileOf(text)
  return { path, ...(await runCli(alice.env, 'registry', 'publish', path, '--yes')) }
}
/** What the indexer reported about a version, and why. */
const said = (capUri: string, semver = '1.0.0') =>
  indexer
    .steps()
    .filter((step) => step['capUri'] === capUri && step['semver'] === semver)
    .map(({ kind }) => kind)
const install = async (capUri: string): Promise<string> => {
  const { api } = bob.client
  const { candidate, review } = await api.marketplace.review.mutate({ kind: 'capability', capUri })
  const source = { kind: 'candidate', id: candidate } as const
  const { sha256 } = await api.packages.install.mutate({ source, sha256: review.sha256 })
  return sha256
}
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) =>
      z.object({ data: z.object({ satchel: z.object({ code: z.string() }) }) }).parse(thrown).data.satchel
        .code,
  )

it(
  'goes from one person to another: published, indexed, found, verified, installed and run, over the chain and peers alone',
  { timeout: TIMEOUT },
  async () => {
    const capUri = newName()
    const { path, code, stderr } = await publish(draftOf(capUri))
    expect([code, stderr]).toEqual([0, ''])
    await expect.poll(() => said(capUri), PATIENCE).toContain('verified')

    const { api } = bob.client
    const name = capUri.slice('did:nuwa:cap:'.length)
    const search = { query: name, filters: {}, sort: 'relevance', limit: 5, cursor: null } as const
    const { cards } = await api.marketplace.search.mutate(search)
    expect(cards[0]).toMatchObject({ capUri, version: '1.0.0', conflict: false })
    const detail = await api.marketplace.detail.mutate({ capUri })
    expect(detail.verification.steps.map(({ step, check }) => [step, check])).toEqual(
      ['event', 'cid', 'sha256', 'signature', 'author'].map((step) => [step, 'held']),
    )
    expect(await install(capUri)).toBe(sha256Hex(readFileSync(path)))

    const tools = await api.capabilities.list.query()
    const id = tools.find((one) => one.capability_id.startsWith(`acp:${name}/`))?.capability_id ?? ''
    const entry = JSON.stringify({ object: { text: 'It came over the chain.' } })
    const ran = await runCli(bob.env, 'cap', 'invoke', id, entry, '--yes', '--json')
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true })
    const query = JSON.stringify({ from: `did:nuwa:state:${name}#v1` })
    const kept = await runCli(bob.env, 'state', 'query', query, '--json')
    expect(kept.stdout).toContain('It came over the chain.')
  },
)

it('refuses a name of another, and other bytes under a version', { timeout: TIMEOUT }, async () => {
  const capUri = newName()
  expect((await publish(draftOf(capUri))).code).toBe(0)
  expect((await publish(draftOf(capUri, '1.0.0', 'Other words.'))).stderr).toContain(
    'registry_version_exists',
  )

  const { account: made } = await bob.client.api.registry.chains.createAccount.mutate()
  await test.registry.fund(made?.address ?? '', RICH)
  const stolen = Buffer.from(draftOf(capUri, '2.0.0')).toString('base64')
  const input = { fileName: 'stolen.acp.yaml', bytesBase64: stolen }
  expect(await refusalOf(bob.client.api.registry.publish.start.mutate(input))).toBe('registry_name_owned')
  const { records } = await bob.client.api.registry.chains.show.mutate({ name: capUri })
  expect(records.map(({ semver }) => semver)).toEqual(['1.0.0'])
})

it('does not install a yanked version by default', { timeout: TIMEOUT }, async () => {
  const capUri = newName()
  for (const version of ['1.0.0', '1.1.0']) expect((await publish(draftOf(capUri, version))).code).toBe(0)
  const name = capUri.slice('did:nuwa:cap:'.length)
  const yank = await runCli(alice.env, 'registry', 'yank', name, '1.1.0', '--reason', 'it leaks', '--yes')
  expect(yank.code).toBe(0)
  await expect.poll(() => said(capUri, '1.1.0'), PATIENCE).toContain('verified')
  await expect
    .poll(async () => (await bob.client.api.marketplace.detail.mutate({ capUri })).card.version, PATIENCE)
    .toBe('1.0.0')
  await install(capUri)
  expect(await refusalOf(install(`${capUri}@1.1.0`))).not.toBe('done')
})

it(
  'refuses a record whose CID and SHA-256 differ, at the index and at the installer',
  { timeout: TIMEOUT },
  async () => {
    const capUri = newName()
    const mallory = await test.account()
    const text = draftOf(capUri)
    const bytes = await signed(text)
    const other = await signed(text.replace('Keeps a diary.', 'Keeps something else.'))
    const authorDid = /did: "?(did:key:\w+)/.exec(Buffer.from(bytes).toString())?.[1] ?? ''
    const record = { capUri, semver: '1.0.0', cid: cidOf(bytes), sha256: sha256Hex(other), authorDid }
    await alice.client.api.ipfs.add.mutate({ bytesBase64: Buffer.from(bytes).toString('base64') })
    await send(test.chain, mallory, publishCall(record))
    await expect.poll(() => said(capUri), PATIENCE).toContain('refused')
    const search = { query: capUri, filters: {}, sort: 'relevance', limit: 5, cursor: null } as const
    const { cards } = await bob.client.api.marketplace.search.mutate(search)
    expect(cards.filter((card) => card.capUri === capUri)).toEqual([])
    expect(await refusalOf(install(capUri))).not.toBe('done')
  },
)
