import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { createNetworkGuard } from '../../network/guard.ts'
import { endpointPolicy } from '../transports/endpoint.ts'
import { resultOf } from './results.ts'
import { createServerLog } from '../transports/server-log.ts'
import { openSession, type Session } from './session.ts'

const everything = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
)

let running: ChildProcess | null = null
let session: Session | null = null
afterEach(async () => {
  await session?.close()
  session = null
  if (running !== null) {
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  running = null
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const open = async (href: string): Promise<Session> =>
  openSession({
    server: 'old',
    log: createServerLog(() => new Date()),
    target: {
      kind: 'address',
      url: new URL(href),
      headers: {},
      policy: await endpointPolicy(href, { own: true }),
      guard: createNetworkGuard(),
    },
  })

it('speaks to a server that knows server-sent events alone', async () => {
  const port = await freePort()
  running = spawn(process.execPath, [everything, 'sse'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  })
  const href = `http://127.0.0.1:${String(port)}/sse`
  await expect
    .poll(() =>
      fetch(`${href}none`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404)
  session = await open(href)
  expect(session.server.protocol).toBe('2025-11-25')
  expect((await session.tools()).map(({ name }) => name)).toContain('echo')
  const { signal } = new AbortController()
  const result = await session.call('echo', { message: 'over the older way' }, { signal })
  expect(resultOf(result, { server: 'old', tool: 'echo' })).toMatchObject({
    text: 'Echo: over the older way',
  })
})

it('says of an address without any server what that answered first', async () => {
  const nothing = createServer((_request, response) => response.writeHead(404).end('nobody here'))
  nothing.listen(0, '127.0.0.1')
  await once(nothing, 'listening')
  try {
    const { port } = nothing.address() as AddressInfo
    await expect(open(`http://127.0.0.1:${String(port)}/mcp`)).rejects.toMatchObject({
      code: 'server_refused',
      details: { status: 404 },
    })
  } finally {
    nothing.close()
  }
})
