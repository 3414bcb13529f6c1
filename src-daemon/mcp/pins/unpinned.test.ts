/** What cannot be pinned is said before anything starts. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPinnedServers, programOf, type PinnedServers } from '../testing/pinned-servers.ts'

let room: PinnedServers
beforeEach(() => {
  room = openPinnedServers()
})
afterEach(() => room.end())

it.skipIf(process.platform === 'win32').each([
  [['uvx', '--from', 'git+https://a.example/x', 'x'], 'git+https://a.example/x'],
  [['uvx', '--with-editable', './x', 'name'], '--with-editable'],
  [['uv', 'tool', 'run', '--with', 'https://a.example/x.whl', 'name'], 'https://a.example/x.whl'],
  [['pipx', 'run', '--spec', './folder', 'x'], './folder'],
  [['uv', 'run', '--with', 'mcp', import.meta.filename], `uv run --with mcp ${import.meta.filename}`],
  [['sh', '-c', 'exec something'], 'sh -c exec something'],
])('%j', async (command, what) => {
  expect(await room.servers().fetches(programOf(command))).toEqual({ unpinned: 'command', what })
})

it('an image that is named by its tag', async () => {
  const image = 'a.example/server:1.0'
  const run = (name: string) => programOf(['docker', 'run', '-i', '--rm', name], { unsandboxed: true })
  expect(await room.servers().fetches(run(image))).toEqual({ unpinned: 'image', what: image })
  expect(await room.servers().fetches(run(`${image}@sha256:${'0'.repeat(64)}`))).toBeNull()
})

it('nothing for a program, a script, or a missing program', async () => {
  expect(await room.servers().fetches(programOf([process.execPath, import.meta.filename]))).toBeNull()
  expect(await room.servers().fetches(programOf(['no-such-program-here', 'x']))).toBeNull()
})
