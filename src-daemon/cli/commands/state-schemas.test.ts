import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { packageText, signed } from '../../packages/testing.ts'
import { runCli } from '../../testing/cli.ts'
import { endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 120_000

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
beforeEach(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  daemon = await spawnWithVault(env)
}, TIMEOUT)
afterEach(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  home.remove()
}, TIMEOUT)

const state = (...args: string[]) => runCli(env, 'state', ...args)

it(
  'registers a schema of the owner’s own, keeps objects under it, and removes both',
  { timeout: TIMEOUT },
  async () => {
    const file = join(home.paths.dataDir, 'recipe.json')
    const schema = {
      type: 'object',
      title: 'Recipe',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    }
    writeFileSync(file, JSON.stringify(schema))
    expect((await state('schema', 'register', file)).stderr).toContain('schema_invalid')
    const made = await state('schema', 'register', file, '--as', 'Recipe#v1')
    const uri = /did:nuwa:user:z6Mk\w+:state:Recipe#v1/.exec(made.stdout)?.[0] ?? ''
    expect(uri).not.toBe('')
    await state('create', uri, '{"name":"Bread"}')
    expect((await state('query', '--from', uri)).stdout).toContain('Bread')
    expect((await state('schema', 'list')).stdout).toMatch(
      /:state:Recipe#v1\s+did:key:z6Mk\w+\s+sc:own\s+private\s+1/,
    )
    expect((await state('schema', 'show', uri)).stdout).toContain('"title": "Recipe"')

    // The same path takes a new version, and no other body under the old one.
    writeFileSync(file, JSON.stringify({ ...schema, required: ['name'] }))
    expect((await state('schema', 'register', file, '--as', 'Recipe#v1')).stderr).toContain(
      'schema_changed_without_version',
    )
    expect((await state('schema', 'register', file, '--as', 'Recipe#v2')).code).toBe(0)

    expect((await state('schema', 'remove', uri)).stderr).toContain('needs_consent')
    expect((await state('schema', 'remove', uri, '--yes')).code).toBe(0)
    expect((await state('query', '--from', uri)).stderr).toContain('schema_unknown')
  },
)

it(
  'finds a schema in the owner’s sources, shows it, asks, and adds it; keeps the list of sources',
  { timeout: TIMEOUT },
  async () => {
    const uri = 'did:nuwa:app:planner:state:Task#v1'
    const folder = join(home.paths.dataDir, 'folder')
    mkdirSync(folder)
    const text = packageText().replace('did:nuwa:state:diary#v1', uri)
    writeFileSync(join(folder, 'diary.acp.yaml'), await signed(text))

    const none = await state('schema', 'add', uri, '--yes')
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('schema_not_found')])
    await runCli(env, 'registry', 'sources', 'add', 'mine', '--folder', folder)
    // The review comes before the question, which stays unanswered.
    const asked = await state('schema', 'add', uri)
    expect(asked.code).toBe(1)
    expect(asked.stdout).toContain('marketplace: has it')
    expect(asked.stdout).toMatch(/Package: diary 1\.0\.0, author did:key:z6Mk/)
    expect(asked.stdout).toMatch(/text +string/)
    expect(asked.stderr).toContain('needs_consent')
    expect((await state('schema', 'list')).stdout).not.toContain(uri)
    expect((await state('schema', 'add', uri, '--yes')).stdout).toContain(`Added ${uri}.`)
    expect((await state('schema', 'list')).stdout).toMatch(/Task#v1\s+did:nuwa:cap:diary\s+sc:diary/)
    expect((await state('schema', 'add', uri)).stdout).toContain('It is here already.')
    expect((await state('schema', 'list', '--missing')).code).toBe(0)

    const names = async (...args: string[]): Promise<unknown> => {
      const { stdout, stderr, code } = await runCli(env, '--json', 'state', 'sources', ...args)
      if (code !== 0) return /[a-z]+_[a-z_]+/.exec(stderr)?.[0] ?? stderr
      return (JSON.parse(stdout) as { name: string; enabled: boolean }[]).map(
        ({ name, enabled }) => `${name} ${String(enabled)}`,
      )
    }
    expect(await names()).toEqual(['marketplace true', 'author true'])
    expect(await names('add', 'domain', '--did', 'did:web:planner.example')).toHaveLength(3)
    expect(await names('add', 'domain', '--url', 'https://planner.example/schemas')).toBe(
      'schema_source_exists',
    )
    expect(await names('move', 'domain', '1')).toEqual(['domain true', 'marketplace true', 'author true'])
    expect(await names('disable', 'author')).toContain('author false')
    expect(await names('enable', 'author')).toContain('author true')
    expect(await names('remove', 'marketplace')).toEqual(['domain true', 'author true'])
    expect(await names('remove', 'marketplace')).toBe('schema_source_missing')
    expect(await names('reset')).toEqual(['marketplace true', 'author true'])
    expect((await state('sources', 'add', 'nothing')).code).toBe(2)
    expect((await state('sources', 'move', 'author', 'up')).code).toBe(2)
  },
)

it(
  'says after an import which schemas its changes wait for, and looks for them when asked to',
  { timeout: TIMEOUT },
  async () => {
    const uri = 'did:nuwa:app:planner:state:Task#v1'
    const other = tempHome()
    const otherEnv = { ...env, ...other.env, SATCHEL_BACKUP_PASSPHRASE: 'a passphrase to move by' }
    const otherDaemon = await spawnWithVault(otherEnv)
    try {
      const at = (name: string): string => join(other.paths.dataDir, name)
      const folder = at('folder')
      mkdirSync(folder)
      const path = join(folder, 'diary.acp.yaml')
      writeFileSync(path, await signed(packageText().replace('did:nuwa:state:diary#v1', uri)))
      const there = async (...args: string[]): Promise<void> => {
        const { code, stderr } = await runCli(otherEnv, ...args)
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      }
      await there('keys', 'backup', at('keys.backup'), '--yes')
      await there('cap', 'install', path, '--yes')
      await there('state', 'create', uri, '{"text":"Milk"}')
      await there('state', 'export', '--out', at('a.changes'))
      const passphrase = { SATCHEL_BACKUP_PASSPHRASE: otherEnv.SATCHEL_BACKUP_PASSPHRASE }
      await runCli({ ...env, ...passphrase }, 'keys', 'restore', at('keys.backup'), '--as-owner', '--yes')

      const imported = await state('import', at('a.changes'))
      expect(imported.stdout).toContain(`satchel state schema add ${uri}`)
      expect((await state('schema', 'list', '--missing')).stdout).toMatch(
        /Task#v1\s+did:nuwa:cap:diary\s+sc:diary\s+1/,
      )
      expect((await state('query', '--from', uri)).stderr).toContain('schema_unknown')
      await runCli(env, 'registry', 'sources', 'add', 'mine', '--folder', folder)
      const again = await state('import', at('a.changes'), '--find-schemas', '--yes')
      expect(again.stdout).toContain('1 change that waited for it is in now.')
      expect((await state('query', '--from', uri)).stdout).toContain('Milk')
    } finally {
      otherDaemon.kill('SIGKILL')
      await endOf(otherDaemon)
      other.remove()
    }
  },
)
