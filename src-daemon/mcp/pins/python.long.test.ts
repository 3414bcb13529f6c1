import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { makeZip } from '../../testing/zip.ts'
import { openPinnedServers, programOf, type PinnedServers } from '../testing/pinned-servers.ts'
import { openTestIndex, type TestIndex } from '../testing/python-index.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import { connectServer } from '../testing/connect-server.ts'

const TESTING = join(appRoot, 'src-daemon/mcp/testing')
const PLAIN = readFileSync(join(TESTING, 'plain_server.py'), 'utf8')
const URI = 'pinned'
/** A Python with pip on this machine, which Satchel would also find. */
const python = ((): string | null => {
  try {
    return execFileSync('python3', ['-I', '-c', 'import sys, pip, venv; print(sys.executable)'], {
      encoding: 'utf8',
    }).trim()
  } catch {
    return null
  }
})()

/** A server that returns the word of the package it depends on, and its input. */
const server = (version: string): string => `import sys
from pinned_words import WORD
def main():
    source = ${JSON.stringify(PLAIN)}
    source = source.replace('python says', f'{WORD} from ${version} with {sys.argv[1:]}:')
    exec(compile(source, 'server', 'exec'), {})
`

let room: PinnedServers
let index: TestIndex
beforeEach(async () => {
  index = await openTestIndex(makeZip)
  publishWords('1.0.0', 'first')
  publish('1.0.0')
})
afterEach(async () => {
  await room.end()
  await index.close()
  vi.unstubAllEnvs()
})

const opened = (programs?: (root: string) => string): void => {
  room = openPinnedServers(programs)
  vi.stubEnv('PIP_CERT', room.certificate)
  vi.stubEnv('SSL_CERT_FILE', room.certificate)
}
/** With a fake `uv` that behaves as uv's documentation says. */
const withUv = (root: string): string => {
  const folder = join(root, 'uv', 'bin')
  mkdirSync(folder, { recursive: true })
  const text = readFileSync(join(TESTING, 'uv-stand-in.py'), 'utf8')
  writeFileSync(join(folder, 'uv'), `#!${String(python)}\n${text}`)
  chmodSync(join(folder, 'uv'), 0o755)
  return folder
}
const publishWords = (version: string, word: string): void => {
  index.publish({
    name: 'pinned-words',
    version,
    module: `WORD = ${JSON.stringify(word)}\ndef main(): pass\n`,
  })
}
const publish = (version: string): void => {
  index.publish({ name: 'pinned-server', version, module: server(version), needs: ['pinned-words>=1'] })
}
const definition = (command: readonly string[], hosts = [index.host]): ServerDefinition =>
  programOf([...command, '--loud'], { hosts, env: { UV_DEFAULT_INDEX: index.url } })
const call = () =>
  room.servers().call({
    serverUri: URI,
    action: 'speak',
    arguments: { what: 'this' },
    signal: new AbortController().signal,
  })
const view = () => room.servers().get(URI)

it.skipIf(python === null).each([
  ['pip, as pipx', undefined, ['pipx', 'run', 'pinned-server'], 'pip'],
  ['uv, as a stand-in behaves', withUv, ['uvx', 'pinned-server'], 'uv'],
])(
  'a package of Python is resolved, pinned and started: with %s',
  { timeout: 300_000 },
  async (_what, programs, command, program) => {
    opened(programs)
    expect(await room.servers().fetches(definition(command))).toEqual({
      program,
      packages: ['pinned-server'],
      host: index.host,
    })
    const added = await connectServer(room.servers(), { uri: URI, definition: definition(command) })
    expect(added).toMatchObject({
      state: { kind: 'running', confinement: 'bubblewrap' },
      package: {
        status: 'accepted',
        accepted: { kind: 'python', title: 'pinned-server@1.0.0', parts: 3 },
      },
    })
    expect(await call()).toEqual({ text: "first from 1.0.0 with ['--loud']: this" })

    // Dependencies stay as accepted until the package itself has another version.
    publishWords('2.0.0', 'second')
    await room.servers().stop(URI)
    expect(await call()).toEqual({ text: "first from 1.0.0 with ['--loud']: this" })

    publish('1.1.0')
    await room.servers().stop(URI)
    await expect(call()).rejects.toMatchObject({
      code: 'server_package_changed',
      params: { before: 'pinned-server@1.0.0', after: 'pinned-server@1.1.0' },
    })
    const found = view()?.package?.found?.sha256 ?? ''
    expect(view()?.package?.differences).toMatchObject([
      { path: 'pinned-server', before: expect.stringMatching(/^1\.0\.0 sha256:/) as unknown },
      { path: 'pinned-words', after: expect.stringMatching(/^2\.0\.0 sha256:/) as unknown },
    ])
    expect(existsSync(join(room.fetched, found, 'venv'))).toBe(false)
    await room.again()
    await expect(call()).rejects.toMatchObject({ code: 'server_package_changed' })
    await room.servers().acceptPackage({ uri: URI, sha256: found })
    expect(await call()).toEqual({ text: "second from 1.1.0 with ['--loud']: this" })

    // If the index does not answer, the accepted version is used.
    await index.close()
    await room.servers().stop(URI)
    expect(await call()).toEqual({ text: "second from 1.1.0 with ['--loud']: this" })
  },
)

it.skipIf(python === null)(
  'an exact version is asked for once, and a file that is not the accepted one is not installed',
  { timeout: 300_000 },
  async () => {
    opened()
    const exact = definition(['pipx', 'run', 'pinned-server==1.0.0'])
    await expect(
      room.servers().add({
        uri: URI,
        definition: definition(['pipx', 'run', 'pinned-server'], []),
      }),
    ).rejects.toMatchObject({ code: 'server_package_host', params: { host: index.host } })
    expect(index.asked).toEqual([])
    await expect(
      room.servers().add({ uri: URI, definition: definition(['pipx', 'run', 'no-such-server']) }),
    ).rejects.toMatchObject({
      code: 'server_package_unfetched',
      params: { problem: expect.stringContaining('no-such-server') as unknown },
    })
    await connectServer(room.servers(), { uri: URI, definition: exact })
    await room.servers().stop(URI)
    index.asked.length = 0
    expect(await call()).toMatchObject({ text: expect.stringContaining('first from 1.0.0') as unknown })
    expect(index.asked).toEqual([])

    // Accepted but no longer installed, while the index serves another file under the same version.
    const sha256 = view()?.package?.accepted?.sha256 ?? ''
    execFileSync('rm', ['-rf', join(room.fetched, sha256, 'venv')])
    publishWords('1.0.0', 'forged')
    await room.servers().stop(URI)
    await expect(call()).rejects.toMatchObject({
      code: 'server_package_unfetched',
      params: { problem: expect.stringMatching(/hash/i) as unknown },
    })
  },
)
