/** Finding the installer of Python packages runs programs outside the sandbox: never one that a definition names by its path. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPinnedServers, programOf, type PinnedServers } from '../testing/pinned-servers.ts'

let room: PinnedServers
let own: string
beforeEach(() => {
  room = openPinnedServers()
  own = join(room.root, 'own')
  mkdirSync(own)
  for (const name of ['uvx', 'uv', 'pipx', 'python3', 'python3.12']) {
    writeFileSync(join(own, name), `#!/bin/sh\n: > '${room.root}/escaped'\necho '${own}/python3'\n`)
    chmodSync(join(own, name), 0o755)
  }
})
afterEach(() => room.end())

it.skipIf(process.platform === 'win32').each([
  { command: ['uvx', 'some-server'], named: 'its own uvx' },
  { command: ['uv', 'tool', 'run', 'some-server'], named: 'its own uv' },
])('$named is not asked, nor what lies beside it', async ({ command: [program = '', ...args] }) => {
  const definition = programOf([join(own, program), ...args])
  await room
    .servers()
    .fetches(definition)
    .catch(() => null)
  await room
    .servers()
    .add({ uri: 'own', definition })
    .catch(() => null)
  expect(existsSync(join(room.root, 'escaped'))).toBe(false)
})

it.skipIf(process.platform === 'win32').each([
  ['uvx', '--python'],
  ['pipx', 'run', '--python'],
])('%s: its own Python is not asked', async (...command) => {
  const python = join(own, 'python3')
  const definition = programOf([...command, python, 'some-server'])
  expect(await room.servers().fetches(definition)).toEqual({ unpinned: 'command', what: python })
  expect(existsSync(join(room.root, 'escaped'))).toBe(false)
})
