import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SandboxDeps } from './sandbox.ts'
import { openSandboxed } from './testing/sandboxed.ts'

const { root, run, remove } = openSandboxed()
afterAll(remove)

describe.skipIf(process.platform !== 'linux')('the network of a program in bubblewrap', () => {
  let server: Server
  let port = 0
  beforeAll(async () => {
    server = createServer((socket) => socket.end('hello from outside'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(() => {
    server.close()
  })

  const direct = () => `
    const socket = require('node:net').connect(${String(port)}, '127.0.0.1')
    socket.on('data', (data) => { console.log(JSON.stringify(String(data))); process.exit() })
    socket.on('error', (error) => { console.log(JSON.stringify(error.code)); process.exit() })`
  /** Asks the proxy, as every program that honours it does. */
  const through = (host: string) => `
    const { hostname, port } = new URL(process.env.HTTPS_PROXY)
    const request = require('node:http').request({ hostname, port, method: 'CONNECT', path: ${JSON.stringify(host)} })
    const say = (value) => { console.log(JSON.stringify(value)); process.exit() }
    request.on('connect', (response, socket, head) => {
      if (response.statusCode !== 200) say(response.statusCode)
      if (head.length > 0) say(String(head))
      socket.on('data', (data) => say(String(data)))
    })
    request.on('error', (error) => say(error.code)).end()`

  it('is not there', async () => {
    expect(await run(direct())).toBe('ECONNREFUSED')
    expect(
      await run(
        `require('node:dns').lookup('example.org', (error) => console.log(JSON.stringify(error.code)))`,
      ),
    ).toMatch(/^E/)
    expect(await run('console.log(JSON.stringify(process.env.HTTPS_PROXY ?? null))')).toBeNull()
  })

  it('reaches what was granted, through the gate alone, and nothing else', async () => {
    const host = `127.0.0.1:${String(port)}`
    expect(await run(through(host), { hosts: [host] })).toBe('hello from outside')
    expect(await run(direct(), { hosts: [host] })).toBe('ECONNREFUSED')
    const unreached: string[] = []
    const onUnreached = (one: string, outcome: string) => unreached.push(`${one} ${outcome}`)
    expect(await run(through(host), { hosts: ['example.org'] }, { onUnreached })).toBe(403)
    expect(await run(through(`localhost:${String(port)}`), { hosts: [host] })).toBe(403)
    expect(await run(through('example.net:443'), { hosts: [host] }, { onUnreached })).toBe(403)
    expect(unreached).toEqual([`${host} refused`, 'example.net refused'])
  })

  it('does not follow a granted name to an address that is not public', async () => {
    const resolve: SandboxDeps['resolve'] = ((
      _name: string,
      _options: object,
      done: (...args: unknown[]) => void,
    ) => {
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    }) as never
    const host = `rebound.example:${String(port)}`
    expect(await run(through(host), { hosts: [host] }, { deps: { resolve } })).toBe(403)
  })

  it('says that a granted name was not found, which is no refusal', async () => {
    const resolve: SandboxDeps['resolve'] = ((
      _name: string,
      _options: object,
      done: (...args: unknown[]) => void,
    ) => {
      done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
    }) as never
    const unreached: string[] = []
    const onUnreached = (one: string, outcome: string) => unreached.push(`${one} ${outcome}`)
    const options = { deps: { resolve }, onUnreached }
    expect(await run(through('away.example:443'), { hosts: ['away.example'] }, options)).toBe(502)
    expect(unreached).toEqual(['away.example failed'])
  })

  it('leaves no socket behind', () => {
    expect(readdirSync(root).filter((name) => name.endsWith('.s'))).toEqual([])
  })
})
