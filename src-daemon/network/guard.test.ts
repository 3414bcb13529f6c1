import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import { createNetworkGuard, type NetworkGuard, type NetworkGuardDeps } from './guard.ts'
import type { NetworkPolicy } from './policy.ts'

describe('network guard', () => {
  const servers: Server[] = []
  const guards: NetworkGuard[] = []
  let guard: NetworkGuard

  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  }
  const guardWith = (deps: NetworkGuardDeps): NetworkGuard => {
    const made = createNetworkGuard(deps)
    guards.push(made)
    return made
  }
  const failure = async (promise: Promise<unknown>): Promise<SatchelError> => {
    const thrown = await promise.then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(SatchelError)
    return thrown as SatchelError
  }
  const endpoint = (origin: string): NetworkPolicy => ({ kind: 'user_endpoint', origin })
  const packageHost = (
    url: string,
    limits: { timeoutMs?: number; maxBytes?: number } = {},
  ): NetworkPolicy => ({
    kind: 'package_host',
    hosts: [new URL(url).host],
    ...limits,
  })

  beforeEach(() => {
    guard = guardWith({})
  })
  afterEach(async () => {
    await Promise.all(guards.splice(0).map((made) => made.close()))
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it('reaches an address the user configured, over http and on loopback', async () => {
    const origin = await serve((_request, response) => response.end('hello'))
    const response = await guard.fetch(`${origin}/x`, {}, endpoint(origin))
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('hello')
  })

  it('sends method, headers and body, and never a cookie', async () => {
    const seen: unknown[] = []
    const origin = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        seen.push(request.method, request.headers['x-a'], request.headers.cookie, body)
        response.setHeader('set-cookie', 'session=1').end()
      })
    })
    const init = { method: 'POST', headers: { 'x-a': '1', cookie: 'a=b' }, body: 'données' }
    const response = await guard.fetch(origin, init, endpoint(origin))
    await response.text()
    expect(seen).toEqual(['POST', '1', undefined, 'données'])
    expect(response.headers.get('set-cookie')).toBeNull()
    await (await guard.fetch(origin, {}, endpoint(origin))).text()
    expect(seen[6]).toBeUndefined()
  })

  it('refuses another origin than the configured one, also by redirect', async () => {
    const elsewhere = await serve((_request, response) => response.end('secret'))
    const origin = await serve((request, response) =>
      request.url === '/out'
        ? response.writeHead(302, { location: elsewhere }).end()
        : request.url === '/in'
          ? response.writeHead(302, { location: '/final' }).end()
          : response.end(request.url),
    )
    const direct = await failure(guard.fetch(elsewhere, {}, endpoint(origin)))
    expect(direct.details).toMatchObject({ reason: 'other_origin' })
    const redirected = await failure(guard.fetch(`${origin}/out`, {}, endpoint(origin)))
    expect(redirected.details).toMatchObject({ reason: 'other_origin', host: new URL(elsewhere).host })
    expect(await (await guard.fetch(`${origin}/in`, {}, endpoint(origin))).text()).toBe('/final')
  })

  it('refuses plain http, credentials and undeclared hosts for packages', async () => {
    const policy: NetworkPolicy = { kind: 'package_host', hosts: ['api.example.org'] }
    const reason = async (url: string) => (await failure(guard.fetch(url, {}, policy))).details
    expect(await reason('http://api.example.org/')).toMatchObject({ reason: 'not_https' })
    expect(await reason('https://user:pw@api.example.org/')).toMatchObject({ reason: 'credentials_in_url' })
    expect(await reason('https://evil.example.org/')).toMatchObject({ reason: 'host_not_allowed' })
    expect(await reason('https://api.example.org:8443/')).toMatchObject({ reason: 'host_not_allowed' })
    expect(await reason('file:///etc/passwd')).toMatchObject({ reason: 'invalid_url' })
    expect(await reason('nonsense')).toMatchObject({ reason: 'invalid_url' })
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://0.0.0.0/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[::7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
  ])('refuses the address literal %s for packages', async (url) => {
    const error = await failure(guard.fetch(url, {}, packageHost(url)))
    expect(error.code).toBe('network_refused')
    expect(error.details).toMatchObject({ reason: 'private_address' })
  })

  it('refuses a name that the system resolves to loopback, without connecting', async () => {
    let connections = 0
    const origin = await serve((_request, response) => response.end())
    servers[0]?.on('connection', () => (connections += 1))
    const url = `https://localhost:${new URL(origin).port}/`
    const error = await failure(guard.fetch(url, {}, packageHost(url)))
    expect(error.details).toMatchObject({ reason: 'private_address' })
    expect(connections).toBe(0)
  })

  it('judges the addresses the socket will use, so a rebinding name gains nothing', async () => {
    const answers = [['93.184.215.14', '10.0.0.1'], ['::ffff:127.0.0.1']]
    const asked: string[] = []
    const rebinding = guardWith({
      resolve: ((name: string, _options: unknown, callback: (error: null, list: unknown[]) => void) => {
        asked.push(name)
        callback(
          null,
          (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      }) as unknown as NonNullable<NetworkGuardDeps['resolve']>,
    })
    const url = 'https://rebind.example.org/'
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const error = await failure(rebinding.fetch(url, {}, packageHost(url)))
      expect(error.details).toMatchObject({ reason: 'private_address', host: 'rebind.example.org' })
    }
    expect(asked).toHaveLength(3)
  })

  it('lets a host the user allowed for development be http and private, and checks each redirect from there', async () => {
    const origin = await serve((request, response) =>
      request.url === '/loop'
        ? response.writeHead(302, { location: '/loop' }).end()
        : request.url === '/private'
          ? response.writeHead(307, { location: 'https://192.168.0.1/' }).end()
          : response.end('ok'),
    )
    const host = new URL(origin).host
    const development = guardWith({ developmentHosts: () => [host] })
    const policy: NetworkPolicy = { kind: 'package_host', hosts: [host, '192.168.0.1'] }
    expect(await (await development.fetch(`${origin}/`, {}, policy)).text()).toBe('ok')
    const inside = await failure(development.fetch(`${origin}/private`, {}, policy))
    expect(inside.details).toMatchObject({ reason: 'private_address', host: '192.168.0.1' })
    const loop = await failure(development.fetch(`${origin}/loop`, {}, policy))
    expect(loop.details).toMatchObject({ reason: 'too_many_redirects' })
    expect((await failure(guard.fetch(origin, {}, policy))).details).toMatchObject({ reason: 'not_https' })
  })

  it('turns a redirected POST into GET as browsers do and drops credentials across origins', async () => {
    const seen: unknown[] = []
    const second = await serve((request, response) => {
      seen.push(request.method, request.headers.authorization)
      response.end()
    })
    const first = await serve((_request, response) => response.writeHead(303, { location: second }).end())
    const hosts = [new URL(first).host, new URL(second).host]
    const development = guardWith({ developmentHosts: () => hosts })
    const init = { method: 'POST', body: '{}', headers: { authorization: 'Bearer x' } }
    await (await development.fetch(first, init, { kind: 'package_host', hosts })).text()
    expect(seen).toEqual(['GET', undefined])
  })

  it('refuses more bytes than allowed, announced or not', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/announced') response.setHeader('content-length', 5000)
      response.write('x'.repeat(2500))
      response.end('x'.repeat(2500))
    })
    const policy: NetworkPolicy = { ...endpoint(origin), maxBytes: 4999 }
    expect((await failure(guard.fetch(`${origin}/announced`, {}, policy))).code).toBe('response_too_large')
    const streamed = await guard.fetch(`${origin}/streamed`, {}, policy)
    expect((await failure(streamed.text())).code).toBe('response_too_large')
    const enough = await guard.fetch(`${origin}/streamed`, {}, { ...endpoint(origin), maxBytes: 5000 })
    expect(await enough.text()).toHaveLength(5000)
  })

  it('times out before the answer and in the middle of a body', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/slow') return
      response.write('begin')
    })
    const policy: NetworkPolicy = { ...endpoint(origin), timeoutMs: 150 }
    expect((await failure(guard.fetch(`${origin}/slow`, {}, policy))).code).toBe('network_timeout')
    const response = await guard.fetch(`${origin}/body`, {}, policy)
    expect((await failure(response.text())).code).toBe('network_timeout')
  })

  it('says when the port is closed and when the connection is cut', async () => {
    const origin = await serve((_request, response) => {
      response.write('begin')
      setTimeout(() => response.destroy(), 20)
    })
    const response = await guard.fetch(origin, {}, endpoint(origin))
    expect((await failure(response.text())).code).toBe('network_interrupted')
    await new Promise((resolve) => servers[0]?.close(resolve))
    const gone = await failure(guard.fetch(origin, {}, endpoint(origin)))
    expect(gone.code).toBe('network_unreachable')
    expect(gone.details).toMatchObject({ problem: 'ECONNREFUSED' })
  })

  it('streams a body as it arrives, and aborting closes the socket', async () => {
    let closed: Promise<unknown> | undefined
    const origin = await serve((request, response) => {
      closed = new Promise((resolve) => request.socket.once('close', resolve))
      response.write('one')
    })
    const controller = new AbortController()
    const response = await guard.fetchFor(endpoint(origin))(origin, { signal: controller.signal })
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value as Uint8Array)).toBe('one')
    controller.abort()
    await expect(reader?.read()).rejects.toMatchObject({ name: 'AbortError' })
    await closed
  })

  it('does not start a request that is already aborted', async () => {
    const origin = await serve((_request, response) => response.end())
    const request = guard.fetch(origin, { signal: AbortSignal.abort() }, endpoint(origin))
    await expect(request).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('reports hosts and outcomes to the log, and nothing of paths or bodies', async () => {
    const events: unknown[] = []
    const logged = guardWith({ log: (event) => events.push(event) })
    const origin = await serve((_request, response) => response.end('secret'))
    await logged.fetch(`${origin}/token`, {}, endpoint(origin))
    await failure(logged.fetch('https://127.0.0.1/token', {}, packageHost('https://127.0.0.1/')))
    expect(events).toEqual([
      { host: new URL(origin).host, method: 'GET', outcome: '200' },
      { host: '127.0.0.1', method: 'GET', outcome: 'network_refused' },
    ])
  })
})
