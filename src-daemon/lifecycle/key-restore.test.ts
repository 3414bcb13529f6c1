import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stopDaemon } from '../client/index.ts'
import { useKeychainOfItsOwn, withKeychain } from '../identity/keys/testing/session.ts'
import { createVault } from '../identity/stores/vault.ts'
import { errorCodeIn, runCli } from '../testing/cli.ts'
import { connectReady, endOf, spawnDaemon } from '../testing/daemon-process.ts'
import { tempHome } from '../testing/temp-home.ts'

const SECRET = 'a note that comes back'
const BACKUP = { SATCHEL_BACKUP_PASSPHRASE: 'a passphrase for backups' }
const TIMEOUT = 240_000
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }

/** Data whose key is lost, with real daemons, keychain and vault. */
withKeychain(import.meta.url, () => {
  useKeychainOfItsOwn()

  let homes: ReturnType<typeof tempHome>[]
  let env: NodeJS.ProcessEnv
  let dataDir: string
  let daemon: ChildProcess | null = null
  const useHome = (more: NodeJS.ProcessEnv = {}): void => {
    const home = tempHome()
    homes.push(home)
    env = { ...home.env, ...more, LC_ALL: 'en_GB.UTF-8' }
    dataDir = home.paths.dataDir
  }
  beforeEach(() => {
    homes = []
    useHome()
  })
  afterEach(async () => {
    await stop()
    await stopDaemon(env)
    for (const home of homes) home.remove()
  })

  const start = async (more: NodeJS.ProcessEnv = {}): Promise<void> => {
    daemon = await spawnDaemon({ ...env, ...more })
  }
  const stop = async (): Promise<void> => {
    daemon?.kill('SIGTERM')
    if (daemon !== null) await endOf(daemon)
    daemon = null
  }
  const file = (name: string): string => join(dataDir, name)
  const run = (...args: string[]) => runCli({ ...env, ...BACKUP }, ...args)
  const refusal = async (more: NodeJS.ProcessEnv, ...args: string[]): Promise<string | null> => {
    const { code, stderr } = await runCli({ ...env, ...BACKUP, ...more }, ...args)
    return code === 0 ? null : errorCodeIn(stderr)
  }
  const phase = async (): Promise<unknown> => {
    let status: unknown
    await vi.waitFor(
      async () => {
        status = JSON.parse((await run('daemon', 'status', '--json')).stdout) as unknown
        expect(status).not.toMatchObject({ phase: { kind: 'starting' } })
      },
      { timeout: 60_000, interval: 100 },
    )
    return status
  }
  const recordedKey = (): { entry: string; backend: string } =>
    (
      JSON.parse(readFileSync(file('encryption.json'), 'utf8')) as {
        key: { entry: string; backend: string }
      }
    ).key
  const ownerDid = (): string =>
    (JSON.parse(readFileSync(file('identity.json'), 'utf8')) as { ownerDid: string }).ownerDid
  const writeNote = async (): Promise<void> => {
    const client = await connectReady(env)
    await client.api.chat.send.mutate({ text: SECRET, model: 'planner' })
    await client.close()
  }
  const messages = async (): Promise<string> => {
    const client = await connectReady(env)
    try {
      const { items } = await client.api.chat.conversations.query({})
      const conversationId = items[0]?.id ?? ''
      return JSON.stringify(await client.api.chat.messages.query({ conversationId }))
    } finally {
      await client.close()
    }
  }
  const messagesOfNew = async (): Promise<string> => {
    await start()
    return messages()
  }
  const forget = async (account: string): Promise<void> => {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    await new AsyncEntry('Satchel', account).deleteCredential()
  }

  it(
    'a backup brings back what the keychain lost, and is known to hold the key',
    async () => {
      await start()
      await writeNote()
      expect((await run('doctor')).stdout).toContain('No key backup holds this key.')
      expect((await run('keys', 'backup', file('keys.age'), '--yes')).code).toBe(0)
      expect((await run('doctor')).stdout).toContain('A key backup holds this key.')
      expect((await run('keys', 'export', 'Owner', file('owner.age'), '--yes')).code).toBe(0)
      await stop()

      await forget(recordedKey().entry)
      await forget(ownerDid())
      await start()
      expect((await run('doctor')).stdout).toContain('satchel keys restore FILE')
      writeFileSync(file('nonsense.age'), 'nonsense')
      for (const [name, more, code] of [
        ['absent.age', {}, 'file_unreadable'],
        ['nonsense.age', {}, 'backup_invalid'],
        ['owner.age', {}, 'backup_without_data_key'],
        ['keys.age', { SATCHEL_BACKUP_PASSPHRASE: 'wrong' }, 'wrong_passphrase'],
        ['keys.age', { SATCHEL_BACKUP_PASSPHRASE: undefined }, 'passphrase_needed'],
      ] as const)
        expect(await refusal(more, 'keys', 'restore', file(name))).toBe(code)
      expect((await run('keys', 'restore', file('keys.age'), '--dry-run')).stdout).toBe(
        'The backup holds the key of your data.\nNothing was changed.\n',
      )
      expect(await phase()).toMatchObject({ phase: { kind: 'blocked', keyRestorable: true } })

      const restored = await run('keys', 'restore', file('keys.age'))
      expect(restored.stderr).toBe('')
      expect(restored.stdout).toMatch(/^The key of your data is back, and your data is open\.\n/)
      expect(restored.stdout).toContain(ownerDid())
      expect(await messages()).toContain(SECRET)
      expect((await run('keys', 'sign', 'hello')).code).toBe(0)
      await stop()
      await start()
      expect(await messages()).toContain(SECRET)
      expect(await refusal({}, 'keys', 'restore', file('keys.age'))).toBeNull()
    },
    TIMEOUT,
  )

  it(
    'without encryption.json, the key is found in the keychain, and in the vault once it is open',
    async () => {
      await start()
      await writeNote()
      await stop()
      const { entry } = recordedKey()
      for (const lose of [
        () => {
          rmSync(file('encryption.json'))
        },
        () => {
          writeFileSync(file('encryption.json'), '{"version":1,"key":')
        },
      ]) {
        lose()
        await start()
        expect(await messages()).toContain(SECRET)
        await stop()
        expect(recordedKey().entry).toBe(entry)
      }

      useHome(NO_KEYCHAIN)
      await start()
      await writeNote()
      await stop()
      rmSync(file('encryption.json'))
      const { SATCHEL_VAULT_PASSPHRASE: passphrase, ...without } = env
      daemon = await spawnDaemon(without)
      expect(await phase()).toMatchObject({ phase: { kind: 'needs_vault', vaultExists: true } })
      expect(await refusal({ SATCHEL_VAULT_PASSPHRASE: 'wrong one' }, 'keys', 'list')).toBe(
        'wrong_passphrase',
      )
      expect(await refusal({ SATCHEL_VAULT_PASSPHRASE: passphrase }, 'keys', 'list')).toBeNull()
      expect(await messages()).toContain(SECRET)
      expect(recordedKey().backend).toBe('vault')
    },
    TIMEOUT,
  )

  it(
    'a backup makes up for a damaged encryption.json, which stays beside the new one',
    async () => {
      await start()
      await writeNote()
      expect((await run('keys', 'backup', file('keys.age'), '--yes')).code).toBe(0)
      await stop()
      await forget(recordedKey().entry)
      writeFileSync(file('encryption.json'), '{"version":1,"key":')
      await start()
      expect(await phase()).toMatchObject({
        phase: { problem: { code: 'encryption_file_corrupt' }, keyRestorable: true },
      })
      expect((await run('doctor')).stdout).toContain('satchel keys restore FILE')
      expect(await refusal({ SATCHEL_BACKUP_PASSPHRASE: 'wrong' }, 'keys', 'restore', file('keys.age'))).toBe(
        'wrong_passphrase',
      )
      expect(readFileSync(file('encryption.json'), 'utf8')).toBe('{"version":1,"key":')
      expect(await refusal({}, 'keys', 'restore', file('keys.age'))).toBeNull()
      expect(await messages()).toContain(SECRET)
      expect(readdirSync(dataDir).filter((name) => name.startsWith('encryption.json'))).toHaveLength(2)
      await stop()

      // Where nothing is encrypted, it holds nothing that is needed.
      await start()
      expect((await run('data', 'decrypt', '--yes')).code).toBe(0)
      expect(await messages()).toContain(SECRET)
      await run('daemon', 'stop')
      daemon = null
      writeFileSync(file('encryption.json'), '[]')
      expect(await messagesOfNew()).toContain(SECRET)
    },
    TIMEOUT,
  )

  it(
    'a wrong key stays where it is, and the right one is found beside it',
    async () => {
      const { AsyncEntry } = await import('@napi-rs/keyring')
      await start()
      await writeNote()
      expect((await run('keys', 'backup', file('keys.age'), '--yes')).code).toBe(0)
      await stop()
      const { entry } = recordedKey()
      const wrong = `text/1:${'00'.repeat(32)}`
      await new AsyncEntry('Satchel', entry).setPassword(wrong)
      await start()
      expect(await phase()).toMatchObject({ phase: { problem: { code: 'database_key_wrong' } } })
      expect(JSON.parse((await run('keys', 'restore', file('keys.age'), '--json')).stdout)).toMatchObject({
        dataKey: true,
        keys: [{ isOwner: true, outcome: 'present' }],
      })
      expect(await messages()).toContain(SECRET)
      expect(await new AsyncEntry('Satchel', entry).getPassword()).toBe(wrong)
      expect(recordedKey().entry).not.toBe(entry)
    },
    TIMEOUT,
  )

  it(
    'a copied data folder opens with the backup on a computer without a keychain',
    async () => {
      await start()
      await writeNote()
      expect((await run('keys', 'backup', file('keys.age'), '--yes')).code).toBe(0)
      await stop()
      const original = dataDir
      useHome(NO_KEYCHAIN)
      cpSync(original, dataDir, { recursive: true })
      await start()
      expect(await phase()).toMatchObject({
        phase: { problem: { code: 'data_key_unavailable' }, keyRestorable: true, remedy: 'try_again' },
      })
      expect(await refusal({}, 'keys', 'restore', file('keys.age'))).toBeNull()
      expect(await messages()).toContain(SECRET)
      expect((await run('keys', 'sign', 'hello')).code).toBe(0)
      expect(recordedKey().backend).toBe('vault')
      await stop()
      await start()
      expect(await messages()).toContain(SECRET)
      expect((await run('keys', 'sign', 'hello')).code).toBe(0)
    },
    TIMEOUT,
  )

  it(
    'a backup brings back what a vault held, into a new one, or into one that doesn’t have it',
    async () => {
      useHome(NO_KEYCHAIN)
      await start()
      await writeNote()
      expect((await run('keys', 'backup', file('keys.age'))).code).toBe(0)
      await stop()
      rmSync(file('vault.age'))
      await start()
      expect(await phase()).toMatchObject({ phase: { problem: { code: 'database_key_missing' } } })
      expect(await refusal({}, 'keys', 'restore', file('keys.age'))).toBeNull()
      expect(await messages()).toContain(SECRET)
      expect((await run('keys', 'sign', 'hello')).code).toBe(0)
      await stop()

      rmSync(file('vault.age'))
      const other = createVault({ path: file('vault.age'), workFactor: 10 })
      await other.make('the passphrase of that vault', {
        id: `secret:models/lab:${'0'.repeat(32)}`,
        secret: Buffer.from('sk-1'),
      })
      const { SATCHEL_VAULT_PASSPHRASE: _own, ...without } = env
      daemon = await spawnDaemon(without)
      expect(await phase()).toMatchObject({ phase: { kind: 'needs_vault', vaultExists: true } })
      const vault = { SATCHEL_VAULT_PASSPHRASE: 'the passphrase of that vault' }
      expect(await refusal(vault, 'keys', 'list')).toBe('database_key_missing')
      expect(await phase()).toMatchObject({ phase: { kind: 'blocked', keyRestorable: true } })
      const restore = ['keys', 'restore', file('keys.age')]
      expect(await refusal({ SATCHEL_VAULT_PASSPHRASE: undefined }, ...restore)).toBe('passphrase_needed')
      expect(await refusal({ SATCHEL_VAULT_PASSPHRASE: 'wrong' }, ...restore)).toBe('wrong_passphrase')
      expect(await refusal(vault, ...restore)).toBeNull()
      expect(await messages()).toContain(SECRET)
      expect(existsSync(file('vault.age'))).toBe(true)
    },
    TIMEOUT,
  )
})
