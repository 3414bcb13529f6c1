import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 240_000
const modules = join(appRoot, 'node_modules')
const server = join(modules, '@modelcontextprotocol/server-everything/dist/index.js')

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess

beforeAll(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  daemon = await spawnWithVault(env)
  await (await connectReady(env)).close()
  const start = ['--', process.execPath, server, 'stdio']
  const added = await runCli(env, '--yes', 'servers', 'add', 'every', '--read', modules, ...start)
  expect(added.stderr).toBe('')
}, TIMEOUT)
afterAll(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  home.remove()
}, TIMEOUT)

const servers = (...args: string[]) => runCli(env, 'servers', ...args)

it(
  'shows what a real server offers beside tools: resources, templates, prompts and completions',
  async () => {
    const listed = await servers('resources', 'every')
    expect(listed.stdout).toContain('demo://resource/static/document/features.md')
    expect(listed.stdout).toContain('demo://resource/dynamic/text/{resourceId}')
    const template = 'demo://resource/dynamic/blob/{resourceId}'
    const read = await servers('read', 'every', template, '--var', 'resourceId=3')
    expect(read.stdout).toMatch(/bytes, text\/plain; save with --save FILE/)
    const file = join(home.paths.dataDir, 'three.txt')
    await servers('read', 'every', template, '--var', 'resourceId=3', '--save', file)
    expect(readFileSync(file, 'utf8')).toContain('Resource 3')
    expect((await servers('read', 'every', 'demo://nothing')).stderr).toContain('server_refused')

    expect((await servers('prompts', 'every')).stdout).toMatch(/args-prompt +city \[state\]/)
    const prompt = await servers('prompt', 'every', 'args-prompt', '--arg', 'city=Bergen')
    expect(prompt.stdout).toContain('weather in Bergen')
    const completed = await servers('complete', 'every', 'completable-prompt', 'department', 'E')
    expect(completed.stdout).toBe('Engineering\n')
  },
  TIMEOUT,
)
