import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha256Hex } from '../platform/sha256.ts'
import type { InvokeResult } from '../contract/capabilities.ts'
import type { DaemonClient } from '../client/index.ts'
import { httpTool, packageText, signed } from '../packages/testing.ts'
import { connectReady, endOf } from '../testing/daemon-process.ts'
import { spawnWithVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'
import { RPC } from '../agents/core/json-rpc.ts'

const TIMEOUT = 240_000
const PARAMS = { value: 5, from: 'mile', to: 'kilometre' }

/** A Satchel with its own data directory, as a separate process. */
interface Satchel {
  readonly home: ReturnType<typeof tempHome>
  readonly daemon: ChildProcess
  readonly client: DaemonClient
}
const open: Satchel[] = []
const start = async (): Promise<Satchel> => {
  const home = tempHome()
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  const daemon = await spawnWithVault(env)
  const one = { home, daemon, client: await connectReady(env) }
  open.push(one)
  return one
}

let caller: Satchel
let called: Satchel
let port: number
let did: string
beforeAll(async () => {
  ;[caller, called] = [await start(), await start()]
  port = await freePort()
  did = `did:web:localhost%3A${String(port)}`
}, TIMEOUT)
afterAll(async () => {
  for (const { client, daemon, home } of open) {
    await client.close()
    daemon.kill('SIGKILL')
    await endOf(daemon)
    home.remove()
  }
}, TIMEOUT)

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A package whose one tool asks the other Satchel to convert. */
const converter = (): string =>
  packageText({
    ...httpTool(JSON.stringify({ type: 'nuwa_a2a', target_did: did, service_method: 'units/convert' })),
    meta: '',
    builtIn: '',
  })
    .replace('prompt: |\n  Write the diary with `state.create`.', 'prompt: |\n  Ask `look_up`.')
    .replace(
      'parameters: {type: object, properties: {word: {type: string}}, required: [word]}',
      'parameters: {type: object, properties: {value: {type: number}, from: {type: string}, to: {type: string}}}',
    )

/** Runs the tool as an owner who was shown the call and agreed. */
const ask = async (): Promise<InvokeResult> => {
  const { api } = caller.client
  const ref = { capability_id: 'acp:diary/look_up', version: '1.0.0' }
  const shown = await api.approvals.preview.query({ ref, input: PARAMS })
  if (shown === null) throw new Error('nobody is asked about a call of another agent')
  expect(shown.sentence).toContain(did)
  const { argumentsSha256, definition } = shown
  return api.capabilities.invoke.mutate({
    ref,
    input: PARAMS,
    consent: { argumentsSha256, definition, by: 'cli_yes' },
  })
}
const refusedWith = (code: number) => ({
  ok: false,
  error: {
    details: { code: 'agent_refused' },
    message: expect.stringContaining(`(${String(code)})`) as string,
  },
})
const inbox = () => called.client.api.agents.callers.query()

it(
  'one Satchel calls another through a package: asked here, let in there, and no more than it may',
  { timeout: TIMEOUT },
  async () => {
    const { api } = caller.client
    const bytes = Buffer.from(await signed(converter()))
    const source = {
      kind: 'file' as const,
      fileName: 'converter.acp.yaml',
      bytesBase64: bytes.toString('base64'),
    }
    const review = await api.packages.review.query(source)
    expect(review.hosts).toEqual([did])
    // The other one is on this machine, without a certificate, and the review says so.
    expect(review.warnings.map(({ code }) => code)).toEqual(['insecure_url'])
    await api.packages.install.mutate({ source, sha256: sha256Hex(bytes), acceptWarnings: true })

    // A request to the local machine needs its owner's permission, and the endpoint is closed by default.
    expect(await ask()).toMatchObject({ ok: false })
    await api.agents.setDevelopmentHosts.mutate([`localhost:${String(port)}`])
    expect(await ask()).toMatchObject({ ok: false })
    const theirs = called.client.api
    await theirs.packages.install.mutate(await unitsOf(theirs))
    const { endpoint } = await theirs.agents.status.query()
    await theirs.agents.setEndpoint.mutate({ ...endpoint, enabled: true, port })

    // Without its owner's consent the call is not sent; with it, the unknown caller waits in the inbox.
    const ref = { capability_id: 'acp:diary/look_up', version: '1.0.0' }
    expect(await api.capabilities.invoke.mutate({ ref, input: PARAMS })).toMatchObject({
      ok: false,
      error: { code: 'PERMISSION_DENIED' },
    })
    expect(await inbox()).toEqual([])
    expect(await ask()).toMatchObject(refusedWith(RPC.notAllowed))
    const mine = (await api.identity.status.query()).ownerDid
    expect(await inbox()).toMatchObject([
      {
        did: mine,
        status: 'asked',
        calls: 0,
        asked: { method: 'units/convert', params: JSON.stringify(PARAMS) },
      },
    ])

    // Once allowed, it can use the one tool it was given.
    const allow = (tools: string[]) => theirs.agents.answer.mutate({ did: mine, status: 'allowed', tools })
    await allow([])
    expect(await ask()).toMatchObject(refusedWith(RPC.methodNotFound))
    await allow(['acp:units/convert'])
    expect(await ask()).toMatchObject({ ok: true, output: { value: 8.04672, unit: 'kilometre' } })
    expect(await inbox()).toMatchObject([{ did: mine, status: 'allowed', calls: 1 }])
    const [line] = (await theirs.activity.list.query({})).records
    expect(line).toMatchObject({ caller: 'agent', capabilityId: 'acp:units/convert', outcome: 'ok' })

    // At most twenty at once and one a second, and two at a time.
    const begun = performance.now()
    const results: InvokeResult[] = []
    for (let n = 0; n < 10 && results.every(({ ok }) => ok); n += 1)
      results.push(...(await Promise.all(Array.from({ length: 8 }, ask))))
    expect(results.find(({ ok }) => !ok)).toMatchObject(refusedWith(RPC.tooMany))
    const most = 20 + Math.ceil((performance.now() - begun) / 1000)
    expect(results.filter(({ ok }) => ok).length).toBeLessThanOrEqual(most)

    // Refused again, it gets the same answer as an unknown caller.
    await theirs.agents.answer.mutate({ did: mine, status: 'refused', tools: [] })
    expect(await ask()).toMatchObject(refusedWith(RPC.notAllowed))
  },
)

/** The shipped package with the converting module, installed as its owner would. */
const unitsOf = async (api: DaemonClient['api']) => {
  const units = (await api.packages.catalogue.query()).find(({ id }) => id === 'units')
  if (units === undefined) throw new Error('the catalogue has no units')
  return { source: { kind: 'catalogue' as const, id: units.id }, sha256: units.review.sha256 }
}
