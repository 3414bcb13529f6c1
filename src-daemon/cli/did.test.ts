import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runCli } from '../testing/cli.ts'
import { connectReady, endOf } from '../testing/daemon-process.ts'
import { spawnWithVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

/** `satchel did` with its own daemon. */
describe.skipIf(process.platform === 'win32')('satchel did', () => {
  const home = tempHome()
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  let daemon: ChildProcess

  const start = async (): Promise<void> => {
    daemon = await spawnWithVault(env)
    const client = await connectReady(env)
    await client.close()
  }
  beforeAll(start, 60_000)
  afterAll(async () => {
    daemon.kill('SIGKILL')
    await endOf(daemon)
    home.remove()
  })

  const run = (...args: string[]) => runCli(env, 'did', ...args)
  const codeOf = (stderr: string): string => z.object({ code: z.string() }).parse(JSON.parse(stderr)).code

  it('shows the keys of a DID, and says of one it cannot look up why', async () => {
    const key = 'z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw'
    const { code, stdout } = await run('resolve', `did:key:${key}`)
    expect(code).toBe(0)
    expect(stdout).toContain(`did:key:${key}#${key}  Ed25519  assertionMethod authentication`)
    const refused = await run('resolve', 'did:web:localhost%3A8443', '--fresh', '--json')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(refused.stderr)).toMatchObject({
      code: 'did_unreachable',
      details: { host: 'localhost:8443', reason: 'private_address' },
    })
    expect(codeOf((await run('resolve', 'did:web:10.0.0.1', '--json')).stderr)).toBe('did_unresolvable')
  })

  it('signs a request, and tells who sent it once, also after the daemon was ended', async () => {
    const audience = ['--audience', 'https://svc.example']
    const params = ['--param', 'uri=https://svc.example/mcp?a=b', '--params', '{"n":[1]}']
    const { stdout } = await run('auth', 'create', '--operation', 'http_request', ...params, ...audience)
    const header = stdout.trim()
    const verified = await run('auth', 'verify', header, ...audience, '--json')
    expect(JSON.parse(verified.stdout)).toMatchObject({
      operation: 'http_request',
      params: { n: [1], uri: 'https://svc.example/mcp?a=b' },
    })
    daemon.kill('SIGKILL')
    await endOf(daemon)
    await start()
    expect(codeOf((await run('auth', 'verify', header, ...audience, '--json')).stderr)).toBe(
      'did_auth_replayed',
    )
  }, 60_000)
})
