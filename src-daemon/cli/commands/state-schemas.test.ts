import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
