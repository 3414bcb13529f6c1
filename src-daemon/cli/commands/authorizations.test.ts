import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { createMemorySigner } from '../../identity/index.ts'
import { authorizationSchema } from '../../contract/authorizations.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 120_000
const shownSchema = z.object({ info: authorizationSchema, chain: z.array(z.record(z.string(), z.unknown())) })

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
const start = async () => {
  daemon = await spawnWithVault(env)
  await (await connectReady(env)).close()
}
const stop = async () => {
  daemon.kill('SIGTERM')
  await endOf(daemon)
}
beforeEach(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  await start()
}, TIMEOUT)
afterEach(async () => {
  await stop()
  home.remove()
}, TIMEOUT)

/** Runs `satchel ...` as a script does, without a terminal. */
const satchel = (...args: string[]) => runCli(env, ...args)
const authorizations = (...args: string[]) => satchel('authorizations', ...args)
const list = async () =>
  z.array(authorizationSchema).parse(JSON.parse((await authorizations('list', '--json')).stdout))

it(
  'shows, passes on, verifies and takes back what an install may do, over a restart',
  { timeout: TIMEOUT },
  async () => {
    expect(await satchel('cap', 'install', 'note', '--yes')).toMatchObject({ code: 0 })
    const [issued] = await list()
    const { id = '', target = '' } = issued ?? {}
    expect(issued).toMatchObject({ capUri: 'did:nuwa:cap:note', revokedAt: null })
    const shown = shownSchema.parse(JSON.parse((await authorizations('show', id, '--json')).stdout))
    expect(shown).toMatchObject({ info: issued, chain: [{ id, invocationTarget: target }] })

    await stop()
    await start()
    const other = createMemorySigner().did
    const to = ['delegate', id, '--to', other, '--actions']
    expect((await authorizations(...to, 'state.query')).stderr).toContain('needs_consent')
    expect((await authorizations(...to, 'state.delete.hard', '--yes')).stderr).toContain(
      'authorization_widened',
    )
    const given = await authorizations(...to, 'state.query', '--days', '2', '--yes')
    expect(given.code).toBe(0)
    const path = join(home.paths.dataDir, 'chain.json')
    writeFileSync(path, given.stdout)

    const verify = (action: string) =>
      authorizations('verify', `@${path}`, '--action', action, '--target', target)
    expect((await verify('state.query')).stdout).toContain(`Valid: ${other} can do this`)
    const asJson = await authorizations(...to, 'state.query', '--days', '2', '--yes', '--json')
    writeFileSync(path, asJson.stdout)
    expect((await verify('state.query')).stdout).toContain(`Valid: ${other} can do this`)
    expect(await verify('state.create')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('doesn’t allow state.create') as string,
    })

    // The id from before the restart still identifies the install.
    expect(await authorizations('revoke', id, '--yes')).toMatchObject({ code: 0 })
    expect((await verify('state.query')).stderr).toContain('authorization_revoked')
    const query = ['cap', 'invoke', 'acp:note/state.query', '{"query":{"from":"did:nuwa:state:note#v1"}}']
    expect((await satchel(...query)).stdout).toContain('"authorization_revoked"')
    expect((await list()).every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  },
)
