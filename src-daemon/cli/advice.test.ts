import type { ChildProcess } from 'node:child_process'
import { TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorViewSchema } from '../contract/errors.ts'
import { runCli } from '../testing/cli.ts'
import { connectReady, endOf } from '../testing/daemon-process.ts'
import { spawnWithVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

/** What a client of the daemon is told, as the window reads it. */
const toldByDaemon = (thrown: unknown) => {
  if (!(thrown instanceof TRPCClientError)) throw thrown
  return z.object({ satchel: errorViewSchema }).parse(thrown.data).satchel
}

describe.skipIf(process.platform === 'win32')('what to do about an error', () => {
  const home = tempHome()
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  let daemon: ChildProcess

  beforeAll(async () => {
    daemon = await spawnWithVault(env)
  }, 60_000)
  afterAll(async () => {
    daemon.kill('SIGKILL')
    await endOf(daemon)
    home.remove()
  })

  it('is a page in the window and a command in a terminal', async () => {
    const name = 'state.db.v1-2026-01-01T00-00-00.000Z'
    const client = await connectReady(env)
    const inWindow = await client.api.backups.check.mutate({ name }).then(() => null, toldByDaemon)
    await client.close()
    expect(inWindow?.action).toBe('Your backups are listed under Settings, Data.')

    const command = 'List your backups with `satchel backup list`.'
    const { stderr } = await runCli(env, 'backup', 'check', name)
    expect(stderr.split('\n')).toEqual([`There is no backup named ${name}. (backup_not_found)`, command, ''])
    const { stderr: json } = await runCli(env, '--json', 'backup', 'check', name)
    const view: unknown = JSON.parse(json)
    expect(view).toMatchObject({ code: 'backup_not_found', action: command })
    expect(view).not.toHaveProperty('terminal')
  })
})
