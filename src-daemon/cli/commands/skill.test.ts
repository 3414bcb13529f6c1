import type { ChildProcess } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const SAMPLES = join(appRoot, 'resources', 'samples', 'skills')

const TIMEOUT = 120_000

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
  daemon.kill('SIGKILL')
  await endOf(daemon)
  home.remove()
}, TIMEOUT)

it(
  'takes skills in, trusts a project, and invokes a script, each with consent',
  async () => {
    const run = (...args: string[]) => runCli(env, ...args)
    const json = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await run(...args, '--json')).stdout)

    const asked = await run('skill', 'add', join(SAMPLES, 'text-report'))
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('needs_consent') as string })
    expect(asked.stdout).toContain('scripts/report.mjs')
    expect((await run('skill', 'add', join(SAMPLES, 'text-report'), '--yes')).stdout).toMatch(
      /Added skill:mine\/text-report 1\.0\.0\+[0-9a-f]{12}/,
    )
    expect((await run('skill', 'show', 'text-report', 'SKILL.md')).stdout).toContain('# Text report')

    const tool = ['cap', 'invoke', 'skill:mine/text-report/run_script']
    const input = JSON.stringify({ script: 'scripts/report.mjs', stdin: 'one two' })
    expect((await run(...tool, input)).code).toBe(1)
    expect(await json(...tool, input, '--yes')).toMatchObject({
      ok: true,
      output: { stdout: expect.stringContaining('"words":2') as string },
    })

    const project = join(home.paths.dataDir, 'project')
    mkdirSync(join(project, '.claude'), { recursive: true })
    cpSync(SAMPLES, join(project, '.claude', 'skills'), { recursive: true })
    await run('skill', 'trust', project, 'meeting-notes', '--as', 'work', '--yes')
    appendFileSync(join(project, '.claude', 'skills', 'meeting-notes', 'SKILL.md'), '\nMore.\n')
    const { stdout } = await run('skill', 'list')
    expect(stdout).toMatch(/skill:work\/meeting-notes +folder changed/)
    expect(stdout).toMatch(/Trusted as work: .*\n {2}meeting-notes {2}changed\n {2}text-report {2}new/)
    expect((await run('skill', 'look', project)).stdout).toContain('+ More.')
    await run('skill', 'untrust', 'work')
    await run('skill', 'remove', 'text-report')
    expect(await json('skill', 'list')).toEqual({ skills: [], folders: [] })
  },
  TIMEOUT,
)
