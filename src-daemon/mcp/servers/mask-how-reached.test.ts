import { expect, it } from 'vitest'
import { serverDefinitionSchema } from '../../contract/servers.ts'
import { SatchelError } from '../../platform/errors.ts'
import { maskHowReached } from './mask-how-reached.ts'

const PROGRAM = serverDefinitionSchema.parse({
  kind: 'command',
  command: '/opt/tools/bin/served',
  args: ['run', '-y', '/home/ann/served/main.mjs', '--config=/home/ann/served.json', '--port', '4711'],
  cwd: '/home/ann/workspace',
})
/** As the official server for files is added: its folder is both an argument and a grant. */
const FILES = serverDefinitionSchema.parse({
  kind: 'command',
  command: 'npx',
  args: ['-y', '@scope/files', '/home/ann/notes', '/home/ann/app/main.mjs', '/home/ann/apps'],
  grants: { read: ['/home/ann/notes', '/home/ann/app'] },
})
const address = (url: string) => serverDefinitionSchema.parse({ kind: 'url', url })

const said = (problem: string, definition = PROGRAM, uri = 'files'): unknown => {
  const params = { server: uri, tool: 'act', problem }
  const error = new SatchelError('server_tool_failed', { params, details: { ...params, stack: [problem] } })
  const masked = maskHowReached(error, { uri, definition }, ['/usr/bin/node', '/home/ann/served/main.mjs'])
  if (!(masked instanceof SatchelError)) throw new Error('no error')
  expect(masked.details).toMatchObject({ stack: [masked.params['problem']] })
  return masked.params['problem']
}

it.each([
  'src/app.ts:120:5 - expected 3, got 4',
  'ENOENT: no such file, open /home/ann/notes/today.md:8',
  'Sign in at https://login.example/oauth?client=1&port=2 or at http://localhost:3000/login',
  'broken\n    at test (/srv/app/index.js:12:9)',
  'run node main.mjs with -y; 10:30:59; [::1]:80; C:\\Users\\ann\\a.txt',
])('leaves a tool’s words as they were said: %s', (words) => {
  expect(said(words)).toBe(words)
  expect(said(words, address('https://served.example:8443/mcp'))).toBe(words)
  expect(said(words, address('http://127.0.0.1:4711/mcp'))).toBe(words)
})

it.each([
  ['/opt/tools/bin/served: exited', '•••: exited'],
  ['at /home/ann/served/main.mjs:3', 'at •••:3'],
  ['beside it: /home/ann/served/lib.mjs', 'beside it: •••/lib.mjs'],
  ['cannot read /home/ann/served.json', 'cannot read •••'],
  ['in /home/ann/workspace/sub', 'in •••/sub'],
  ['started by /usr/bin/node', 'started by •••'],
  ['listening on 127.0.0.1:4711', 'listening on •••'],
])('takes out how a program is run: %s', (words, shown) => {
  expect(said(words)).toBe(shown)
})

it.each([
  [
    "EROFS: read-only file system, open '/home/ann/notes/x'",
    "EROFS: read-only file system, open '/home/ann/notes/x'",
  ],
  ['at /home/ann/app/lib.mjs', 'at •••/lib.mjs'],
  ['in /home/ann/apps', 'in •••'],
  ['npx -y @scope/files /home/ann/notes', 'npx -y ••• /home/ann/notes'],
])('leaves the folders it works on, not those its program is in: %s', (words, shown) => {
  expect(said(words, FILES)).toBe(shown)
})

it.each([
  ['https://served.example:8443/mcp', 'POST https://served.example:8443/mcp failed', 'POST ••• failed'],
  ['https://served.example:8443/mcp', 'no route to served.example', 'no route to •••'],
  ['https://served.example:8443/mcp', 'port 8443 is closed', '••• is closed'],
  ['http://127.0.0.1:8795/mcp', 'connect ECONNREFUSED 127.0.0.1:8795', 'connect ECONNREFUSED •••'],
  ['http://localhost:8795/mcp', 'connect ECONNREFUSED [::1]:8795', 'connect ECONNREFUSED •••'],
])('takes out the address %s', (url, words, shown) => {
  expect(said(words, address(url), url)).toBe(shown)
  expect(said(`${url} it was`, address(url), url)).toBe('••• it was')
})
