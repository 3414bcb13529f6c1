import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stopDaemon } from '../../client/index.ts'
import { useKeychainOfItsOwn, withKeychain } from '../../identity/keys/testing/session.ts'
import { databaseKind } from '../../storage/index.ts'
import { errorCodeIn, runCli } from '../../testing/cli.ts'
import { makeQuickVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const NOTE = 'did:nuwa:state:note#v1'
const PASSPHRASE = 'lantern copper meadow'
const TIMEOUT = 240_000

withKeychain(import.meta.url, () => {
  useKeychainOfItsOwn()

  const homes: { home: ReturnType<typeof tempHome>; env: NodeJS.ProcessEnv }[] = []
  let env: NodeJS.ProcessEnv
  let home: ReturnType<typeof tempHome>
  const newHome = (more: NodeJS.ProcessEnv = {}) => {
    const made = tempHome()
    const one = {
      home: made,
      env: { ...made.env, LC_ALL: 'en_GB.UTF-8', SATCHEL_BACKUP_PASSPHRASE: PASSPHRASE, ...more },
    }
    homes.push(one)
    return one
  }
  beforeEach(() => {
    ;({ home, env } = newHome())
  })
  afterEach(async () => {
    for (const one of homes.splice(0)) {
      await stopDaemon(one.env)
      one.home.remove()
    }
  })

  const json = async <T = Record<string, unknown>>(
    where: NodeJS.ProcessEnv,
    ...args: string[]
  ): Promise<T> => {
    const { code, stdout, stderr } = await runCli(where, '--json', ...args)
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${stderr}`)
    return JSON.parse(stdout) as T
  }
  const refusal = async (where: NodeJS.ProcessEnv, ...args: string[]): Promise<string | null> => {
    const { code, stderr } = await runCli(where, '--json', ...args)
    expect(code).toBe(1)
    return errorCodeIn(stderr)
  }
  const note = (where: NodeJS.ProcessEnv, title: string) =>
    json(where, 'state', 'create', NOTE, JSON.stringify({ title, body: 'b', tags: [] }))
  const titles = async (where: NodeJS.ProcessEnv): Promise<readonly string[]> => {
    const { items } = await json<{ items: { object: { title: string } }[] }>(
      where,
      'state',
      'query',
      '--from',
      NOTE,
    )
    return items.map(({ object }) => object.title).toSorted()
  }
  const withNote = async (where: NodeJS.ProcessEnv): Promise<void> => {
    await json(where, 'cap', 'install', 'note', '--yes')
    await note(where, 'first')
  }

  it(
    'is made, listed, checked, rehearsed and restored, all by the command',
    async () => {
      await withNote(env)
      const made = await json<{ name: string }>(env, 'backup', 'create')
      await note(env, 'second')
      expect(await json(env, 'backup', 'list')).toMatchObject({
        enabled: true,
        folder: home.paths.backupsDir,
        problem: null,
        backups: [{ name: made.name, reason: 'manual', encrypted: true }],
      })
      expect(await json(env, 'backup', 'check', made.name)).toMatchObject({ name: made.name })
      const rehearsal = await json(env, 'backup', 'restore', made.name, '--rehearse')
      expect(rehearsal).toMatchObject({ holds: { packages: 1 }, present: { packages: 1 } })
      expect(await titles(env)).toEqual(['first', 'second'])

      const said = await runCli(env, 'backup', 'restore', made.name, '--yes')
      expect(said.stdout).toContain('Newer than this backup:')
      expect(said.stdout).toContain('Your previous data is kept')
      expect(await titles(env)).toEqual(['first'])
      await note(env, 'third')
      expect(await titles(env)).toEqual(['first', 'third'])
      expect(readdirSync(home.paths.dataDir).filter((name) => name.includes('.kept-'))).not.toEqual([])
      expect(await refusal(env, 'backup', 'check', 'state.db.v1-2026-01-01T00-00-00.000Z')).toBe(
        'backup_not_found',
      )
      expect(await refusal(env, 'backup', 'restore', '../../etc/passwd', '--yes')).toBe('backup_not_found')
    },
    TIMEOUT,
  )

  it(
    'brings data back that is too damaged to open, even where nothing of it can be recognised',
    async () => {
      await withNote(env)
      const { name } = await json<{ name: string }>(env, 'backup', 'create')
      for (const damage of ['middle', 'all'] as const) {
        await json(env, 'daemon', 'stop')
        const bytes = readFileSync(home.paths.database)
        bytes.fill(0x5a, damage === 'all' ? 0 : 8192, 40_000)
        writeFileSync(home.paths.database, bytes)
        expect(await refusal(env, 'state', 'scopes')).toBe('database_corrupt')
        expect(await json(env, 'backup', 'restore', name, '--rehearse')).toMatchObject({
          holds: { packages: 1 },
        })
        await json(env, 'backup', 'restore', name, '--yes')
        expect(await titles(env)).toEqual(['first'])
        expect(databaseKind(home.paths.database)).toBe('encrypted')
      }
    },
    TIMEOUT,
  )

  it(
    'goes to another folder if one is set, and says so when that is not there',
    async () => {
      await withNote(env)
      const disk = join(home.paths.dataDir, 'another disk')
      await json(env, 'settings', 'set', 'backupFolder', disk)
      const { name } = await json<{ name: string }>(env, 'backup', 'create')
      expect(existsSync(join(disk, name))).toBe(true)
      rmSync(disk, { recursive: true })
      writeFileSync(disk, 'not a folder')
      expect(await refusal(env, 'backup', 'create')).toBe('backup_folder_unusable')
      expect((await runCli(env, 'doctor')).stdout).toContain('The last backup failed')
      expect(await refusal(env, 'settings', 'set', 'backupFolder', 'not/absolute')).toBe('invalid_request')
    },
    TIMEOUT,
  )

  it(
    'the whole assistant goes to another computer with its keys, and what was there is kept',
    async () => {
      await withNote(env)
      await json(env, 'settings', 'set', 'language', 'es')
      await json(env, 'settings', 'set', 'contextWindow', '4096')
      const file = join(home.paths.dataDir, 'whole.age')
      await json(env, 'export', file, '--with-keys', '--yes')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(await refusal(env, 'export', file)).toBe('file_exists')
      const owner = await json<{ ownerDid: string }>(env, 'keys', 'status')

      // One without a keychain, whose data isn't encrypted.
      const other = newHome({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' })
      await makeQuickVault(other.env)
      await withNote(other.env)
      await note(other.env, 'of the other computer')
      const cut = join(home.paths.dataDir, 'cut.age')
      writeFileSync(cut, readFileSync(file))
      truncateSync(cut, statSync(file).size - 70_000)
      expect(await refusal(other.env, 'import', cut, '--yes')).toBe('export_invalid')
      const wrong = { ...other.env, SATCHEL_BACKUP_PASSPHRASE: 'another one altogether' }
      expect(await refusal(wrong, 'import', file, '--yes')).toBe('wrong_passphrase')
      writeFileSync(cut, 'nonsense')
      expect(await refusal(other.env, 'import', cut, '--yes')).toBe('export_invalid')
      expect(await titles(other.env)).toEqual(['first', 'of the other computer'])

      const imported = await json<{ kept: string[] }>(other.env, 'import', file, '--yes')
      expect(imported).toMatchObject({ keysProblem: null })
      expect(imported.kept.some((path) => path.includes('state.db.kept-'))).toBe(true)
      expect(await titles(other.env)).toEqual(['first'])
      expect(await json(other.env, 'settings', 'get')).toMatchObject({ language: 'es', contextWindow: 4096 })
      expect(await json(other.env, 'keys', 'status')).toMatchObject({ ownerDid: owner.ownerDid })
      await json(other.env, 'keys', 'sign', 'a text')
      await note(other.env, 'second')
      expect(databaseKind(other.home.paths.database)).toBe('plain')
      const left = readdirSync(other.home.paths.dataDir)
      expect(left.filter((name) => /incoming|transfer|replacing|imported-keys|keys-from/.test(name))).toEqual(
        [],
      )
    },
    TIMEOUT,
  )

  it(
    'without its keys it says so, and a key backup brings them',
    async () => {
      await withNote(env)
      const [file, keys] = [join(home.paths.dataDir, 'whole.age'), join(home.paths.dataDir, 'keys.age')]
      expect((await runCli(env, 'export', file)).stdout).toContain('Your secret keys aren’t in it.')
      await json(env, 'keys', 'backup', keys, '--yes')
      const other = newHome({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' })
      await makeQuickVault(other.env)
      await json(other.env, 'import', file, '--yes')
      expect(await titles(other.env)).toEqual(['first'])
      expect((await runCli(other.env, 'keys', 'sign', 'a text')).code).toBe(1)
      await json(other.env, 'keys', 'restore', keys)
      await json(other.env, 'keys', 'sign', 'a text')
    },
    TIMEOUT,
  )
})
