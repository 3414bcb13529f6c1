import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { scopeUsageSchema } from '../../contract/state-lifecycle.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 120_000
const SETTINGS = 'did:nuwa:core:AgentSettings#v1'

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
beforeAll(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  daemon = await spawnWithVault(env)
  await (await connectReady(env)).close()
}, TIMEOUT)
afterAll(async () => {
  daemon.kill('SIGTERM')
  await endOf(daemon)
  home.remove()
}, TIMEOUT)

const state = (...args: string[]) => runCli(env, 'state', ...args)

it('says what uses space, what leaves, and purges', { timeout: TIMEOUT }, async () => {
  const usage = z.array(scopeUsageSchema).parse(JSON.parse((await state('usage', '--json')).stdout))
  const core = usage.find(({ scope }) => scope === 'sc:core')
  expect(core).toMatchObject({ owner: 'core', limit: 1024 ** 3 })
  expect((await state('usage')).stdout).toContain('sc:core of core: ')
  const { stdout } = await state('expiring')
  expect(stdout).toMatch(/x-ttl +P14D/)
  expect(stdout).toMatch(/x-retention +P90D evict_low_importance/)
  expect(JSON.parse((await state('purge', '--json')).stdout)).toMatchObject({ expired: 0, evicted: 0 })
})

it('finds words in everything kept', { timeout: TIMEOUT }, async () => {
  expect((await state('search', 'EN')).stdout).toContain(SETTINGS)
  const { stdout } = await state('search', 'no', 'such', 'words', '--json')
  expect(JSON.parse(stdout)).toEqual({ hits: [], found: 0, complete: true })
})

it('sets a limit, which then holds and says what takes most', { timeout: TIMEOUT }, async () => {
  expect(await state('limit', 'sc:core', '100')).toMatchObject({
    code: 0,
    stdout: 'The limit of sc:core is now 100 B.\n',
  })
  const { id } = z
    .object({ items: z.tuple([z.object({ id: z.string() })]) })
    .parse(JSON.parse((await state('query', '--from', SETTINGS, '--json')).stdout)).items[0]
  const refused = await state('update', SETTINGS, id, '{"$set": {"tone": "kids"}}', '--json')
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'quota_exceeded' })
  expect(refused.stderr).toContain('the limit is 100 B')
  expect((await state('limit', 'sc:core', '1000000')).code).toBe(0)
  expect((await state('update', SETTINGS, id, '{"$set": {"tone": "kids"}}')).code).toBe(0)
})

it('refuses a scope that is not there with 1, and no number with 2', { timeout: TIMEOUT }, async () => {
  const unknown = await state('limit', 'sc:none', '100', '--json')
  expect(unknown.code).toBe(1)
  expect(JSON.parse(unknown.stderr)).toMatchObject({ code: 'not_found' })
  expect((await state('limit', 'sc:core', 'much')).code).toBe(2)
})
