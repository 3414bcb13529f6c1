import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stopDaemon } from '../../client/index.ts'
import { useKeychainOfItsOwn, withKeychain } from '../../identity/keys/testing/session.ts'
import { errorCodeIn, runCli } from '../../testing/cli.ts'
import { tempHome } from '../../testing/temp-home.ts'

const PASSPHRASE = 'lantern copper meadow'
const EMAIL = 'ana.zanzibar@example.org'

withKeychain(import.meta.url, () => {
  useKeychainOfItsOwn()

  const homes: { home: ReturnType<typeof tempHome>; env: NodeJS.ProcessEnv }[] = []
  const newHome = () => {
    const home = tempHome()
    const one = {
      home,
      env: { ...home.env, LC_ALL: 'en_GB.UTF-8', SATCHEL_BACKUP_PASSPHRASE: PASSPHRASE },
    }
    homes.push(one)
    return one
  }
  let first: ReturnType<typeof newHome>
  beforeEach(() => {
    first = newHome()
  })
  afterEach(async () => {
    for (const { env, home } of homes.splice(0)) {
      await stopDaemon(env)
      home.remove()
    }
  })
  const json = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await runCli(env, '--json', ...args)
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${stderr}`)
    return JSON.parse(stdout)
  }

  it('is set and removed, comes back with a backup and an export, and is nowhere in the open', async () => {
    const { env, home } = first
    expect(await json(env, 'profile')).toEqual({})
    await json(env, 'profile', 'set', 'email', EMAIL)
    await json(env, 'profile', 'set', 'country', 'NO')
    expect((await runCli(env, 'profile', 'list')).stdout).toMatch(/email +ana\.zanzibar@example\.org\n/)
    const wrong = await runCli(env, '--json', 'profile', 'set', 'email', 'zanzibar')
    expect(errorCodeIn(wrong.stderr)).toBe('profile_value_invalid')
    expect(wrong.stderr).toContain('Enter ')
    expect((await runCli(env, 'profile', 'set', 'shoe-size', '41')).code).toBe(2)

    const { name } = (await json(env, 'backup', 'create')) as { name: string }
    const file = join(home.paths.dataDir, 'assistant.satchel')
    await json(env, 'export', file)
    await json(env, 'profile', 'remove', 'country')
    expect(await json(env, 'profile', 'list')).toEqual({ email: EMAIL })
    expect(await json(env, 'profile', 'clear')).toEqual({})
    await json(env, 'backup', 'restore', name, '--yes')
    expect(await json(env, 'profile')).toEqual({ email: EMAIL, country: 'NO' })

    const second = newHome()
    await json(second.env, 'import', file, '--yes')
    expect(await json(second.env, 'profile')).toEqual({ email: EMAIL, country: 'NO' })

    for (const one of [first, second]) await json(one.env, 'daemon', 'stop')
    for (const { parentPath, name: leaf } of homes.flatMap((one) =>
      readdirSync(one.home.paths.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ),
    ))
      expect(readFileSync(join(parentPath, leaf)).includes('zanzibar'), leaf).toBe(false)
  }, 240_000)
})
