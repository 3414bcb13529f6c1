import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useIdentityHome } from '../../identity/keys/testing.ts'
import { createNetworkGuard } from '../../network/guard.ts'
import { signRequest } from '../requests/sign-request.ts'
import { freePort } from '../testing/endpoint.ts'
import { installPython, type PythonFolder } from '../testing/python-peer.ts'
import { skillTargetSchema } from './card/operations.ts'
import { createA2aProtocol } from './protocol.ts'
import { startOwnAgent } from './testing/own-agent.ts'

/** The samples of A2A's Python SDK, unchanged: they are in the source that PyPI has of it. Those of the SDK in JavaScript are in no package. */
const TIMEOUT = 600_000

let sdk: PythonFolder
let missing: string | null = null
beforeAll(async () => {
  const installed = await installPython({
    sdk: 'a2a-sdk',
    packages: ['a2a-sdk[http-server,fastapi,grpc,signing,encryption]', 'uvicorn', 'httpx'],
    unpack: 'a2a-sdk',
  })
  if ('missing' in installed) missing = installed.missing
  else sdk = installed
}, 2 * TIMEOUT)
afterAll(() => {
  if (missing === null) sdk.remove()
})
beforeEach(({ skip }) => {
  if (missing !== null) skip(missing)
})

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** Runs a program whose `asyncio.sleep` takes sixty times as long. */
const SLOWLY = `import asyncio, runpy, sys
sleep = asyncio.sleep
asyncio.sleep = lambda seconds, *rest: sleep(60 * seconds, *rest)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name='__main__')`

/** Runs a sample; its output as it comes. `slowly`: what it says to take a second takes a minute. */
const run = (name: string, slowly: boolean, ...args: string[]) => {
  const file = join(sdk.folder, 'source/samples', name)
  const child = spawn(sdk.python, [...(slowly ? ['-c', SLOWLY] : []), file, ...args], {
    env: { PATH: process.env['PATH'], PYTHONUNBUFFERED: '1', PYTHONIOENCODING: 'utf-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return { child, output: () => output, ended }
}

/** Starts one of the sample agents, and reads its card with our client. */
const agentOf = async (name: string, slowly: boolean, ...args: string[]) => {
  const port = await freePort()
  const host = `localhost:${String(port)}`
  const agent = run(name, slowly, ...args, '--host', 'localhost', '--port', String(port))
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => [host] })
  onTestFinished(() => guard.close())
  const warn = vi.fn<(data: object, message: string) => void>()
  const dids = { key: () => Promise.reject(new Error()), resolve: () => Promise.reject(new Error()) }
  const protocol = createA2aProtocol({
    ...{ guard, dids, log: { warn } },
    developmentHosts: () => [host],
    now: () => new Date(),
  })
  const urls = await vi.waitFor(
    async () => {
      const { agents } = await protocol.discover({ kind: 'domain', host }, { signer: null })
      expect(agents, agent.output()).not.toEqual([])
      return agents.map(({ url }) => url)
    },
    { timeout: 60_000, interval: 300 },
  )
  const url = urls[0] ?? ''
  return {
    host,
    url,
    protocol,
    warn,
    output: agent.output,
    reading: await protocol.read(url, { signer: null }),
  }
}

describe('the sample agent', () => {
  const start = async ({ slowly = false } = {}) => {
    const [grpc, older] = [await freePort(), await freePort()]
    const ports = ['--grpc-port', String(grpc), '--compat-grpc-port', String(older)]
    const { reading, url, protocol, ...rest } = await agentOf('hello_world_agent.py', slowly, ...ports)
    const [operation] = reading.operations
    if (operation === undefined) throw new Error('no operation')
    const ask = (
      question: string,
      how: Partial<ReturnType<typeof skillTargetSchema.parse>> = {},
      signal?: AbortSignal,
    ) =>
      protocol.call(
        { id: 'sample', url, did: null, reading },
        { ...operation, how: { ...skillTargetSchema.parse(operation.how), ...how } },
        { question },
        { idempotencyKey: crypto.randomUUID(), signer: null, signal },
      )
    return { ...rest, reading, ask }
  }

  it('is found and read, and what it doesn’t say is said', { timeout: TIMEOUT }, async () => {
    const { host, reading } = await start()
    expect(reading).toMatchObject({
      name: 'Sample Agent',
      owner: 'A2A Samples',
      verdict: 'unsigned',
      problems: [],
      operations: [
        {
          ...{
            id: 'sample_agent',
            kind: 'question',
            description: expect.stringContaining('Say hi.') as unknown,
          },
          interface: { url: `http://${host}/a2a/jsonrpc` },
        },
      ],
    })
  })

  it('answers in each way that it and we have in common', { timeout: TIMEOUT }, async () => {
    const { host, ask } = await start()
    for (const [binding, version, path] of [
      ['JSONRPC', '1.0', 'jsonrpc'],
      ['HTTP+JSON', '1.0', 'rest'],
      ['JSONRPC', '0.3', 'jsonrpc'],
    ] as const)
      for (const streaming of [true, false]) {
        const how = { binding, version, streaming, url: `http://${host}/a2a/${path}` }
        expect(await ask('hello', how)).toMatchObject({
          state: 'completed',
          text: 'Hello World! Nice to meet you!',
        })
      }
    expect(String((await ask('Wie spät?'))['text'])).toContain('Wie spät?')
  })

  it('cancels what nobody waits for any more', { timeout: TIMEOUT }, async () => {
    // Of itself, its task would end after a second.
    const { ask, host, output, warn } = await start({ slowly: true })
    const stop = new AbortController()
    const asked = ask('hello', {}, stop.signal)
    await expect.poll(output).toContain('Processing message')
    const [, task] = /Processing message .* for task (\S+)/.exec(output()) ?? []
    const state = async (): Promise<unknown> => {
      const answer = await fetch(`http://${host}/a2a/jsonrpc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: task } }),
      })
      return answer.json()
    }
    const inState = (name: string) => ({ result: { status: { state: name } } })
    await expect.poll(state).toMatchObject(inState('TASK_STATE_WORKING'))
    // By then we know of the task as well.
    await wait(1000)
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
    await expect.poll(state).toMatchObject(inState('TASK_STATE_CANCELED'))
    expect(warn).not.toHaveBeenCalled()
  })
})

it('the sample of signed cards is verified by its key set', { timeout: TIMEOUT }, async () => {
  const { reading, host } = await agentOf('agent_card_signing.py', false, 'serve')
  expect(reading).toMatchObject({ verdict: 'valid', domain: host, did: null })
})

describe('the sample client', () => {
  const home = useIdentityHome()

  /** Stands before our agent as one of another agent's that signs what its programs send. */
  const signingProxy = async (own: Awaited<ReturnType<typeof startOwnAgent>>): Promise<string> => {
    const ours = new URL(own.url).origin
    const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
      const body = Buffer.concat(chunks)
      const { method = 'GET' } = request
      const url = ours + (request.url ?? '/')
      const proof =
        method === 'POST'
          ? await signRequest(
              { method, url, body },
              { signer: own.caller, form: 'http-signature', now: new Date() },
            )
          : {}
      const kept = ['content-type', 'accept', 'a2a-version'].flatMap((name): [string, string][] => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      const answer = await fetch(url, {
        method,
        headers: { ...Object.fromEntries(kept), ...proof },
        ...(method === 'POST' && { body }),
      })
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      })
      // Its card names the proxy.
      response.end((await answer.text()).replaceAll(ours, proxy))
    }
    const server = createServer((request, response) => {
      forward(request, response).catch((thrown: unknown) => {
        response.writeHead(502).end(String(thrown))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = server.address()
    const proxy = `http://localhost:${String(typeof address === 'object' ? address?.port : 0)}`
    return proxy
  }

  it(
    'reads our card and has its question answered, as one whom the owner allowed',
    { timeout: TIMEOUT },
    async () => {
      const own = await startOwnAgent(home)
      await own.allow()
      const client = run('cli.py', false, '--url', await signingProxy(own), '--transport', 'JSONRPC')
      client.child.stdin.write('How far?\n/quit\n')
      expect(await client.ended, client.output()).toBe(0)
      for (const part of ['Agent Card Found', 'Ours', 'How far?', 'TASK_STATE_COMPLETED'])
        expect(client.output()).toContain(part)
      expect(own.invoke).toHaveBeenCalledTimes(1)
    },
  )

  it('is told that it has to say who it is', { timeout: TIMEOUT }, async () => {
    const own = await startOwnAgent(home)
    const client = run('cli.py', false, '--url', new URL(own.url).origin, '--transport', 'JSONRPC')
    client.child.stdin.write('How far?\n/quit\n')
    expect(await client.ended).not.toBe(0)
    expect(client.output()).toContain('401')
    expect(own.invoke).not.toHaveBeenCalled()
  })
})
