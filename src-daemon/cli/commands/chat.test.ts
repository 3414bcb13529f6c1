import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 120_000

/** `satchel chat` with a real daemon. A promise that nobody handles fails the run of the tests. */
describe.skipIf(process.platform === 'win32')('satchel chat', { timeout: TIMEOUT }, () => {
  const home = tempHome()
  const env: NodeJS.ProcessEnv = {
    ...home.env,
    LC_ALL: 'en_GB.UTF-8',
    OLLAMA_HOST: 'http://127.0.0.1:9',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  }
  let daemon: Awaited<ReturnType<typeof spawnWithVault>>

  beforeAll(async () => {
    daemon = await spawnWithVault(env)
    await (await connectReady(env)).close()
  }, TIMEOUT)
  afterAll(async () => {
    daemon.kill('SIGTERM')
    await endOf(daemon)
    home.remove()
  }, TIMEOUT)

  const chat = (...args: string[]) => runCli(env, 'chat', ...args)

  it('prints the answer', async () => {
    const { code, stdout } = await chat('hello')
    expect(code).toBe(0)
    expect(stdout).toContain('built-in planner')
  })

  it.each([
    ['a conversation that is not there', ['hi', '--conversation', 'nope'], 'conversation_not_found'],
    ['a capability that is not installed', ['hi', '--capability', 'nope'], 'capability_not_installed'],
    ['an empty message', [''], 'invalid_request'],
  ])('refuses %s with one clear error, and ends', async (_what, args, code) => {
    const refused = await chat(...args)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`(${code})`)
    expect(refused.stderr).not.toContain('    at ')
  })
})
