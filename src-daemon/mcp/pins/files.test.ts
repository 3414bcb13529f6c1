import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { openPinnedServers, programOf, type PinnedServers } from '../testing/pinned-servers.ts'
import { filePinOf } from './file-pin.ts'
import { connectServer } from '../testing/connect-server.ts'

const SERVER = join(appRoot, 'src-daemon/mcp/testing/plain_server.py')
const URI = 'plain'

let room: PinnedServers
let folder: string
beforeEach(() => {
  room = openPinnedServers()
  folder = join(room.root, 'server')
  mkdirSync(join(folder, 'node_modules/x'), { recursive: true })
})
afterEach(() => room.end())

const call = () =>
  room.servers().call({
    serverUri: URI,
    action: 'speak',
    arguments: { what: 'this' },
    signal: new AbortController().signal,
  })
const pin = (command: readonly string[], write: readonly string[] = []) => {
  const definition = programOf(command, { write: [...write] })
  if (definition.kind !== 'command') throw new Error('it is a program')
  return filePinOf(definition, {
    home: join(room.root, 'home'),
    temporary: room.root,
    locate: (program) => Promise.resolve(program),
  })
}
const names = async (...given: Parameters<typeof pin>) => (await pin(...given))?.parts.map(({ name }) => name)

it('a script of Python is started, and asks again once it is another', { timeout: 120_000 }, async () => {
  const script = join(folder, 'server.py')
  copyFileSync(SERVER, script)
  const definition = programOf(['python3', script], { read: [folder] })
  const added = await connectServer(room.servers(), { uri: URI, definition })
  expect(added.package).toMatchObject({
    status: 'accepted',
    accepted: { kind: 'files', title: 'server.py', parts: 1 },
  })
  expect(await call()).toEqual({ text: 'python says this' })

  const before = readFileSync(script)
  appendFileSync(script, '\n# and more\n')
  // The running process is what was accepted; the next start would not be.
  expect(await call()).toEqual({ text: 'python says this' })
  await room.servers().stop(URI)
  await expect(call()).rejects.toMatchObject({ code: 'server_package_changed' })
  const waits = room.servers().get(URI)?.package
  expect(waits).toMatchObject({
    status: 'changed',
    differing: 1,
    differences: [
      {
        path: 'server.py',
        before: expect.stringMatching(/^sha256:/) as unknown,
        after: expect.stringMatching(/^sha256:/) as unknown,
      },
    ],
  })
  // With the original file restored, nothing is pending.
  writeFileSync(script, before)
  expect(await call()).toEqual({ text: 'python says this' })
  expect(room.servers().get(URI)).toMatchObject({
    problem: null,
    package: { status: 'accepted', found: null },
  })

  appendFileSync(script, '\n# and more\n')
  await room.servers().stop(URI)
  await expect(room.servers().test(URI)).rejects.toMatchObject({ code: 'server_package_changed' })
  const sha256 = room.servers().get(URI)?.package?.found?.sha256 ?? ''
  expect(sha256).toBe(waits?.found?.sha256)
  await room.servers().acceptPackage({ uri: URI, sha256 })
  expect(await call()).toEqual({ text: 'python says this' })

  // With another definition it is connected again, which has its own review.
  const other = join(folder, 'other.py')
  copyFileSync(SERVER, other)
  const changed = await room
    .servers()
    .change({ uri: URI, definition: programOf(['python3', other], { read: [folder] }) })
  expect(changed.package).toMatchObject({ status: 'accepted', accepted: { title: 'other.py', parts: 2 } })
  await room.servers().remove(URI)
  expect(room.servers().get(URI)).toBeNull()
})

it('the pin covers the program, the named scripts, and the code and manifests beside them', async () => {
  for (const [name, text] of Object.entries({
    'index.mjs': '1',
    'package.json': '{}',
    'lib.js': '2',
    'notes.txt': 'not code',
    'memory.json': 'what it keeps',
    '.hidden.js': '3',
    'node_modules/x/index.js': 'not looked at',
    'node_modules/.package-lock.json': '{"lock":1}',
  }))
    writeFileSync(join(folder, name), text)
  const script = join(folder, 'index.mjs')
  const all = ['.hidden.js', 'index.mjs', 'lib.js', 'node_modules/.package-lock.json', 'package.json']
  expect(
    await names(['/usr/bin/node', '--no-warnings', script, '--db', join(folder, 'memory.json')]),
  ).toEqual(all)
  // Also after an option's name; and nothing in folders it may write.
  expect(await names(['/usr/bin/node', `--import=${script}`])).toEqual(all)
  expect(await names(['/usr/bin/node', script], [folder])).toEqual(['index.mjs'])

  // A program of its own is hashed, a system interpreter is not.
  const program = join(folder, 'serve')
  writeFileSync(program, '#!/bin/sh\n')
  chmodSync(program, 0o755)
  expect(await names([program, '--stdio'])).toEqual(['serve'])
  expect(await names(['/usr/bin/python3', '-m', 'http.server'])).toBeUndefined()
  // A downloader is not what runs: its own hash would say nothing.
  for (const fetches of ['uvx', 'docker'])
    expect(await names([`/usr/bin/${fetches}`, program])).toBeUndefined()

  // A home folder contains too much else: only the script itself is hashed there.
  const home = join(room.root, 'home')
  mkdirSync(join(home, 'Downloads'))
  for (const name of ['server.py', 'Downloads/server.py', 'Downloads/other.py'])
    writeFileSync(join(home, name), 'x')
  expect(await names(['python3', '~/server.py'])).toEqual(['server.py'])
  expect(await names(['python3', join(home, 'Downloads/server.py')])).toEqual(['server.py'])
})

it('more code than can be looked at is the script and its manifests', async () => {
  writeFileSync(join(folder, 'large.py'), '')
  truncateSync(join(folder, 'large.py'), 65 * 1024 * 1024)
  for (const name of ['server.py', 'pyproject.toml']) writeFileSync(join(folder, name), '')
  expect(await names(['python3', join(folder, 'server.py')])).toEqual(['pyproject.toml', 'server.py'])
})

it('an interpreter behind a link the server may write is pinned by the link’s target', async () => {
  const link = join(folder, 'bin', 'python3')
  const others = join(room.root, 'others', 'bin')
  for (const path of [join(folder, 'bin'), others]) mkdirSync(path, { recursive: true })
  writeFileSync(join(others, 'private'), '')
  symlinkSync('/usr/bin/env', link)
  const command = [link, '-m', 'server']
  expect(await pin(command)).toBeNull()
  const before = await pin(command, [folder])
  expect(before?.parts).toEqual([{ name: link, version: null, hash: 'link:/usr/bin/env' }])
  rmSync(link)
  symlinkSync(join(others, 'private'), link)
  expect((await pin(command, [folder]))?.sha256).not.toBe(before?.sha256)
})
