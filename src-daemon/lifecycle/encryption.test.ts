import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stopDaemon } from '../client/index.ts'
import { useKeychainOfItsOwn, withKeychain } from '../identity/keys/testing/session.ts'
import { databaseKind } from '../storage/index.ts'
import { runCli } from '../testing/cli.ts'
import { connectReady, endOf, spawnDaemon } from '../testing/daemon-process.ts'
import { makeQuickVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

const SECRET = 'a note that nobody else may read'
const TIMEOUT = 240_000

withKeychain(import.meta.url, () => {
  useKeychainOfItsOwn()

  let home: ReturnType<typeof tempHome>
  let env: NodeJS.ProcessEnv
  let daemon: ChildProcess | null = null
  beforeEach(() => {
    home = tempHome()
    env = { ...home.env, LC_ALL: 'en_GB.UTF-8' }
  })
  afterEach(async () => {
    await stop()
    // One that a command started.
    await stopDaemon(env)
    home.remove()
  })

  const start = async (): Promise<void> => {
    daemon = await spawnDaemon(env)
  }
  const stop = async (): Promise<void> => {
    daemon?.kill('SIGTERM')
    if (daemon !== null) await endOf(daemon)
    daemon = null
  }
  const writeNote = async (): Promise<void> => {
    const client = await connectReady(env)
    await client.api.chat.send.mutate({ text: SECRET, model: 'planner' })
    await client.close()
  }
  /** Every file of the data folder in which the note can be read. */
  const readable = (): readonly string[] =>
    readdirSync(home.paths.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const path = join(home.paths.dataDir, name)
      return (
        statSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path).includes(SECRET)
      )
    })
  const messages = async (): Promise<string> => {
    const client = await connectReady(env)
    try {
      const { items } = await client.api.chat.conversations.query({})
      const [conversation] = items
      return JSON.stringify(await client.api.chat.messages.query({ conversationId: conversation?.id ?? '' }))
    } finally {
      await client.close()
    }
  }

  it(
    'new data is encrypted with a key in the keychain, and cannot be opened or replaced without it',
    async () => {
      const { AsyncEntry } = await import('@napi-rs/keyring')
      await start()
      await writeNote()
      expect(readable()).toEqual([])
      expect((await runCli(env, 'doctor')).stdout).toContain(
        'Your data is encrypted. The key is in the system keychain.',
      )
      await stop()
      expect(databaseKind(home.paths.database)).toBe('encrypted')
      expect(readable()).toEqual([])

      const { key } = JSON.parse(readFileSync(join(home.paths.dataDir, 'encryption.json'), 'utf8')) as {
        key: { entry: string }
      }
      const entry = new AsyncEntry('Satchel', key.entry)
      const kept = (await entry.getPassword()) ?? ''
      const before = readFileSync(home.paths.database)
      await entry.deleteCredential()
      await start()
      const refused = await runCli(env, 'doctor', '--set-aside', '--yes', '--json')
      expect(refused.stdout).toContain('database_key_missing')
      await entry.setPassword(`text/1:${'00'.repeat(32)}`)
      await stop()
      await start()
      expect((await runCli(env, 'doctor', '--set-aside', '--yes', '--json')).stdout).toContain(
        'database_key_wrong',
      )
      await stop()
      expect(readFileSync(home.paths.database).equals(before)).toBe(true)
      expect(readdirSync(home.paths.dataDir).filter((name) => name.includes('kept'))).toEqual([])

      await entry.setPassword(kept)
      await start()
      expect(await messages()).toContain(SECRET)
    },
    TIMEOUT,
  )

  it(
    'older data is encrypted when that is wished, and decrypted again',
    async () => {
      await makeQuickVault(env)
      await start()
      await writeNote()
      const asked = await runCli(env, 'data', 'status', '--json')
      expect(JSON.parse(asked.stdout)).toMatchObject({ encrypted: false, offered: true })
      await stop()
      expect(readable()).not.toEqual([])

      const encrypted = await runCli(env, 'data', 'encrypt', '--yes')
      expect(encrypted.stdout).toContain('Your data is encrypted. The key is in the vault.')
      expect(readable()).toEqual([])
      expect(await messages()).toContain(SECRET)
      expect((await runCli(env, 'data', 'encrypt', '--yes', '--json')).stderr).toContain('already_encrypted')

      const decrypted = await runCli(env, 'data', 'decrypt', '--yes')
      expect(decrypted.stdout).toContain('Your data isn’t encrypted')
      expect(await messages()).toContain(SECRET)
      const status = JSON.parse((await runCli(env, 'data', 'status', '--json')).stdout) as unknown
      expect(status).toMatchObject({ encrypted: false, offered: false })
    },
    TIMEOUT,
  )

  it(
    'data whose key is in the vault waits for its passphrase, and for nothing else',
    async () => {
      env = { ...env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
      await start()
      await writeNote()
      await stop()
      const { SATCHEL_VAULT_PASSPHRASE: passphrase, ...without } = env
      daemon = await spawnDaemon(without)
      const status = await runCli(without, 'daemon', 'status', '--json')
      expect(status.stdout).toContain('"needs_vault"')
      expect((await runCli({ ...env, SATCHEL_VAULT_PASSPHRASE: 'another one' }, 'keys', 'list')).code).toBe(1)
      expect((await runCli(env, 'keys', 'list')).code).toBe(0)
      expect(passphrase).toBeDefined()
      expect(await messages()).toContain(SECRET)
      await stop()
      rmSync(join(home.paths.dataDir, 'vault.age'))
      await start()
      expect((await runCli(env, 'doctor', '--json')).stdout).toContain('database_key_missing')
    },
    TIMEOUT,
  )
})
