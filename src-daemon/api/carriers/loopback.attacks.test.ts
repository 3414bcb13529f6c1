/** Attacks on the port of `satchel web`, by another program of this computer or a page that isn't ours. */
import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { prepareDataDir } from '../../platform/paths.ts'
import { tempHome } from '../../testing/temp-home.ts'
import type { DaemonCore } from '../core/context.ts'
import { createConnections } from './connections.ts'
import { listenOnLoopback } from './loopback.ts'

const SECRET_FILE = 'nobody may read this'

let home: ReturnType<typeof tempHome>
let web: Awaited<ReturnType<typeof listenOnLoopback>>
let connections: ReturnType<typeof createConnections>
let port: number
let uncaught: unknown[]
let stops: number
/** Long, so that a request sent on a busy machine is answered; short where it never ends. */
let requestMs = 20_000
const note = (failure: unknown): void => void uncaught.push(failure)

beforeEach(async () => {
  home = tempHome()
  prepareDataDir(home.paths)
  const rendererDir = join(home.paths.dataDir, 'app')
  mkdirSync(join(rendererDir, '.hidden'), { recursive: true })
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html>the app')
  writeFileSync(join(rendererDir, '.hidden', 'x.txt'), SECRET_FILE)
  writeFileSync(join(rendererDir, '.env'), SECRET_FILE)
  writeFileSync(join(home.paths.dataDir, 'secret.txt'), SECRET_FILE)
  writeFileSync(join(home.paths.dataDir, 'app-secret.txt'), SECRET_FILE)
  stops = 0
  const core = z.custom<DaemonCore>().parse({
    language: () => 'en',
    stop: () => {
      stops += 1
    },
  })
  connections = createConnections({ core, log: pino({ level: 'silent' }), enterMs: 300 })
  web = await listenOnLoopback({
    port: 0,
    rendererDir,
    redirectDir: home.paths.runDir,
    connections,
    core,
    checkMs: 20,
    requestMs,
  })
  port = Number(new URL(web.link({ redirect: false }).url).port)
  uncaught = []
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
})
afterEach(async () => {
  connections.close()
  await web.close()
  process.off('uncaughtException', note).off('unhandledRejection', note)
  home.remove()
  expect(uncaught).toEqual([])
  expect(stops).toBe(0)
})

const tokenOf = (): string => new URL(web.link({ redirect: false }).url).hash.replace('#token=', '')
const host = (): string => `127.0.0.1:${String(port)}`

/** Sends bytes as they are, and gives all that comes back until the server closes; what it keeps open is ended by us. */
const raw = async (text: string | Buffer, until: RegExp = /\r\n\r\n/): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      resolve()
    }),
  )
  const enough = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      if (until.test(heard)) resolve()
    })
  })
  socket.write(text)
  await Promise.race([closed, enough])
  socket.destroy()
  return heard
}
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
const request = (line: string, ...headers: string[]): string =>
  [line, ...headers, '', ''].join('\r\n').replaceAll('HOST', host())

describe('a file outside the app', () => {
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/.%2e/secret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/%252e%252e%252fsecret.txt',
    '/%c0%ae%c0%ae/secret.txt',
    '/%c0%af..%c0%afsecret.txt',
    '/....//secret.txt',
    '/x/../../secret.txt',
    '/index.html/../../secret.txt',
    '/index.html%00/../../secret.txt',
    '/../app-secret.txt',
    '/..%00/secret.txt',
    '//../secret.txt',
    '///etc/passwd',
    '/%2fetc%2fpasswd',
    '/.env',
    '/%2eenv',
    '/.hidden/x.txt',
    '/%2ehidden/x.txt',
    '/.hidden%2fx.txt',
    '/secret.txt',
    'http://127.0.0.1/../secret.txt',
    'file:///etc/passwd',
    '*',
    '?/../secret.txt',
    '/?../secret.txt',
    '/%',
    '/%zz',
    '/%E0%A4%A',
    '/\u00ff',
    `/${'a/'.repeat(3000)}`,
  ])('is not served: GET %s', async (path) => {
    const answer = await raw(request(`GET ${path} HTTP/1.1`, 'Host: HOST', 'Connection: close'))
    expect(answer).not.toContain(SECRET_FILE)
    expect(answer).not.toContain('root:')
    expect([200, 400, 404, 431]).toContain(statusOf(answer))
  })

  it('is not served by a link in the app’s folder that was made later', async () => {
    symlinkSync(join(home.paths.dataDir, 'secret.txt'), join(home.paths.dataDir, 'app', 'later.txt'))
    const answer = await raw(request('GET /later.txt HTTP/1.1', 'Host: HOST', 'Connection: close'))
    expect(answer).not.toContain(SECRET_FILE)
  })
})

describe('a request that isn’t our page’s', () => {
  it.each<[string, string, readonly string[]]>([
    ['another name for this computer', 'GET / HTTP/1.1', ['Host: localhost:PORT']],
    ['a rebound name', 'GET / HTTP/1.1', ['Host: evil.example:PORT']],
    ['a name that begins like ours', 'GET / HTTP/1.1', ['Host: HOST.evil.example']],
    ['a name with a user before it', 'GET / HTTP/1.1', ['Host: evil@HOST']],
    ['our address in another form', 'GET / HTTP/1.1', ['Host: 127.1:PORT']],
    ['our address as a number', 'GET / HTTP/1.1', ['Host: 2130706433:PORT']],
    ['our address in IPv6', 'GET / HTTP/1.1', ['Host: [::ffff:127.0.0.1]:PORT']],
    ['no port', 'GET / HTTP/1.1', ['Host: 127.0.0.1']],
    ['another port', 'GET / HTTP/1.1', ['Host: 127.0.0.1:1']],
    ['a dot behind it', 'GET / HTTP/1.1', ['Host: 127.0.0.1.:PORT']],
    ['a zero before the port', 'GET / HTTP/1.1', ['Host: 127.0.0.1:0PORT']],
    ['no host', 'GET / HTTP/1.1', []],
    ['an empty host', 'GET / HTTP/1.1', ['Host: ']],
    ['two hosts, the wrong one first', 'GET / HTTP/1.1', ['Host: evil.example', 'Host: HOST']],
    ['HTTP/1.0 without a host', 'GET / HTTP/1.0', []],
    ['a forwarded host', 'GET / HTTP/1.1', ['Host: evil.example', 'X-Forwarded-Host: HOST']],
    ['a wrong host with a whole address', 'GET http://HOST/ HTTP/1.1', ['Host: evil.example']],
  ])('is refused: %s', async (_what, line, headers) => {
    const sent = headers.map((header) => header.replaceAll('PORT', String(port)))
    const answer = await raw(request(line, ...sent, 'Connection: close'))
    expect([400, 421]).toContain(statusOf(answer))
    expect(answer).not.toContain('the app')
  })

  it.each<[string, string, readonly string[]]>([
    ['no origin', 'POST /session HTTP/1.1', []],
    ['an origin of another port', 'POST /session HTTP/1.1', ['Origin: http://127.0.0.1:1']],
    ['https', 'POST /session HTTP/1.1', ['Origin: https://HOST']],
    ['another name', 'POST /session HTTP/1.1', ['Origin: http://localhost:PORT']],
    ['no one’s', 'POST /session HTTP/1.1', ['Origin: null']],
    ['one that begins like ours', 'POST /session HTTP/1.1', ['Origin: http://HOST.evil.example']],
    ['one with a path', 'POST /session HTTP/1.1', ['Origin: http://HOST/']],
    ['two', 'POST /session HTTP/1.1', ['Origin: http://evil.example, http://HOST']],
    ['a referrer of ours', 'POST /session HTTP/1.1', ['Referer: http://HOST/']],
    ['another method', 'PUT /session HTTP/1.1', ['Origin: http://HOST']],
    [
      'a method that was overridden',
      'GET /session HTTP/1.1',
      ['Origin: http://HOST', 'X-HTTP-Method-Override: POST'],
    ],
    ['a path with something behind it', 'POST /session/ HTTP/1.1', ['Origin: http://HOST']],
    ['a query', 'POST /session?x HTTP/1.1', ['Origin: http://HOST']],
    ['an encoded path', 'POST /%73ession HTTP/1.1', ['Origin: http://HOST']],
    ['a doubled slash', 'POST //session HTTP/1.1', ['Origin: http://HOST']],
    [
      'a preflight',
      'OPTIONS /session HTTP/1.1',
      ['Origin: http://evil.example', 'Access-Control-Request-Method: POST'],
    ],
    ['a tunnel', 'CONNECT HOST HTTP/1.1', []],
    ['a trace', 'TRACE / HTTP/1.1', []],
  ])('gets no session with a good token: %s', async (_what, line, headers) => {
    const body = JSON.stringify({ token: tokenOf() })
    const sent = headers.map((header) => header.replaceAll('PORT', String(port)))
    const answer = await raw(
      request(line, 'Host: HOST', ...sent, `Content-Length: ${String(body.length)}`, 'Connection: close') +
        body,
    )
    expect(statusOf(answer)).not.toBe(200)
    expect(answer.toLowerCase()).not.toContain('access-control-allow')
    expect(answer).not.toContain('"session"')
  })
})

describe('a body that is no token', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['no JSON', 'token'],
    ['null', 'null'],
    ['a list', '["x"]'],
    ['a number', '{"token":1}'],
    ['an object', '{"token":{"toString":"x"}}'],
    ['a list of tokens', '{"token":["x"]}'],
    ['one by its prototype', '{"__proto__":{"token":"TOKEN"}}'],
    ['one in another case', '{"Token":"TOKEN"}'],
    ['one with a blank', '{"token":" TOKEN"}'],
    ['one with a NUL', '{"token":"TOKEN\\u0000"}'],
    ['one without its last letter', '{"token":"SHORT"}'],
    ['its hash', '{"token":"HASH"}'],
    ['one too deep', '['.repeat(3000) + ']'.repeat(3000)],
    ['one too long', `{"token":"${'x'.repeat(100_000)}"}`],
    ['half a character', '{"token":"\\ud800"}'],
    ['UTF-16', Buffer.from('{"token":"TOKEN"}', 'utf16le').toString('latin1')],
  ])('opens no session: %s', async (_what, body) => {
    const token = tokenOf()
    const filled = body
      .replaceAll('TOKEN', token)
      .replaceAll('SHORT', token.slice(0, -1))
      .replaceAll('HASH', createHash('sha256').update(token).digest('base64url'))
    const answer = await raw(
      request(
        'POST /session HTTP/1.1',
        'Host: HOST',
        'Origin: http://HOST',
        `Content-Length: ${String(filled.length)}`,
        'Connection: close',
      ) + filled,
      /"code"/,
    )
    expect([0, 403]).toContain(statusOf(answer))
    expect(answer).not.toContain('"session"')
  })

  it.each<[string, readonly string[], string]>([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 50'], 'hello'],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\nGET /'],
    ['chunks in other words', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a folded header', ['X: a\r\n Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['a blank before the colon', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['a chunk with a wrong length', ['Transfer-Encoding: chunked'], 'zz\r\nhello\r\n0\r\n\r\n'],
    ['a length that is none', ['Content-Length: -1'], ''],
    ['a length beyond numbers', ['Content-Length: 99999999999999999999'], ''],
    ['a NUL in a header', ['X: a\0b'], ''],
    ['a line feed alone', ['X: a\nHost: evil.example'], ''],
    ['headers without end', ['X: ' + 'a'.repeat(200_000)], ''],
  ])('smuggles no request: %s', async (_what, headers, body) => {
    const smuggled = request('POST /session HTTP/1.1', 'Host: HOST', 'Origin: http://HOST', ...headers) + body
    const answer = await raw(
      smuggled + request('GET /index.html HTTP/1.1', 'Host: HOST', 'Connection: close'),
      /\r\n\r\n[^]*(?:the app|code)|400|431/,
    )
    expect(answer.match(/HTTP\/1\.1 200/g)).toBeNull()
  })
})

const KEY = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
const good = (path = '/rpc/renderer?protocol=1&version=0&connectionParams=1'): string =>
  request(`GET ${path} HTTP/1.1`, 'Host: HOST', 'Origin: http://HOST', ...UPGRADE, KEY)

describe('an upgrade that isn’t our page’s', () => {
  it.each<[string, () => string]>([
    ['another origin', () => good().replace(`http://${host()}`, 'https://evil.example')],
    ['no origin', () => good().replace(/Origin: .*\r\n/, '')],
    ['a rebound name', () => good().replace(`Host: ${host()}`, 'Host: evil.example')],
    ['the command line', () => good('/rpc/cli?protocol=1&version=0')],
    ['another program', () => good('/rpc/mcp?protocol=1&version=0')],
    ['the daemon itself', () => good('/rpc/internal?protocol=1&version=0')],
    ['the carrier of programs', () => good('/program?protocol=1&version=0&as=editor')],
    ['a caller by a path', () => good('/rpc/renderer/../cli?protocol=1&version=0')],
    ['a caller by an encoded path', () => good('/rpc/%63li?protocol=1&version=0')],
    ['a caller of a prototype', () => good('/rpc/constructor?protocol=1&version=0')],
    ['a path that is none', () => good('//?protocol=1')],
    ['an address for a path', () => good('http://[?protocol=1')],
    ['no key', () => good().replace(`${KEY}\r\n`, '')],
    ['a key that is none', () => good().replace(KEY, 'Sec-WebSocket-Key: x')],
    ['an unknown version', () => good().replace('Version: 13', 'Version: 7')],
    ['another protocol', () => good().replace('Upgrade: websocket', 'Upgrade: h2c')],
    ['a protocol of its own', () => good().replace(KEY, `${KEY}\r\nSec-WebSocket-Protocol: ,,`)],
    ['POST', () => good().replace('GET ', 'POST ')],
  ])('is refused: %s', async (_what, text) => {
    const answer = await raw(text())
    expect(answer).not.toContain('101 Switching')
    expect([400, 403, 404, 405, 426]).toContain(statusOf(answer))
  })

  it.each([
    ['a long version', `/rpc/renderer?protocol=999&version=${'9'.repeat(500)}`],
    ['a version of many bytes', `/rpc/renderer?protocol=999&version=${'%F0%9F%A7%BA'.repeat(40)}`],
    ['a protocol that is no number', '/rpc/renderer?protocol=x&version='],
    ['no version at all', '/rpc/renderer'],
  ])('is told of its version, and ends nothing: %s', async (_what, path) => {
    const answer = await raw(good(path), /version_mismatch|\r\n\r\n[^]{4}/)
    expect(answer).toContain('101 Switching')
    expect(statusOf(await raw(request('GET / HTTP/1.1', 'Host: HOST', 'Connection: close')))).toBe(200)
  })
})

/** One frame, masked with zeros. */
const frame = (text: string | Buffer, first = 0x81): Buffer => {
  const bytes = Buffer.from(text)
  const length =
    bytes.length < 126
      ? Buffer.from([0x80 | bytes.length])
      : bytes.length < 65536
        ? Buffer.from([0xfe, bytes.length >> 8, bytes.length & 0xff])
        : Buffer.concat([
            Buffer.from([0xff]),
            Buffer.from(BigInt(bytes.length).toString(16).padStart(16, '0'), 'hex'),
          ])
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), bytes])
}
const STOP = JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'mutation', params: { path: 'system.stop' } })
const params = (data: unknown): string => JSON.stringify({ method: 'connectionParams', data })

/** Opens a connection, sends frames, and tells when the server has closed it, and what it had said. */
const after = (frames: readonly Buffer[], socket: Socket = connect(port, '127.0.0.1')): Promise<string> =>
  new Promise((resolve) => {
    let heard = ''
    let isOpen = false
    // One after the other has left, as what only waits to be sent counts as written.
    const send = (at: number): void => {
      const one = frames[at]
      if (one === undefined || socket.destroyed) return
      socket.write(one, () => {
        send(at + 1)
      })
    }
    socket.on('error', () => undefined)
    socket.once('close', () => {
      resolve(heard)
    })
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      // A close frame: the sender doesn't have to wait until we confirm it.
      if (isOpen && data.includes(0x88)) socket.destroy()
      if (isOpen || !heard.includes('\r\n\r\n')) return
      isOpen = true
      send(0)
    })
    socket.write(good())
  })

describe('a request that never ends', () => {
  beforeAll(() => {
    requestMs = 300
  })
  afterAll(() => {
    requestMs = 20_000
  })
  it.each([
    ['in its first line', 'GET / HT'],
    ['in its headers', 'GET / HTTP/1.1\r\nHost: HOST\r\nX: a'],
    [
      'in its body',
      'POST /session HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Length: 50\r\n\r\n{',
    ],
    [
      'in a chunk',
      'POST /session HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na',
    ],
    [
      'before an upgrade',
      'GET /rpc/renderer HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
    ],
  ])('gives its connection back: %s', async (_what, begun) => {
    const answer = await raw(begun.replaceAll('HOST', host()))
    expect([0, 403, 408]).toContain(statusOf(answer))
  })
})

describe('a connection that names no session', () => {
  it.each<[string, readonly Buffer[]]>([
    ['a call first', [frame(STOP)]],
    [
      'a call in one packet with a wrong session',
      [Buffer.concat([frame(params({ session: 'x' })), frame(STOP)])],
    ],
    ['no parameters', [frame(params(null)), frame(STOP)]],
    ['parameters that are no texts', [frame(params({ session: { toString: 'x' } })), frame(STOP)]],
    ['a list', [frame(params(['session'])), frame(STOP)]],
    [
      'a session by its prototype',
      [frame('{"method":"connectionParams","data":{"__proto__":{"session":"x"}}}'), frame(STOP)],
    ],
    ['parameters twice', [frame(params({ session: 'x' })), frame(params({ session: 'y' })), frame(STOP)]],
    ['no JSON', [frame('{'), frame(STOP)]],
    ['nothing but blanks', [frame(' '), frame(STOP)]],
    ['bytes', [frame(Buffer.from([0xff, 0xfe]), 0x82), frame(STOP)]],
    ['text that is no UTF-8', [frame(Buffer.from([0xff, 0xfe])), frame(STOP)]],
    ['a piece without a beginning', [frame('x', 0x80), frame(STOP)]],
    ['reserved bits', [frame('x', 0xf1)]],
    ['an unknown kind of frame', [frame('x', 0x83)]],
    ['a ping that is too long', [frame('x'.repeat(126), 0x89)]],
    ['a frame without a mask', [Buffer.from([0x81, 0x01, 0x41])]],
    [
      'a length beyond numbers',
      [Buffer.from([0x81, 0xff, ...Array.from({ length: 8 }, () => 0xff), 0, 0, 0, 0])],
    ],
    ['a length of 4 GiB', [Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])]],
    [
      'deep nesting',
      [frame(`{"method":"connectionParams","data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`), frame(STOP)],
    ],
    ['a huge message', [frame('x'.repeat(8 * 1024 * 1024)), frame(STOP)]],
    [
      'a huge message in small pieces',
      [frame('x', 0x01), ...Array.from({ length: 300 }, () => frame('x'.repeat(10_000), 0x00))],
    ],
  ])('is closed, and nothing it says is done: %s', async (_what, frames) => {
    const heard = await after(frames)
    expect(heard).toContain('101 Switching')
    expect(heard).not.toContain('"result"')
  })

  it('is closed before it has sent more than a session needs', async () => {
    const socket = connect(port, '127.0.0.1')
    await after(
      [
        Buffer.from([0x81, 0xff, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]),
        ...Array.from({ length: 32 }, () => Buffer.alloc(1024 * 1024)),
      ],
      socket,
    )
    // Of the 32 MiB that were announced.
    expect(socket.bytesWritten).toBeLessThan(24 * 1024 * 1024)
  })
})
