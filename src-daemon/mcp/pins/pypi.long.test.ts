/** Servers from PyPI, run as most people run them: with real uv and pipx, in the sandbox, with what they were granted. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { localhostTls } from '../../network/testing/localhost-tls.ts'
import { makeZip } from '../../testing/zip.ts'
import { openPinnedServers, programOf, type PinnedServers } from '../testing/pinned-servers.ts'
import { openTestIndex, type TestIndex } from '../testing/python-index.ts'
import { openRealPython, type RealPython } from '../testing/real-python.ts'
import { connectServer } from '../testing/connect-server.ts'

const SERVERS = ['mcp-server-time', 'mcp-server-git', 'mcp-server-fetch']
/** Written for version 1 of the SDK without saying so. */
const SQLITE = ['mcp-server-sqlite', 'mcp<2']

let python: RealPython
let missing: string | null = process.platform === 'linux' ? null : 'the sandbox is that of Linux'
/** Serves what was downloaded, so that it can change, and be away. */
let index: TestIndex
let room: PinnedServers

beforeAll(async () => {
  if (missing !== null) return
  const found = await openRealPython([SERVERS, SQLITE])
  if ('missing' in found) missing = found.missing
  else python = found
}, 30 * 60_000)
afterAll(() => {
  if (missing === null) python.remove()
})

beforeEach(async ({ skip }) => {
  if (missing !== null) skip(missing)
  index = await openTestIndex(makeZip)
  for (const file of python.wheels) index.publishFile(file)
  room = openPinnedServers(() => python.programs)
  vi.stubEnv('PIP_CERT', room.certificate)
  vi.stubEnv('SSL_CERT_FILE', room.certificate)
  return async () => {
    await room.end()
    await index.close()
    vi.unstubAllEnvs()
  }
})

type Grants = Parameters<typeof programOf>[1]
const TIMEOUT = { timeout: 600_000 }

const add = (uri: string, command: readonly string[], { hosts = [], env, ...grants }: Grants = {}) =>
  connectServer(room.servers(), {
    uri,
    definition: programOf(command, {
      ...grants,
      hosts: [index.host, ...hosts],
      env: { UV_DEFAULT_INDEX: index.url, ...env },
    }),
  })
const call = async (serverUri: string, action: string, args: Record<string, unknown>): Promise<string> => {
  const { signal } = new AbortController()
  return JSON.stringify(await room.servers().call({ serverUri, action, arguments: args, signal }))
}
const convert = (uri: string) =>
  call(uri, 'convert_time', { source_timezone: 'Asia/Tokyo', time: '12:00', target_timezone: 'Asia/Kolkata' })
const RIGHT = 'T08:30:00+05:30'
const logOf = (uri: string): string =>
  room
    .servers()
    .logs(uri)
    .map(({ text }) => text)
    .join('\n')
/** A folder of the test, with a file in it. */
const folderWith = (name: string, file: string, text: string): string => {
  const folder = join(room.root, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), text)
  return folder
}

it.each([
  ['uvx', ['uvx', 'mcp-server-time'], 'uv'],
  ['pipx', ['pipx', 'run', 'mcp-server-time'], 'pip'],
])(
  '%s: pinned with all it needs, and right; then it needs no index',
  TIMEOUT,
  async (_name, command, program) => {
    const definition = programOf(command, { env: { UV_DEFAULT_INDEX: index.url } })
    expect(await room.servers().fetches(definition)).toEqual({
      program,
      packages: ['mcp-server-time'],
      host: index.host,
    })
    const added = await add('time', command)
    expect(added).toMatchObject({
      state: { kind: 'running', confinement: 'bubblewrap' },
      package: {
        status: 'accepted',
        accepted: { title: expect.stringMatching(/^mcp-server-time@\d/) as unknown },
      },
    })
    expect(added.package?.accepted?.parts).toBeGreaterThan(10)
    expect(await convert('time')).toContain(RIGHT)

    const version = added.package?.accepted?.title.split('@')[1] ?? ''
    await add('exact', [...command.slice(0, -1), `mcp-server-time==${version}`])
    await index.close()
    for (const uri of ['time', 'exact']) {
      await room.servers().stop(uri)
      index.asked.length = 0
      expect(await convert(uri)).toContain(RIGHT)
      expect(index.asked).toEqual([])
    }
  },
)

it('another version waits until it is accepted', TIMEOUT, async () => {
  const { package: pinned } = await add('time', ['uvx', 'mcp-server-time'])
  index.publish({ name: 'mcp-server-time', version: '9999.0', module: 'def main(): raise SystemExit(9)\n' })
  await room.servers().stop('time')
  await expect(convert('time')).rejects.toMatchObject({
    code: 'server_package_changed',
    params: { before: pinned?.accepted?.title, after: 'mcp-server-time@9999.0' },
  })
  const found = room.servers().get('time')?.package?.found?.sha256 ?? ''
  expect(existsSync(join(room.fetched, found, 'venv'))).toBe(false)
})

it(
  'what was installed is noticed to have changed, and installed again from the pinned files',
  TIMEOUT,
  async () => {
    const { package: pinned } = await add('time', ['uvx', 'mcp-server-time'])
    const folder = join(room.fetched, pinned?.accepted?.sha256 ?? '')
    const [file = ''] = globSync(join(folder, 'venv/lib/*/site-packages/mcp_server_time/server.py'))
    const tamper = async () => {
      chmodSync(file, 0o600)
      appendFileSync(file, '\nraise SystemExit(7)\n')
      await room.servers().stop('time')
    }
    await tamper()
    expect(await convert('time')).toContain(RIGHT)
    expect(logOf('time')).toContain('not as it was installed')
    expect(readFileSync(file, 'utf8')).not.toContain('SystemExit(7)')

    // Another file under the name of one that was pinned.
    await tamper()
    const [wheel = ''] = python.wheels.filter((one) => one.includes('/mcp_server_time-'))
    index.publishFile(wheel, makeZip([{ name: 'forged.py', content: '' }]))
    await expect(convert('time')).rejects.toMatchObject({
      code: 'server_package_unfetched',
      params: { problem: expect.stringMatching(/hash/i) as unknown },
    })
    await index.close()
    await expect(convert('time')).rejects.toMatchObject({ code: 'server_package_unfetched' })
  },
)

it('git: the granted repository, and nothing else of this machine', TIMEOUT, async () => {
  const secrets = [
    join(folderWith('home/.ssh', 'id_ed25519', 'private'), 'id_ed25519'),
    join(folderWith('data', 'secret.txt', 'private'), 'secret.txt'),
    join(folderWith('other', 'secret.txt', 'private'), 'secret.txt'),
  ]
  const repository = folderWith('repository', 'note.txt', 'a note')
  for (const at of [repository, join(room.root, 'other')]) {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', at, '-c', 'user.name=A', '-c', 'user.email=a@a.example', ...args])
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--no-verify', '-m', 'the first commit')
  }
  await add('reads', ['uvx', 'mcp-server-git'], { read: [repository] })
  expect(await call('reads', 'git_log', { repo_path: repository })).toContain('the first commit')
  await expect(call('reads', 'git_log', { repo_path: join(room.root, 'other') })).rejects.toMatchObject({
    code: 'server_tool_failed',
  })
  await expect(
    call('reads', 'git_create_branch', { repo_path: repository, branch_name: 'new' }),
  ).rejects.toMatchObject({ code: 'server_tool_failed' })

  // A repository whose settings run a program: it has no more than the server.
  let reached = 0
  const outside = await openSite(() => (reached += 1))
  const spied = join(repository, 'spied')
  const spy = join(repository, '.git', 'spy')
  const attempts = secrets.map((path) => `cat '${path}' >> '${spied}' && echo READ >> '${spied}'`)
  const socket = `(echo > /dev/tcp/127.0.0.1/${new URL(outside.url).port}) 2>/dev/null && echo REACHED >> '${spied}'`
  writeFileSync(
    spy,
    `#!/bin/bash\necho started > '${spied}'\n${[...attempts, socket].join('\n')}\nls -A "$HOME" >> '${spied}'\nexit 1\n`,
  )
  chmodSync(spy, 0o755)
  execFileSync('git', ['-C', repository, 'config', 'core.fsmonitor', spy])
  try {
    await add('writes', ['uvx', 'mcp-server-git'], { write: [repository] })
    expect(await call('writes', 'git_status', { repo_path: repository })).toContain('spied')
    expect(readFileSync(spied, 'utf8')).toBe('started\n')
    expect(reached).toBe(0)
  } finally {
    await outside.close()
  }
})

it('fetch: the granted host through the gate, and no other way out', TIMEOUT, async () => {
  const hits: string[] = []
  const granted = await openSite(() => hits.push('granted'))
  const other = await openSite(() => hits.push('other'))
  try {
    const given = {
      hosts: [granted.host],
      read: [room.certificate],
      env: { SSL_CERT_FILE: room.certificate },
    }
    await add('fetch', ['uvx', 'mcp-server-fetch'], given)
    expect(await call('fetch', 'fetch', { url: granted.url })).toContain('what stands there')
    expect(hits).toContain('granted')
    hits.length = 0
    for (const url of [
      other.url,
      granted.url.replace('https:', 'http:'),
      other.url.replace('localhost', '127.0.0.1'),
    ])
      await expect(call('fetch', 'fetch', { url })).rejects.toMatchObject({ code: 'server_tool_failed' })
    // Around the proxy there is no network at all.
    await add('direct', ['uvx', 'mcp-server-fetch'], { ...given, env: { ...given.env, NO_PROXY: '*' } })
    await expect(call('direct', 'fetch', { url: granted.url })).rejects.toMatchObject({
      code: 'server_tool_failed',
    })
    expect(hits).toEqual([])
  } finally {
    await Promise.all([granted.close(), other.close()])
  }
})

it('sqlite: its folder, and no other; with an older SDK beside it', TIMEOUT, async () => {
  const folder = folderWith('notes', 'x', '')
  const other = folderWith('other', 'x', '')
  const sqlite = (file: string) => ['uvx', '--with', 'mcp<2', 'mcp-server-sqlite', '--db-path', file]
  const added = await add('sqlite', sqlite(join(folder, 'notes.db')), { write: [folder] })
  expect(added.package?.accepted?.title).toMatch(/^mcp-server-sqlite@[\d.]+, mcp@1\./)
  await call('sqlite', 'create_table', { query: 'CREATE TABLE notes (text TEXT)' })
  await call('sqlite', 'write_query', { query: "INSERT INTO notes VALUES ('the harp')" })
  expect(await call('sqlite', 'read_query', { query: 'SELECT * FROM notes' })).toContain('the harp')
  expect(existsSync(join(folder, 'notes.db'))).toBe(true)

  await call('sqlite', 'write_query', { query: `ATTACH DATABASE '${join(other, 'new.db')}' AS other` }).catch(
    String,
  )
  await call('sqlite', 'write_query', { query: 'CREATE TABLE other.stolen (text TEXT)' }).catch(String)
  expect(existsSync(join(other, 'new.db'))).toBe(false)
})

it.each([
  ['uvx', ['uvx', 'telling']],
  ['pipx', ['pipx', 'run', 'telling']],
])('%s: a login of the index reaches the installer, and not the server', TIMEOUT, async (_name, command) => {
  const guarded = await openTestIndex(makeZip, 'ana:p@ss-word')
  const files = await openTestIndex(makeZip)
  try {
    const plain = readFileSync(join(import.meta.dirname, '../testing/plain_server.py'), 'utf8')
    const telling = plain.replace('python says', "{dict(__import__('os').environ)} says")
    const source = `def main():\n    exec(compile(${JSON.stringify(telling)}, 'server', 'exec'), {})\n`
    for (const one of [guarded, files]) one.publish({ name: 'telling', version: '1.0', module: source })
    vi.stubEnv('PIP_INDEX_URL', guarded.url.replace('://', '://ana:p%40ss-word@'))
    const definition = (hosts: string[], env = {}) => programOf(command, { hosts, env })
    expect(await room.servers().fetches(definition([]))).toMatchObject({ host: guarded.host })
    await connectServer(room.servers(), {
      uri: 'telling',
      definition: definition([guarded.host], { UV_INDEX: 'https://x:y-z@x.example/' }),
    })
    const said = await call('telling', 'speak', { what: 'this' })
    expect(said).toContain('HOME')
    expect(said).not.toMatch(/ss-word|y-z|INDEX/)
    expect(logOf('telling')).toContain('install')
    expect(logOf('telling')).not.toContain('ss-word')

    // Its files are at another host: that one is named, and has to be granted.
    guarded.filesAt(files)
    const elsewhere = programOf([...command.slice(0, -1), 'telling==1.0'], { hosts: [guarded.host] })
    await expect(room.servers().add({ uri: 'far', definition: elsewhere })).rejects.toMatchObject({
      code: 'server_package_host',
      params: { host: files.host },
    })
    // Wrong now: the message names no password either.
    vi.stubEnv('PIP_INDEX_URL', guarded.url.replace('://', '://ana:wrong-word@'))
    const refused: unknown = await room
      .servers()
      .add({ uri: 'wrong', definition: definition([guarded.host]) })
      .catch((thrown: unknown) => thrown)
    expect(refused).toMatchObject({ code: 'server_package_unfetched' })
    expect(JSON.stringify(refused)).not.toContain('wrong-word')
  } finally {
    await Promise.all([guarded.close(), files.close()])
  }
})

/** A page of this machine, over TLS, that says when it was asked for. */
const openSite = async (
  asked: () => void,
): Promise<{ url: string; host: string; close: () => Promise<void> }> => {
  const site: Server = createServer(localhostTls, ({ url }, response) => {
    asked()
    if (url === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('what stands there')
  })
  // Also without TLS: who connects at all is noticed.
  site.on('connection', asked)
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${String((site.address() as AddressInfo).port)}`
  return {
    url: `https://${host}/`,
    host,
    close: () =>
      new Promise((resolve) => {
        site.close(() => {
          resolve()
        })
        site.closeAllConnections()
      }),
  }
}
