import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { httpTool, packageText, signed } from '../../packages/testing.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 120_000
const SCHEMA = 'did:nuwa:state:diary#v1'

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
beforeEach(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  daemon = await spawnWithVault(env)
  await (await connectReady(env)).close()
}, TIMEOUT)
afterEach(async () => {
  daemon.kill('SIGTERM')
  await endOf(daemon)
  home.remove()
}, TIMEOUT)

/** Runs `satchel cap ...` as a script does, without a terminal. */
const cap = (...args: string[]) => runCli(env, 'cap', ...args)
const json = async (...args: string[]): Promise<unknown> => JSON.parse((await cap(...args, '--json')).stdout)

/** A version of the diary in a file. */
const file = async (version: string, parts: Parameters<typeof packageText>[0] = {}): Promise<string> => {
  const path = join(home.paths.dataDir, `diary-${version}.acp.yaml`)
  writeFileSync(path, await signed(packageText(parts).replace('@1.0.0', `@${version}`)))
  return path
}

it(
  'updates without a word when nothing widens, and asks when something does',
  { timeout: TIMEOUT },
  async () => {
    const first = await file('1.0.0')
    expect(await cap('install', first)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs_consent') as string,
    })
    expect(await cap('install', first, '--yes')).toMatchObject({ code: 0, stderr: '' })

    const harmless = await cap(
      'update',
      'diary',
      await file('1.1.0', { prompt: 'prompt: Write with `state.create`.\n' }),
    )
    expect(harmless.code).toBe(0)
    expect(harmless.stdout).toContain('It can’t do anything it couldn’t do before.')
    expect(harmless.stdout).toContain('- Write the diary with `state.create`.')
    expect(harmless.stdout).toContain('+ Write with `state.create`.')
    expect(harmless.stdout).toContain('Updated Diary from 1.0.0 to 1.1.0.')

    const wider = await file('1.2.0', httpTool('{type: http_get, url: "https://api.example.org/x"}'))
    const shown = await cap('diff', 'diary', wider)
    expect(shown.stdout).toMatch(/It asks for more than before:\n {2}! New: Read from api\.example\.org\n/)
    expect(shown.stdout).toContain('+ api.example.org')
    const unasked = await cap('update', 'diary', wider)
    expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('needs_consent') as string })
    expect(unasked.stdout.indexOf('It asks for more')).toBeLessThan(unasked.stdout.indexOf('It can:'))
    expect(await json('list')).toMatchObject({
      installed: [{ version: '1.1.0', previous: { version: '1.0.0' } }],
    })
    expect(await json('update', 'diary', wider, '--yes')).toEqual([
      { name: 'diary', from: '1.1.0', version: '1.2.0', outcome: 'updated' },
    ])

    expect(await cap('install', first, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /--downgrade[^]*downgrade_not_confirmed|downgrade_not_confirmed[^]*--downgrade/,
      ) as string,
    })
    expect(await json('rollback', 'diary', '--yes')).toMatchObject({
      version: '1.1.0',
      previous: { version: '1.2.0' },
    })
    expect(await json('install', first, '--yes', '--downgrade')).toMatchObject({ version: '1.0.0' })
    expect(await json('update')).toEqual([
      { name: 'diary', from: '1.0.0', version: '1.0.0', outcome: 'no_source' },
    ])
    expect((await cap('update', 'diary')).code).toBe(1)
    const other = await file('9.0.0', {})
    expect(await cap('update', 'note', other)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('package_not_installed') as string,
    })
  },
)

it('switches off, saves before it purges, and overwrites nothing', { timeout: TIMEOUT }, async () => {
  await cap('install', await file('1.0.0'), '--yes')
  const client = await connectReady(env)
  await client.api.state.create.mutate({ schemaUri: SCHEMA, object: { text: 'dear diary' } })
  await client.close()

  expect(await json('disable', 'diary')).toMatchObject({ status: 'disabled', disabledBy: 'user' })
  expect((await cap('list')).stdout).toMatch(
    /● +diary +1\.0\.0 +off +new author|● +diary +1\.0\.0 +off +known author/,
  )
  expect(await json('enable', 'diary')).toMatchObject({ status: 'ready' })
  expect(await json('authors')).toMatchObject([{ names: ['diary'], trust: 'known' }])

  const taken = join(home.paths.dataDir, 'taken.json')
  writeFileSync(taken, 'mine')
  expect(await cap('remove', 'diary', '--export', taken, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('file_exists') as string,
  })
  expect(readFileSync(taken, 'utf8')).toBe('mine')
  expect(await json('list')).toMatchObject({ installed: [{ name: 'diary' }] })
  expect((await cap('remove', 'diary', '--export', taken, '--purge', '--yes')).code).toBe(2)

  await cap('remove', 'diary', '--yes')
  const saved = join(home.paths.dataDir, 'saved.json')
  expect(await json('remove', 'diary', '--export', saved, '--yes')).toEqual({
    removed: 'diary',
    purged: true,
    exportedTo: saved,
  })
  expect(JSON.parse(readFileSync(saved, 'utf8'))).toMatchObject({
    format: 'satchel-state',
    objects: [{ object: { text: 'dear diary' } }],
  })
  if (process.platform !== 'win32') expect(statSync(saved).mode & 0o777).toBe(0o600)
  const again = join(home.paths.dataDir, 'again.json')
  expect(await cap('export', 'diary', again)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('package_not_installed') as string,
  })
  expect(existsSync(again)).toBe(false)
})

it(
  'describes what is installed by its name, and says on stderr what it does not know',
  { timeout: TIMEOUT },
  async () => {
    expect(await cap('install', await file('1.0.0'), '--yes')).toMatchObject({ code: 0 })
    const whole = await json('describe', 'acp:diary')
    expect(whole).toMatchObject({ capability_id: 'acp:diary', version: '1.0.0', kind: 'skill' })
    expect(await json('describe', 'diary')).toEqual(whole)
    expect(await cap('describe', 'nothing-here')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('acp:nothing-here') as string,
    })
    const unknown = await cap('describe', 'diary', '9.9.9', '--json')
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(unknown.stderr)).toMatchObject({
      code: 'capability_unknown',
      details: { capability_id: 'acp:diary', code: 'NOT_FOUND' },
    })
  },
)

it('goes on with the others where one update can’t be installed', { timeout: TIMEOUT }, async () => {
  const folder = join(home.paths.dataDir, 'offers')
  mkdirSync(folder)
  const add = async (name: string, version: string, parts: Parameters<typeof packageText>[0] = {}) => {
    const text = packageText(parts)
      .replaceAll('diary', name)
      .replaceAll('Diary', name)
      .replace('@1.0.0', `@${version}`)
    const path = join(folder, `${name}-${version}.acp.yaml`)
    writeFileSync(path, await signed(text))
    return path
  }
  for (const name of ['almanac', 'diary', 'zettel'])
    expect(await cap('install', await add(name, '1.0.0'), '--yes')).toMatchObject({ code: 0 })
  expect(
    await runCli(env, 'registry', 'sources', 'add', 'mine', '--folder', folder, '--trust', 'trusted'),
  ).toMatchObject({
    code: 0,
  })
  await add('almanac', '1.1.0')
  // Objects of the same kind would no longer fit.
  await add('diary', '1.1.0', {
    schema:
      'schema: |\n  {"$id": "did:nuwa:state:diary#v1", "type": "object", "properties": {"id": {"type": "string"}}}\n',
  })
  await add('zettel', '1.1.0')

  const all = await cap('update', '--yes')
  expect(all.code).toBe(0)
  expect(all.stdout).toMatch(
    /Updated almanac from 1\.0\.0 to 1\.1\.0\.[^]*diary stays at 1\.0\.0: 1\.1\.0 can’t be installed\.\n[^]*Updated zettel from/,
  )
  expect(await json('update', '--yes')).toMatchObject([
    { name: 'almanac', outcome: 'current' },
    { name: 'diary', outcome: 'not_installable', error: { code: 'schema_changed_without_version' } },
    { name: 'zettel', outcome: 'current' },
  ])
  // Asked for by its name, it's what was wanted and didn't happen.
  expect(await cap('update', 'diary', '--yes')).toMatchObject({ code: 1 })
})

it('says that nothing is known of updates where no source answers', { timeout: TIMEOUT }, async () => {
  await cap('install', 'note', '--yes')
  await cap('install', await file('1.0.0'), '--yes')
  const registry = (...args: string[]) => runCli(env, 'registry', ...args)
  const updates = await registry('updates', '--check')
  expect(updates).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing here yet.') as string })
  expect(await json('update')).toMatchObject([
    { name: 'diary', outcome: 'no_source' },
    { name: 'note', outcome: 'current' },
  ])

  const folder = join(home.paths.dataDir, 'offers')
  mkdirSync(folder)
  await registry('sources', 'add', 'mine', '--folder', folder)
  await registry('updates', '--check')
  rmSync(folder, { recursive: true })
  const half = await registry('updates', '--check')
  expect(half).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/mine didn’t answer\. Its last/) as string,
  })

  await registry('sources', 'set', 'builtin', '--trust', 'off')
  const silent = await cap('update')
  expect(silent.code).toBe(1)
  expect(silent.stdout).toContain('No source answered')
  expect(silent.stdout).not.toContain('up to date')
  expect(await registry('updates')).toMatchObject({
    code: 1,
    stdout: expect.not.stringContaining('Nothing here yet') as string,
  })

  await registry('sources', 'set', 'mine', '--trust', 'off')
  expect(await cap('update', '--json')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"unknown"') as string,
  })
  expect((await cap('update')).stdout).toContain('All sources are off')
})
