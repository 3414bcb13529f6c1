import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { prepareDataDir } from '../../platform/paths.ts'
import { tempHome } from '../../testing/temp-home.ts'
import type { DaemonCore } from '../core/context.ts'
import { createConnections } from './connections.ts'
import { listenOnLoopback } from './loopback.ts'
import { removeRedirectFiles } from './redirect-file.ts'

const HOUR = 60 * 60_000
const sessionSchema = z.object({ session: z.string() })

describe('the app in a browser', () => {
  let home: ReturnType<typeof tempHome>
  const cleanups: (() => unknown)[] = []

  beforeEach(() => {
    home = tempHome()
    prepareDataDir(home.paths)
  })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    home.remove()
  })

  const start = async (options: { port?: number } = {}) => {
    let clock = Date.now()
    const stops: string[] = []
    const core = z.custom<DaemonCore>().parse({
      language: () => 'en',
      stop: () => stops.push('stopped'),
    })
    const connections = createConnections({ core, log: pino({ level: 'silent' }) })
    const web = await listenOnLoopback({
      port: 0,
      rendererDir: import.meta.dirname,
      redirectDir: home.paths.runDir,
      connections,
      core,
      now: () => clock,
      checkMs: 10,
      ...options,
    })
    cleanups.push(() => {
      connections.close()
      return web.close()
    })
    const newLink = (redirect = false) => {
      const { url, redirect: file } = web.link({ redirect })
      const { origin, host, hash } = new URL(url)
      return { url, file, origin, host, token: hash.replace('#token=', '') }
    }
    const { origin, host } = newLink()
    const exchange = (token: string, headers: Record<string, string> = { origin }) =>
      fetch(`${origin}/session`, { method: 'POST', headers, body: JSON.stringify({ token }) })
    const begin = async () => sessionSchema.parse(await (await exchange(newLink().token)).json()).session
    const pass = (ms: number) => {
      clock += ms
    }
    return { web, origin, host, newLink, exchange, begin, pass, stops }
  }

  it('opens a session with the one-time token, once, and sets no cookie anywhere', async () => {
    const { origin, newLink, exchange } = await start()
    const { token } = newLink()
    const first = await exchange(token)
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('no-store')
    const { session } = sessionSchema.parse(await first.json())
    expect(session).toMatch(/^[\w-]{43}$/)
    const second = await exchange(token)
    expect(second.status).toBe(403)
    expect(await second.json()).toMatchObject({ code: 'wrong_token' })
    for (const answer of [first, second, await fetch(`${origin}/sessions.ts`)])
      expect(answer.headers.has('set-cookie')).toBe(false)
  })

  it('lets in a connection that names its session first, and no other', async () => {
    const { origin, host, begin } = await start()
    const session = await begin()
    expect(await ping(host, origin, session)).toBe('answered')
    expect(await ping(host, origin, session)).toBe('answered')
    expect(await ping(host, origin, 'guess')).toMatchObject({ code: 4003, reason: { code: 'wrong_token' } })
    expect(await ping(host, origin, '')).toMatchObject({ code: 4003 })
    // One that calls at once, and says nothing about a session.
    const bare = open(host, origin, false)
    bare.on('open', () => {
      bare.send(JSON.stringify(PING))
    })
    expect(await closeOf(bare)).toMatchObject({ code: 4003 })
    // The secret in the address or in a cookie is no session.
    const inAddress = new WebSocket(`ws://${host}/rpc/renderer?protocol=1&version=0&session=${session}`, {
      origin,
      headers: { cookie: `session=${session}` },
    })
    expect(await closeOf(inAddress)).toMatchObject({ code: 4003 })
  })

  it('refuses a page of another origin and a rebound host name', async () => {
    const { origin, host, newLink, exchange, begin } = await start()
    const { token } = newLink()
    expect((await exchange(token, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await exchange(token, {})).status).toBe(403)
    expect((await exchange(token)).status).toBe(200)
    const session = await begin()
    expect(await ping(host, 'https://evil.example', session)).toBe(403)
    expect(await ping(host, origin, session, 'evil.example')).toBe(403)
  })

  it('gives a page of another port of this computer nothing to connect with or to replay', async () => {
    const { host, origin, begin } = await start()
    const session = await begin()
    const heard: string[] = []
    const other = createServer((request, response) => {
      heard.push(JSON.stringify(request.headers))
      response.end()
    })
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve)
    })
    cleanups.push(() => other.close())
    const otherOrigin = `http://127.0.0.1:${String((other.address() as AddressInfo).port)}`
    await fetch(otherOrigin)
    expect(heard.join()).not.toContain(session)
    expect(await ping(host, otherOrigin, session)).toBe(403)
    expect(await ping(host, origin, session)).toBe('answered')
  })

  it('ends a connected session after twelve hours, and hears nothing more from it', async () => {
    const { host, origin, begin, pass, stops } = await start()
    const session = await begin()
    const socket = await connected(host, origin, session)
    const closed = closeOf(socket)
    pass(12 * HOUR)
    expect(await closed).toMatchObject({
      code: 4005,
      reason: { code: 'session_ended', params: { why: 'expired' } },
    })
    expect(await ping(host, origin, session)).toMatchObject({
      code: 4005,
      reason: { params: { why: 'expired' } },
    })
    expect(stops).toEqual([])
  })

  it('ends a session half an hour after its page has gone', async () => {
    const { host, origin, begin, pass } = await start()
    const session = await begin()
    const socket = await connected(host, origin, session)
    pass(HOUR)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(socket.readyState).toBe(socket.OPEN)
    socket.close()
    await closeOf(socket)
    pass(HOUR)
    expect(await ping(host, origin, session)).toMatchObject({
      code: 4005,
      reason: { params: { why: 'idle' } },
    })
  })

  it('answers a sign-out, then ends the session with all its connections', async () => {
    const { host, origin, begin } = await start()
    const session = await begin()
    const [socket, second] = [await connected(host, origin, session), await connected(host, origin, session)]
    const closed = Promise.all([closeOf(socket), closeOf(second)])
    const answer = nextMessage(socket)
    socket.send(
      JSON.stringify({ id: 2, jsonrpc: '2.0', method: 'mutation', params: { path: 'system.signOut' } }),
    )
    expect(await answer).toMatchObject({ id: 2, result: {} })
    const signedOut = { code: 4005, reason: { code: 'session_ended', params: { why: 'signed_out' } } }
    expect(await closed).toEqual([signedOut, signedOut])
    expect(await ping(host, origin, session)).toEqual(signedOut)
  })

  it('runs nothing for an ended session whose page does not agree to close', async () => {
    const { host, origin, begin, web, stops } = await start()
    const session = await begin()
    const raw = await rawClient(host, origin)
    raw.send({ method: 'connectionParams', data: { session } })
    raw.send(PING)
    await raw.until('"id":1')
    const closing = web.close()
    await raw.until('session_ended')
    raw.send({ id: 3, jsonrpc: '2.0', method: 'mutation', params: { path: 'system.stop' } })
    await raw.ended
    await closing
    expect(stops).toEqual([])
  })

  it('lets no page open another port', async () => {
    const { host, origin, begin } = await start()
    const socket = await connected(host, origin, await begin())
    const answer = nextMessage(socket)
    socket.send(
      JSON.stringify({
        id: 2,
        jsonrpc: '2.0',
        method: 'mutation',
        params: { path: 'system.openWeb', input: {} },
      }),
    )
    expect(JSON.stringify(await answer)).toContain('caller_not_allowed')
    socket.close()
  })

  it('closes its port, and ends its sessions with a reason', async () => {
    const { web, host, origin, begin } = await start()
    const socket = await connected(host, origin, await begin())
    const closed = closeOf(socket)
    await web.close()
    expect(await closed).toMatchObject({ code: 4005, reason: { params: { why: 'closed' } } })
    await expect(fetch(origin)).rejects.toThrow()
  })

  it('leads a browser to the link by a file for its user alone, which is gone once it is of no use', async () => {
    const { newLink, exchange, pass, web } = await start()
    const used = newLink(true)
    if (used.file === null) throw new Error('there is no file')
    expect(statSync(used.file).mode & 0o777).toBe(0o600)
    expect(used.file.startsWith(home.paths.runDir)).toBe(true)
    expect(used.file).not.toContain(used.token)
    expect(readFileSync(used.file, 'utf8')).toContain(`content="0;url=${used.url}"`)
    await exchange(used.token)
    expect(existsSync(used.file)).toBe(false)

    const expired = newLink(true)
    pass(HOUR)
    await expect.poll(() => existsSync(expired.file ?? '')).toBe(false)

    const closed = newLink(true)
    expect(existsSync(closed.file ?? '')).toBe(true)
    await web.close()
    expect(existsSync(closed.file ?? '')).toBe(false)
    expect(newLink().file).toBeNull()
  })

  it('removes the files of a daemon that crashed, and nothing else', async () => {
    const { newLink } = await start()
    newLink(true)
    const before = readdirSync(home.paths.runDir)
    const left = before.filter((name) => name.startsWith('open-'))
    expect(left).toHaveLength(1)
    removeRedirectFiles(home.paths.runDir)
    expect(readdirSync(home.paths.runDir)).toEqual(before.filter((name) => !left.includes(name)))
  })

  it('serves nothing above its folder and sends the security headers', async () => {
    const { origin, host } = await start()
    const answer = await fetch(`${origin}/sessions.ts`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await rawStatus(host, 'GET /../../package.json HTTP/1.1')).toBe(404)
    expect(await rawStatus(host, 'GET /..%2f..%2fpackage.json HTTP/1.1')).toBe(404)
  })

  const whyNot =
    process.platform !== 'linux'
      ? 'only Linux tells whose a connection is'
      : process.getuid?.() !== 0 || !existsSync('/usr/bin/setpriv')
        ? 'needs root and setpriv, to connect as another user'
        : null
  it('answers its own user, and no other one', async ({ skip }) => {
    skip(whyNot !== null, whyNot ?? '')
    const { host } = await start()
    const ask =
      `exec 3<>/dev/tcp/127.0.0.1/${host.split(':')[1] ?? ''}; ` +
      `printf 'GET / HTTP/1.1\\r\\nHost: ${host}\\r\\n\\r\\n' >&3; head -c 8 <&3`
    expect(await outputOf('bash', '-c', ask)).toBe('HTTP/1.1')
    const nobody = ['--reuid=65534', '--clear-groups']
    expect(await outputOf('setpriv', ...nobody, 'bash', '-c', ask)).toBe('')
  })

  it('says when the port it was told to use is taken', async () => {
    const { host } = await start()
    await expect(start({ port: Number(host.split(':')[1]) })).rejects.toMatchObject({ code: 'port_taken' })
  })
})

const PING = { id: 1, jsonrpc: '2.0', method: 'query', params: { path: 'system.ping' } }

interface Closed {
  readonly code: number
  readonly reason: unknown
}

const open = (address: string, origin: string, withParams = true, host = address): WebSocket =>
  new WebSocket(
    `ws://${address}/rpc/renderer?protocol=1&version=0${withParams ? '&connectionParams=1' : ''}`,
    { headers: { Host: host }, origin },
  )

/** Connects with a session and calls: whether that was answered, or the status or close that refused it. */
const ping = async (
  address: string,
  origin: string,
  session: string,
  host = address,
): Promise<'answered' | number | Closed> => {
  const socket = open(address, origin, true, host)
  const refused = new Promise<number>((resolve) => {
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      socket.terminate()
    })
  })
  socket.on('error', () => undefined)
  socket.once('open', () => {
    socket.send(JSON.stringify({ method: 'connectionParams', data: { session } }))
    socket.send(JSON.stringify(PING))
  })
  const answered = nextMessage(socket).then(() => 'answered' as const)
  const closed = closeOf(socket)
  const result = await Promise.race([answered, refused, closed])
  socket.close()
  return result
}

const connected = async (host: string, origin: string, session: string): Promise<WebSocket> => {
  const socket = open(host, origin)
  const answer = nextMessage(socket)
  socket.once('open', () => {
    socket.send(JSON.stringify({ method: 'connectionParams', data: { session } }))
    socket.send(JSON.stringify(PING))
  })
  await answer
  return socket
}

const nextMessage = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once('message', (data: Buffer) => {
      resolve(JSON.parse(data.toString()))
    })
  })

const closeOf = (socket: WebSocket): Promise<Closed> =>
  new Promise((resolve) => {
    socket.once('close', (code, reason) => {
      const text = reason.toString()
      resolve({ code, reason: text === '' ? null : (JSON.parse(text) as unknown) })
    })
  })

/** A WebSocket that sends what it wants and never answers a close, unlike that of a library. */
const rawClient = async (host: string, origin: string) => {
  const socket = connect(Number(host.split(':')[1]), '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += data.toString('latin1')))
  socket.on('error', () => undefined)
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const until = async (part: string) => {
    await expect.poll(() => heard, { timeout: 5000 }).toContain(part)
  }
  socket.write(
    `GET /rpc/renderer?protocol=1&version=0&connectionParams=1 HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  await until('101 Switching Protocols')
  return {
    ended,
    until,
    /** One text frame, masked with zeros. */
    send: (message: unknown) => {
      const text = Buffer.from(JSON.stringify(message))
      const length = text.length < 126 ? [0x80 | text.length] : [0xfe, text.length >> 8, text.length & 0xff]
      socket.write(Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text]))
    },
  }
}

const outputOf = (program: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.on('data', (data) => (output += String(data)))
    child.once('error', reject)
    child.once('close', () => {
      resolve(output)
    })
  })

/** Sends a request line verbatim: `fetch` would normalize the path. */
const rawStatus = (address: string, requestLine: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const [host, port] = address.split(':')
    const socket = connect(Number(port), host)
    socket.once('error', reject)
    socket.once('data', (data) => {
      resolve(Number(data.toString().split(' ')[1]))
      socket.destroy()
    })
    socket.write(`${requestLine}\r\nHost: ${address}\r\nConnection: close\r\n\r\n`)
  })
