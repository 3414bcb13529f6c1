import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestRegistry, type TestRegistry } from '../testing/npm-registry.ts'
import { openPinnedServers, programOf, type PinnedServers } from '../testing/pinned-servers.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import { connectServer } from '../testing/connect-server.ts'

/** A tiny server that returns the word of the package it depends on. */
const server = (version: string): Record<string, string> => ({
  'index.mjs': `#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { word } from 'pinned-words'
const attempt = (work) => { try { return work() } catch (error) { return error.code } }
const results = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'pinned', version: '${version}' } }),
  'tools/list': () => ({ tools: [{ name: 'speak', description: 'Speaks.', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ structuredContent: {
    version: '${version}', word, args: process.argv.slice(2),
    home: attempt(() => readdirSync(process.env.HOME)), own: attempt(() => writeFileSync(new URL(import.meta.url), '')),
  }, content: [] }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const body = results[method] === undefined ? { error: { code: -32601, message: 'unknown' } } : { result: results[method]() }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
})
`,
})
const words = (word: string): Record<string, string> => ({ 'index.mjs': `export const word = '${word}'` })
const URI = 'pinned'

let room: PinnedServers
let registry: TestRegistry
beforeEach(async () => {
  room = openPinnedServers()
  registry = await openTestRegistry()
  // As for a registry with a certificate of its own; npm in the sandbox gets the same variable.
  vi.stubEnv('NODE_EXTRA_CA_CERTS', room.certificate)
  publishWords('1.0.0', 'first')
  publish('1.0.0')
})
afterEach(async () => {
  await room.end()
  await registry.close()
  vi.unstubAllEnvs()
})

const publishWords = (version: string, word: string) => {
  registry.publish(
    { name: 'pinned-words', version, ...{ type: 'module', exports: './index.mjs' } },
    words(word),
  )
}
const publish = (version: string, scripts?: Record<string, string>) => {
  registry.publish(
    {
      name: 'pinned-server',
      version,
      bin: { 'pinned-server': 'index.mjs' },
      dependencies: { 'pinned-words': '^1.0.0' },
      ...(scripts === undefined ? {} : { scripts }),
    },
    server(version),
  )
}
const definition = (spec = 'pinned-server', hosts = [registry.host]): ServerDefinition =>
  programOf(['npx', '-y', spec, '--loud'], { hosts, env: { npm_config_registry: registry.url } })
const call = () =>
  room.servers().call({
    serverUri: URI,
    action: 'speak',
    arguments: {},
    signal: new AbortController().signal,
  })
const view = () => room.servers().get(URI)
/** Stops it, so that the next call starts it. */
const stopped = async () => {
  await room.servers().stop(URI)
}

it(
  'a package of npm is fetched, pinned with all it needs, and started in the sandbox',
  { timeout: 240_000 },
  async () => {
    expect(await room.servers().fetches(definition())).toEqual({
      program: 'npm',
      packages: ['pinned-server'],
      host: registry.host,
    })
    const added = await connectServer(room.servers(), { uri: URI, definition: definition() })
    expect(added).toMatchObject({
      state: { kind: 'running', server: { name: 'pinned', version: '1.0.0' }, confinement: 'bubblewrap' },
      package: {
        status: 'accepted',
        accepted: { kind: 'npm', title: 'pinned-server@1.0.0', parts: 2 },
        found: null,
        differences: [],
      },
      tools: [{ name: 'speak', acceptedAt: expect.stringMatching(/^20/) as unknown }],
    })
    // As npx would start it; it sees an empty home, and cannot write what it runs.
    expect(await call()).toEqual({
      version: '1.0.0',
      word: 'first',
      args: ['--loud'],
      home: [],
      own: 'EROFS',
    })
    // Nothing newer: the next start looks up only this package, and its dependencies stay as accepted.
    publishWords('1.0.1', 'second')
    await stopped()
    registry.asked.length = 0
    expect(await call()).toMatchObject({ word: 'first' })
    expect(registry.asked).toEqual(['/pinned-server'])
    expect(view()?.package?.status).toBe('accepted')
  },
)

it(
  'a newer version asks again with what differs, runs nothing before, and stays off where it is refused',
  { timeout: 240_000 },
  async () => {
    await connectServer(room.servers(), { uri: URI, definition: definition() })
    await stopped()
    publishWords('1.1.0', 'other')
    publish('2.0.0', { postinstall: 'node -e "process.exit(7)"' })
    const refusal: unknown = await call().catch((thrown: unknown) => thrown)
    expect(refusal).toMatchObject({
      code: 'server_package_changed',
      params: { before: 'pinned-server@1.0.0', after: 'pinned-server@2.0.0' },
    })
    expect(JSON.stringify(refusal)).not.toContain('sha512')
    const waits = view()
    expect(waits?.problem?.code).toBe('server_package_changed')
    expect(waits?.package).toMatchObject({
      status: 'changed',
      accepted: { title: 'pinned-server@1.0.0' },
      found: { title: 'pinned-server@2.0.0' },
      differing: 2,
      differences: [
        {
          path: 'pinned-server',
          before: expect.stringMatching(/^1\.0\.0 sha512-/) as unknown,
          after: expect.stringMatching(/^2\.0\.0 sha512-/) as unknown,
        },
        {
          path: 'pinned-words',
          before: expect.stringMatching(/^1\.0\.0 /) as unknown,
          after: expect.stringMatching(/^1\.1\.0 /) as unknown,
        },
      ],
    })
    // Nothing of it was unpacked, so none of its scripts ran.
    const found = waits?.package?.found?.sha256 ?? ''
    expect(existsSync(join(room.fetched, found, 'node_modules'))).toBe(false)
    expect(registry.asked.filter((path) => path.includes('2.0.0.tgz'))).toEqual([])

    // Not accepted, it stays off, also after a restart, and only what was reviewed can be accepted.
    await room.again()
    expect(view()?.package).toMatchObject({ status: 'changed', found: { sha256: found } })
    await expect(call()).rejects.toMatchObject({ code: 'server_package_changed' })
    await expect(room.servers().acceptPackage({ uri: URI, sha256: 'f'.repeat(64) })).rejects.toMatchObject({
      code: 'server_not_accepted',
    })

    // Its install script fails: it is accepted but not installed, with the reason.
    await room.servers().acceptPackage({ uri: URI, sha256: found })
    await expect(call()).rejects.toMatchObject({
      code: 'server_package_script',
      params: { what: 'pinned-server' },
    })
    publish('2.0.1')
    await expect(call()).rejects.toMatchObject({ code: 'server_package_changed' })
    const next = view()?.package?.found?.sha256 ?? ''
    const accepted = await room.servers().acceptPackage({ uri: URI, sha256: next })
    expect(accepted).toMatchObject({ problem: null, package: { status: 'accepted', found: null } })
    expect(await call()).toMatchObject({ version: '2.0.1', word: 'other' })

    // What no server runs any more is removed at the next start.
    await room.again()
    expect(readdirSync(room.fetched)).toEqual([next])
  },
)

it(
  'what bunx names is fetched and pinned the same way, and started by Node',
  { timeout: 240_000 },
  async () => {
    const bun = programOf(['bunx', 'pinned-server', '--loud'], {
      hosts: [registry.host],
      env: { npm_config_registry: registry.url },
    })
    const added = await connectServer(room.servers(), { uri: URI, definition: bun })
    expect(added.package).toMatchObject({ accepted: { kind: 'npm', title: 'pinned-server@1.0.0' } })
    expect(await call()).toMatchObject({ word: 'first', args: ['--loud'] })
  },
)

it(
  'continues with what was accepted if the registry does not answer, and sends no request for an exact version',
  { timeout: 240_000 },
  async () => {
    await connectServer(room.servers(), { uri: URI, definition: definition('pinned-server@1.0.0') })
    await connectServer(room.servers(), { uri: 'newest', definition: definition() })
    publish('2.0.0')
    await stopped()
    registry.asked.length = 0
    expect(await call()).toMatchObject({ version: '1.0.0' })
    expect(registry.asked).toEqual([])
    await room.servers().stop('newest')
    await registry.close()
    const signal = new AbortController().signal
    const answer = await room.servers().call({ serverUri: 'newest', action: 'speak', arguments: {}, signal })
    expect(answer).toMatchObject({ version: '1.0.0' })
    expect(
      room
        .servers()
        .logs('newest')
        .map(({ text }) => text)
        .join('\n'),
    ).toContain('couldn’t download the package')
  },
)

it('fetches from no host its owner did not allow, and says what npm says', { timeout: 240_000 }, async () => {
  const add = (one: ServerDefinition) => connectServer(room.servers(), { uri: URI, definition: one })
  await expect(add(definition('pinned-server', []))).rejects.toMatchObject({
    code: 'server_package_host',
    params: { host: registry.host },
  })
  expect(registry.asked).toEqual([])
  await expect(add(definition('pinned-nothing'))).rejects.toMatchObject({
    code: 'server_package_unfetched',
    params: { problem: expect.stringContaining('E404') as unknown },
  })
  await expect(add(definition('github:someone/something'))).rejects.toMatchObject({
    code: 'server_package_unreadable',
  })
  expect(view()).toBeNull()
})

it(
  'hands the server’s variables to install scripts, and skips them where it is told to',
  { timeout: 240_000 },
  async () => {
    // Downloads from a host of its own unless a variable says not to.
    const downloads = `if (!process.env.SKIP_BROWSER) {
  const proxy = new URL(process.env.HTTPS_PROXY)
  const failed = () => { console.error('could not download the browser'); process.exit(7) }
  const tunnel = { host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: 'browser.example:443' }
  require('node:http').request(tunnel).on('connect', failed).on('response', failed).on('error', failed).end()
}`
    const broken = {
      name: 'left-out',
      version: '1.0.0',
      scripts: { postinstall: 'node -e "process.exit(1)"' },
    }
    registry.publish(broken, { 'index.js': '' })
    registry.publish(
      {
        name: 'pinned-server',
        version: '2.0.0',
        bin: { 'pinned-server': 'index.mjs' },
        dependencies: { 'pinned-words': '^1.0.0' },
        optionalDependencies: { 'left-out': '1.0.0' },
        scripts: { postinstall: 'node install.js' },
      },
      { ...server('2.0.0'), 'install.js': downloads },
    )
    const withEnv = (env: Readonly<Record<string, string>>): ServerDefinition => {
      const one = definition()
      return one.kind === 'command' ? { ...one, env: { ...one.env, ...env } } : one
    }
    const refusal = await connectServer(room.servers(), { uri: URI, definition: definition() }).catch(
      (thrown: unknown) => thrown,
    )
    expect(refusal).toMatchObject({
      code: 'server_package_script',
      params: {
        what: 'pinned-server',
        hosts: 'browser.example',
        reach: 'script_hosts',
        problem: expect.stringContaining('could not download the browser') as unknown,
      },
    })

    await connectServer(room.servers(), { uri: URI, definition: withEnv({ SKIP_BROWSER: '1' }) })
    expect(await call()).toMatchObject({ version: '2.0.0' })
    const said = room.servers().logs(URI)
    expect(said.map(({ text }) => text)).toContain('optional packages that npm left out: left-out')
    await room.servers().remove(URI)
    await room.again()

    const skipping = withEnv({ npm_config_ignore_scripts: 'true' })
    await connectServer(room.servers(), { uri: URI, definition: skipping })
    expect(await call()).toMatchObject({ version: '2.0.0' })
  },
)
