import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { keyOfKeyId } from '../../identity/index.ts'
import { createNetworkGuard } from '../../network/guard.ts'
import { openPythonPeer, type PythonPeer } from '../testing/python-peer.ts'
import { skillTargetSchema } from './card/operations.ts'
import { createA2aProtocol } from './protocol.ts'
import { useIdentityHome } from '../../identity/keys/testing.ts'
import { TOOL } from '../testing/endpoint.ts'
import { openCalledBack } from './testing/called-back.ts'
import { startOwnAgent } from './testing/own-agent.ts'

const TIMEOUT = 600_000

let peer: PythonPeer
let missing: string | null = null
beforeAll(async () => {
  const opened = await openPythonPeer({
    sdk: 'a2a-sdk',
    packages: ['a2a-sdk[http-server,signing]', 'uvicorn'],
    script: new URL('testing/a2a-peer.py', import.meta.url),
  })
  if ('missing' in opened) missing = opened.missing
  else peer = opened
}, 2 * TIMEOUT)
afterAll(() => {
  if (missing === null) peer.close()
})
beforeEach(({ skip }) => {
  if (missing !== null) skip(missing)
})

describe('the agent of the reference SDK', () => {
  const open = async () => {
    const { host } = new URL(peer.origin)
    const guard = createNetworkGuard({ env: {}, developmentHosts: () => [host] })
    onTestFinished(() => guard.close())
    const dids = { key: () => Promise.reject(new Error()), resolve: () => Promise.reject(new Error()) }
    const protocol = createA2aProtocol({
      log: { warn: () => undefined },
      guard,
      dids,
      developmentHosts: () => [host],
      now: () => new Date(),
    })
    const found = await protocol.discover({ kind: 'domain', host }, { signer: null })
    const url = found.agents[0]?.url ?? ''
    return { protocol, url, reading: await protocol.read(url, { signer: null }) }
  }

  it('has a card whose signature counts', { timeout: TIMEOUT }, async () => {
    const { reading } = await open()
    expect(reading).toMatchObject({
      name: '天气',
      verdict: 'valid',
      keyId: 'key-1',
      warnings: [],
      problems: [],
      operations: [{ id: 'forecast', kind: 'question' }],
    })
  })

  it.each([
    ['JSONRPC', '1.0', 'rpc', true],
    ['JSONRPC', '1.0', 'rpc', false],
    ['HTTP+JSON', '1.0', 'rest', true],
    ['HTTP+JSON', '1.0', 'rest', false],
    ['JSONRPC', '0.3', 'rpc', true],
    ['JSONRPC', '0.3', 'rpc', false],
  ] as const)(
    'is called by %s %s at /%s (streaming: %s)',
    { timeout: TIMEOUT },
    async (binding, version, path, streaming) => {
      const { protocol, url, reading } = await open()
      const [operation] = reading.operations
      if (operation === undefined) throw new Error('no operation')
      const how = {
        ...skillTargetSchema.parse(operation.how),
        binding,
        version,
        streaming,
        url: `${peer.origin}/${path}`,
      }
      const ask = (question: string, task?: unknown) =>
        protocol.call(
          { id: 'weather', url, did: null, reading },
          { ...operation, how },
          { question, ...(task === undefined ? {} : { task }) },
          { idempotencyKey: crypto.randomUUID(), signer: null },
        )
      expect(await ask('hello')).toEqual({ state: 'completed', text: 'hello yourself' })
      const answer = {
        state: 'completed',
        data: [{ mm: 3 }],
        files: [{ name: 'a.png', mediaType: 'image/png', base64: Buffer.from('PNG').toString('base64') }],
      }
      const result = await ask('Kyoto?')
      expect(result).toMatchObject(answer)
      expect(String(result['text']).replaceAll('\n', '')).toBe('It will rain: Kyoto?.')
      const asked = await ask('weather?')
      expect(asked).toMatchObject({ state: 'input-required', text: 'Where?' })
      expect(await ask('Nara', asked['task'])).toMatchObject(answer)
    },
  )
})

describe('the agent of the reference SDK, which calls back', () => {
  /** Our client of it, which hears of the end of a task by the callback alone. */
  const open = async (binding: 'JSONRPC' | 'HTTP+JSON', version: '0.3' | '1.0', path: string) => {
    const us = await openCalledBack()
    const { host } = new URL(peer.origin)
    us.reached.push(host)
    us.agents.set('weather', { did: null })
    const url = `${peer.origin}/.well-known/agent-card.json`
    const call = async (handOverMs: number) => {
      const { protocol } = us.start({ handOverMs })
      const reading = await protocol.read(url, { signer: null })
      const [operation] = reading.operations
      if (operation === undefined) throw new Error('no operation')
      const target = skillTargetSchema.parse(operation.how)
      const how = { ...target, binding, version, streaming: false, url: `${peer.origin}/${path}` }
      return protocol.call(
        { id: 'weather', url, did: null, reading },
        { ...operation, how },
        { question: 'later?' },
        { idempotencyKey: crypto.randomUUID(), signer: null },
      )
    }
    return { ...us, call }
  }
  const rain = { state: 'completed', data: [{ mm: 3 }] }

  it.each([
    ['JSONRPC', '1.0', 'rpc'],
    ['HTTP+JSON', '1.0', 'rest'],
    ['JSONRPC', '0.3', 'rpc'],
  ] as const)('ends a call by %s %s at /%s', { timeout: TIMEOUT }, async (binding, version, path) => {
    const { call, kept, warn } = await open(binding, version, path)
    expect(await call(60_000)).toMatchObject(rain)
    await vi.waitFor(() => {
      expect(kept.all()).toEqual([])
    })
    expect(warn).not.toHaveBeenCalled()
  })

  it('tells what became of a task whose call is over', { timeout: TIMEOUT }, async () => {
    const { call, kept, tell, warn } = await open('JSONRPC', '1.0', 'rpc')
    const { state, task } = await call(0)
    expect(state).toBe('working')
    await vi.waitFor(
      () => {
        expect(tell).toHaveBeenCalledTimes(1)
      },
      { timeout: 20_000 },
    )
    expect(tell.mock.calls[0]?.[0]).toMatchObject({ agent: 'weather', task, error: null, output: rain })
    await vi.waitFor(() => {
      expect(kept.all()).toEqual([])
    })
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('the client of the reference SDK', () => {
  const home = useIdentityHome()
  const seed = randomBytes(32)
  const said = z.object({ events: z.array(z.record(z.string(), z.unknown())) })

  it.each([
    ['1.0', true],
    ['1.0', false],
    ['0.3', true],
    ['0.3', false],
  ] as const)(
    'of version %s (streaming: %s) calls us, and is called back',
    { timeout: TIMEOUT },
    async (version, streaming) => {
      const hosts = [new URL(peer.origin).host]
      const { allow, caller, delivered, host, ownDids } = await startOwnAgent(home, { seed, hosts })
      await allow()
      const [own] = ownDids.list()
      if (own === undefined) throw new Error('no DID')
      const jwk = {
        kty: 'OKP',
        crv: 'Ed25519',
        x: Buffer.from(keyOfKeyId(own.keyId).bytes).toString('base64url'),
      }
      const call = (input: object, signed = true) =>
        peer.ask('call', {
          origin: `http://${host}`,
          version,
          streaming,
          signed,
          jwk,
          seed: seed.toString('hex'),
          keyId: caller.keyId,
          ...input,
        })
      const first = await call({ text: '你好' })
      expect(first).not.toHaveProperty('error')
      const asked = said.parse(first)
      expect(JSON.stringify(asked)).toContain('你好')
      expect(JSON.stringify(asked.events.at(-1))).toContain('TASK_STATE_COMPLETED')
      const ran = said.parse(await call({ data: { skill: TOOL.method, input: { value: 7 } } }))
      expect(JSON.stringify(ran)).toContain('"echo":{"value":7}')
      expect(await call({ text: 'Who?' }, false)).toMatchObject({
        error: expect.stringContaining('401') as unknown,
      })
      const token = crypto.randomUUID()
      const begun = said.parse(await call({ data: { skill: TOOL.method, input: { value: 8 } }, push: token }))
      expect(begun).not.toHaveProperty('error')
      await vi.waitFor(() => {
        expect(delivered).toHaveBeenCalledWith(expect.objectContaining({ did: caller.did, error: null }))
      })
      const heard = z
        .array(z.object({ headers: z.record(z.string(), z.string()), body: z.unknown() }))
        .parse(await peer.ask('heard', {}))
      const ours = heard.filter(({ headers }) => headers['x-a2a-notification-token'] === token)
      expect(ours).toHaveLength(1)
      expect(ours[0]?.headers).toMatchObject({ authorization: 'Bearer credentials' })
      // The caller's did:key names no host, so nothing we sign goes anywhere for it.
      expect(ours[0]?.headers).not.toHaveProperty('signature')
      expect(JSON.stringify(ours[0]?.body)).toContain('"echo":{"value":8}')
    },
  )
})
