import { createServer, type RequestListener, type Server } from 'node:http'
import {
  createServer as createTcpServer,
  connect,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net'
import { createGzip } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import { createNetworkGuard, type NetworkGuard, type NetworkGuardDeps } from './guard.ts'
import type { NetworkPolicy } from './policy.ts'
import { startDnsServer } from './testing/dns-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const portOf = (server: Server | TcpServer): number => (server.address() as AddressInfo).port

const guardWith = (deps: NetworkGuardDeps): NetworkGuard => {
  const guard = createNetworkGuard({ env: {}, ...deps })
  closing.push(() => guard.close())
  return guard
}

const serve = async (
  listener: RequestListener,
): Promise<{ origin: string; host: string; server: Server }> => {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  })
  const host = `127.0.0.1:${String(portOf(server))}`
  return { origin: `http://${host}`, host, server }
}

/** Counts who connects, and says nothing. */
const listen = async (): Promise<{ port: number; connections: () => number }> => {
  let connections = 0
  const server = createTcpServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise((done) => server.close(done)))
  return { port: portOf(server), connections: () => connections }
}

const packageHost = (
  host: string,
  limits: { timeoutMs?: number; maxBytes?: number } = {},
): NetworkPolicy => ({
  kind: 'package_host',
  hosts: [host],
  ...limits,
})

const failureOf = async (promise: Promise<unknown>): Promise<SatchelError> => {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(SatchelError)
  return thrown as SatchelError
}

describe('addresses in every spelling', () => {
  it.each([
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://017700000001/',
    'https://127.1/',
    'https://127.0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://198.51.100.7/',
    'https://203.0.113.9/',
    'https://192.88.99.1/',
    'https://192.0.0.8/',
    'https://240.0.0.1/',
    'https://0.0.0.1/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:7f00:0001]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:a9fe:a9fe::]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[100::1]/',
    'https://[fec0::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[5f00::1]/',
    'https://[4000::1]/',
  ])('refuses %s', async (url) => {
    const guard = guardWith({})
    const error = await failureOf(guard.fetch(url, {}, packageHost(new URL(url).host)))
    expect(error.details).toMatchObject({ reason: 'private_address' })
  })

  it.each([
    ['port 0', 'https://api.example.org:0/'],
    ['a trailing dot', 'https://api.example.org./'],
    ['two of them', 'https://api.example.org../'],
    ['another scheme', 'data:text/plain,x'],
    ['a script', 'javascript:alert(1)'],
    ['a Gopher', 'gopher://api.example.org/'],
  ])('refuses %s, even where it was agreed to', async (_what, url) => {
    const error = await failureOf(guardWith({}).fetch(url, {}, packageHost(new URL(url).host)))
    expect(error.details).toMatchObject({ reason: 'invalid_url' })
  })

  it('takes a look-alike of a host for another host', async () => {
    const guard = guardWith({})
    for (const url of [
      'https://api.ex\u0430mple.org/', // a Cyrillic letter
      'https://api.example.org.evil.test/',
      'https://api.example.org%00.evil.test/',
      'https://evil.test\\@api.example.org/',
      'https://api.example.org:444/',
    ]) {
      const error = await failureOf(guard.fetch(url, {}, packageHost('api.example.org')))
      expect(['host_not_allowed', 'invalid_url', 'credentials_in_url']).toContain(
        (error.details as { reason: string }).reason,
      )
    }
  })
})

describe('a name server that changes its mind', () => {
  it('is asked once for each connection, so the address checked is the address used', async () => {
    const inside = await listen()
    // A public address for the check, a private one for the connection.
    const dns = await startDnsServer((_name, nth) => [nth % 2 === 0 ? '192.0.9.1' : '127.0.0.1'])
    closing.push(() => dns.close())
    const guard = guardWith({ resolve: dns.resolve })
    const host = `rebind.test:${String(inside.port)}`
    const reasons: unknown[] = []
    for (let round = 0; round < 6; round += 1) {
      const asked = dns.asked.length
      const error = await failureOf(
        guard.fetch(`https://${host}/`, {}, packageHost(host, { timeoutMs: 300 })),
      )
      reasons.push(error.code)
      expect(dns.asked.length - asked).toBe(1)
    }
    expect(inside.connections()).toBe(0)
    expect(reasons.filter((code) => code === 'network_refused')).toHaveLength(3)
  })

  it('gains nothing with one private address among public ones', async () => {
    const inside = await listen()
    const dns = await startDnsServer(() => ['192.0.9.1', '127.0.0.1'])
    closing.push(() => dns.close())
    const host = `mixed.test:${String(inside.port)}`
    const error = await failureOf(
      guardWith({ resolve: dns.resolve }).fetch(`https://${host}/`, {}, packageHost(host)),
    )
    expect(error.details).toMatchObject({ reason: 'private_address', range: 'loopback' })
    expect(inside.connections()).toBe(0)
  })
})

describe('servers that mean harm', () => {
  it.each([
    ['a private address', 'https://10.0.0.1/', 'host_not_allowed'],
    ['the metadata service', 'http://169.254.169.254/latest/', 'host_not_allowed'],
    ['a file', 'file:///etc/passwd', 'invalid_url'],
    ['credentials', 'http://user:pw@HOST/', 'credentials_in_url'],
    ['no address at all', 'http://[', 'invalid_url'],
  ])('cannot redirect to %s', async (_what, location, reason) => {
    const { origin, host } = await serve((request, response) =>
      response.writeHead(302, { location: location.replace('HOST', request.headers.host ?? '') }).end(),
    )
    const guard = guardWith({ developmentHosts: () => [host] })
    const error = await failureOf(guard.fetch(origin, {}, packageHost(host)))
    expect(error.details).toMatchObject({ reason })
  })

  it('learn no credential of a redirected request, whatever its header is called', async () => {
    const seen: NodeJS.Dict<string | string[]>[] = []
    const second = await serve((request, response) => {
      seen.push(request.headers)
      response.end('ok')
    })
    const first = await serve((_request, response) =>
      response.writeHead(307, { location: second.origin }).end(),
    )
    const guard = guardWith({ developmentHosts: () => [first.host, second.host] })
    const headers = {
      authorization: 'Bearer s3cret',
      'x-api-key': 's3cret',
      'idempotency-key': '1',
      accept: 'text/plain',
    }
    const policy: NetworkPolicy = { kind: 'package_host', hosts: [first.host, second.host] }
    await guard.fetch(first.origin, { method: 'POST', headers, body: '{}' }, policy)
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ accept: 'text/plain' })
    expect(JSON.stringify(seen[0])).not.toContain('s3cret')
    expect(seen[0]).not.toHaveProperty('idempotency-key')
  })

  it('cannot make a small answer large', async () => {
    const { origin, host } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const gzip = createGzip()
      gzip.pipe(response)
      const zeros = Buffer.alloc(1024 * 1024)
      let sent = 0
      const more = (): void => {
        while (sent < 256 && !response.destroyed) {
          sent += 1
          if (!gzip.write(zeros)) {
            gzip.once('drain', more)
            return
          }
        }
        gzip.end()
      }
      more()
    })
    const guard = guardWith({ developmentHosts: () => [host] })
    const response = await guard.fetch(origin, {}, packageHost(host))
    expect((await failureOf(response.text())).code).toBe('response_too_large')
  })

  it('cannot hold a request by sending a byte now and then, in the head or in the body', async () => {
    const drips: NodeJS.Timeout[] = []
    closing.push(() => {
      drips.forEach(clearInterval)
      return Promise.resolve()
    })
    const dripping = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', (request) => {
        const inBody = request.toString().startsWith('GET /body')
        socket.write(
          inBody ? 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n' : 'HTTP/1.1 200 OK\r\nx-drip: ',
        )
        drips.push(setInterval(() => socket.write('x'), 20))
      })
    })
    await new Promise<void>((done) => dripping.listen(0, '127.0.0.1', done))
    closing.push(() => new Promise((done) => dripping.close(done)))
    const host = `127.0.0.1:${String(portOf(dripping))}`
    const guard = guardWith({ developmentHosts: () => [host] })
    const policy = packageHost(host, { timeoutMs: 400 })
    const ask = async (path: string) => (await guard.fetch(`http://${host}${path}`, {}, policy)).text()
    expect((await failureOf(ask('/body'))).code).toBe('network_timeout')
    expect((await failureOf(ask('/head'))).code).toBe('network_timeout')
    await guard.close()
  })

  it('cannot fill memory with headers', async () => {
    const { origin, host } = await serve((_request, response) => {
      for (let n = 0; n < 100; n += 1) response.setHeader(`x-${String(n)}`, 'y'.repeat(10_000))
      response.end('x')
    })
    const guard = guardWith({ developmentHosts: () => [host] })
    const error = await failureOf(guard.fetch(origin, {}, packageHost(host)))
    expect(error.code).toBe('network_unreachable')
  })

  it('see neither the connection’s headers nor a second request inside the first', async () => {
    const seen: NodeJS.Dict<string | string[]>[] = []
    const { origin, host } = await serve((request, response) => {
      seen.push(request.headers)
      response.end()
    })
    const guard = guardWith({ developmentHosts: () => [host] })
    const headers = {
      host: 'internal.test',
      'x-forwarded-host': 'internal.test',
      'proxy-authorization': 'x',
      cookie: 'a',
    }
    await guard.fetch(origin, { headers }, packageHost(host))
    expect(seen[0]).toMatchObject({ host })
    for (const name of ['x-forwarded-host', 'proxy-authorization', 'cookie'])
      expect(seen[0]).not.toHaveProperty(name)
    await failureOf(guard.fetch(origin, { headers: { 'x-a': 'b\r\nhost: evil.test' } }, packageHost(host)))
    await guard.fetch(`${origin}/a%0d%0aHost:%20evil`, {}, packageHost(host))
    expect(seen).toHaveLength(2)
    expect(seen[1]).toMatchObject({ host })
  })
})

describe('through a proxy', () => {
  /** A proxy that leads everything to `port` on this machine. */
  const startProxy = async (port: number): Promise<{ url: string; asked: string[] }> => {
    const asked: string[] = []
    const sockets = new Set<{ destroy(): unknown }>()
    const server = createServer((_request, response) => response.writeHead(501).end())
    server.on('connect', (request, socket) => {
      asked.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? '-'}`)
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        onward.pipe(socket).pipe(onward)
      })
      for (const end of [onward, socket])
        end
          .on('close', () => [onward, socket].forEach((one) => one.destroy()))
          .on('error', () => end.destroy())
      sockets.add(socket)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => {
      sockets.forEach((socket) => socket.destroy())
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    })
    return { url: `http://user:pw@127.0.0.1:${String(portOf(server))}`, asked }
  }
  const unknownName = ((_name: string, _options: unknown, callback: (error: Error, list: []) => void) => {
    callback(new Error('ENOTFOUND'), [])
  }) as unknown as NonNullable<NetworkGuardDeps['resolve']>

  it('goes there, and lets it look names up that are unknown here', async () => {
    const { server } = await serve((request, response) => response.end(`for ${request.headers.host ?? ''}`))
    const proxy = await startProxy(portOf(server))
    const host = 'only-the-proxy-knows.test'
    const guard = guardWith({
      env: { HTTP_PROXY: proxy.url },
      resolve: unknownName,
      developmentHosts: () => [host],
    })
    const response = await guard.fetch(`http://${host}/`, {}, packageHost(host))
    expect(await response.text()).toBe(`for ${host}`)
    expect(proxy.asked).toEqual([`${host}:80 Basic ${Buffer.from('user:pw').toString('base64')}`])
  })

  it('still refuses private addresses, as literals and as names known here', async () => {
    const inside = await listen()
    const proxy = await startProxy(inside.port)
    const dns = await startDnsServer(() => ['10.1.2.3'])
    closing.push(() => dns.close())
    const guard = guardWith({ env: { https_proxy: proxy.url }, resolve: dns.resolve })
    for (const host of ['10.1.2.3', '[fd00::1]', 'intranet.test']) {
      const error = await failureOf(guard.fetch(`https://${host}/`, {}, packageHost(host)))
      expect(error.details).toMatchObject({ reason: 'private_address' })
    }
    expect(proxy.asked).toEqual([])
    expect(inside.connections()).toBe(0)
  })

  it('does not go there for this machine, nor for what NO_PROXY names', async () => {
    const { origin, host } = await serve((_request, response) => response.end('direct'))
    const proxy = await startProxy(1)
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: '.example.org, other.test:8443' }
    const guard = guardWith({ env, resolve: unknownName, developmentHosts: () => [host] })
    expect(await (await guard.fetch(origin, {}, { kind: 'user_endpoint', origin })).text()).toBe('direct')
    for (const url of ['https://api.example.org/', 'https://example.org/', 'https://other.test:8443/'])
      expect((await failureOf(guard.fetch(url, {}, packageHost(new URL(url).host)))).code).toBe(
        'network_unreachable',
      )
    expect(proxy.asked).toEqual([])
    await failureOf(guard.fetch('https://other.test/', {}, packageHost('other.test')))
    await failureOf(guard.fetch('https://notexample.org/', {}, packageHost('notexample.org')))
    expect(proxy.asked.map((line) => line.split(' ')[0])).toEqual(['other.test:443', 'notexample.org:443'])
  })

  it('sends nothing where the proxy cannot be used, instead of going around it', async () => {
    const guard = guardWith({ env: { HTTPS_PROXY: 'socks5://127.0.0.1:1080' } })
    const error = await failureOf(guard.fetch('https://api.example.org/', {}, packageHost('api.example.org')))
    expect(error.code).toBe('proxy_unusable')
  })
})
