import type { ChildProcess } from 'node:child_process'
import { expect, it, vi } from 'vitest'
import { useKeychainOfItsOwn, withKeychain } from '../identity/keys/testing/session.ts'
import { openForReading } from '../storage/index.ts'
import { runCli } from '../testing/cli.ts'
import { dataKey } from '../testing/data-key.ts'
import { connectReady, endOf, spawnDaemon } from '../testing/daemon-process.ts'
import { tempHome } from '../testing/temp-home.ts'

/** Only ends a hanging test. */
const PATIENCE_MS = 20_000

withKeychain(import.meta.url, () => {
  useKeychainOfItsOwn()

  it('a model server’s key is in the keychain; doctor reports a missing one, and it is removed with the server', async () => {
    const { AsyncEntry, findCredentialsAsync } = await import('@napi-rs/keyring')
    const accounts = async (): Promise<string[]> =>
      (await findCredentialsAsync('Satchel')).map(({ account }) => account)
    const before = new Set(await accounts())
    const ours = async (): Promise<string[]> => (await accounts()).filter((one) => !before.has(one))
    const keys = async (): Promise<string[]> =>
      (await ours()).filter((one) => one.startsWith('secret:models/lab:'))
    const home = tempHome()
    const env = { ...home.env, LC_ALL: 'en_GB.UTF-8' }
    let daemon: ChildProcess | null = null
    try {
      daemon = await spawnDaemon(env)
      const client = await connectReady(env)
      const { models, identity } = client.api
      await models.addEndpoint.mutate({
        id: 'lab',
        name: 'Lab',
        baseUrl: 'http://127.0.0.1:9/v1',
        contextWindow: null,
        tools: 'auto',
        vision: false,
        models: [],
      })
      await models.setKey.mutate({ id: 'lab', key: 'sk-in-the-keychain' })
      const [account = ''] = await keys()
      expect(await new AsyncEntry('Satchel', account).getPassword()).toBe('text/1:sk-in-the-keychain')
      expect(await identity.secretProblems.query()).toEqual([])
      const healthy = (await runCli(env, 'doctor')).stdout
      expect(healthy).not.toContain('models/lab')
      expect(healthy).toMatch(
        /Sandbox limits +(?:Limited by the system: memory|Memory and processes are measured twice a second)/,
      )

      await new AsyncEntry('Satchel', account).deleteCredential()
      const { stdout } = await runCli(env, 'doctor')
      expect(stdout).toContain('The secret models/lab is no longer in the keychain or vault.')
      expect(stdout).toContain('Enter it again where you use it')
      await models.setKey.mutate({ id: 'lab', key: 'sk-given-again' })
      expect(await identity.secretProblems.query()).toEqual([])

      await models.removeEndpoint.mutate({ id: 'lab' })
      // Checked while the daemon makes no request: gnome-keyring may crash with two at once.
      const db = openForReading(home.paths.database, await dataKey(home.paths))
      await vi.waitFor(
        () => expect(db.prepare('SELECT count(*) FROM secret_entries').pluck().get()).toBe(0),
        PATIENCE_MS,
      )
      db.close()
      expect(await keys()).toEqual([])
      await client.close()
    } finally {
      daemon?.kill('SIGTERM')
      if (daemon !== null) await endOf(daemon)
      for (const account of await ours()) await new AsyncEntry('Satchel', account).deleteCredential()
      home.remove()
    }
  }, 60_000)
})
