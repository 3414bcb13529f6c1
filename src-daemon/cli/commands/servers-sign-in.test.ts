import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAuthorizationServer, type AuthorizationServer } from '../../mcp/testing/authorization-server.ts'
import { startGuardedServer, type GuardedServer } from '../../mcp/testing/guarded-server.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { cliEntry } from '../../testing/entries.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 240_000

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
let authorization: AuthorizationServer
let server: GuardedServer

beforeAll(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  authorization = await startAuthorizationServer()
  server = await startGuardedServer(authorization)
  daemon = await spawnWithVault(env)
  await (await connectReady(env)).close()
}, TIMEOUT)
afterAll(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  authorization.close()
  server.close()
  home.remove()
}, TIMEOUT)

it(
  'keeps a server that wants a sign-in, prints where to go, waits for the browser, and signs out',
  async () => {
    const added = await runCli(env, '--yes', 'servers', 'add', 'notes', '--url', server.url)
    expect(added).toMatchObject({ code: 0 })
    expect(added.stdout).toContain('satchel servers sign-in notes')
    expect((await runCli(env, 'servers', 'list')).stdout).toContain('needs sign-in')

    const signing = spawn(process.execPath, [cliEntry, 'servers', 'sign-in', 'notes'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines: string[] = []
    for await (const line of createInterface(signing.stdout)) {
      lines.push(line)
      if (line.startsWith(`${authorization.issuer}/authorize?`)) await (await fetch(line)).text()
    }
    expect(lines[0]).toContain(`${authorization.issuer} asks whether Satchel may use notes`)
    expect(lines.at(-1)).toBe('Signed in to notes: 2 tools.')
    const token = server.shown.at(-1) ?? ''
    const listed = await runCli(env, 'servers', 'list', '--json')
    expect(listed.stdout).toContain(authorization.issuer)
    expect(token.length).toBeGreaterThan(10)
    expect(listed.stdout).not.toContain(token)

    const out = await runCli(env, 'servers', 'sign-out', 'notes')
    expect(out.stdout).toContain('Its sign-in server revoked the tokens.')
    expect(authorization.check(token, server.url)).toBe('invalid')
    expect(authorization.wrong).toEqual([])
  },
  TIMEOUT,
)
