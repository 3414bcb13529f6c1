import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { routeWhySchema } from '../../contract/chat.ts'
import { routeCorrectionSchema } from '../../contract/router.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 240_000

/** `satchel router` as separate processes, with a real daemon and the built-in packages. */
describe.skipIf(process.platform === 'win32')('satchel router', { timeout: TIMEOUT }, () => {
  const home = tempHome()
  const env: NodeJS.ProcessEnv = {
    ...home.env,
    LC_ALL: 'en_GB.UTF-8',
    OLLAMA_HOST: 'http://127.0.0.1:9',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  }
  const files = mkdtempSync(join(tmpdir(), 'satchel-router-'))
  let daemon: Awaited<ReturnType<typeof spawnWithVault>>

  beforeAll(async () => {
    daemon = await spawnWithVault(env)
    await (await connectReady(env)).close()
    for (const name of ['note', 'tasks'])
      expect(await runCli(env, 'cap', 'install', name, '--yes')).toMatchObject({ code: 0 })
  }, TIMEOUT)
  afterAll(async () => {
    daemon.kill('SIGTERM')
    await endOf(daemon)
    home.remove()
    rmSync(files, { recursive: true, force: true })
  }, TIMEOUT)

  const router = (...args: string[]) => runCli(env, 'router', ...args)
  const json = async <T>(schema: z.ZodType<T>, ...args: string[]): Promise<T> => {
    const { stdout, stderr } = await router(...args, '--json')
    if (stdout === '') throw new Error(stderr)
    return schema.parse(JSON.parse(stdout))
  }
  const capabilityOf = async (text: string) => (await json(routeWhySchema, 'why', text)).decision.capability
  const corrections = () => json(z.array(routeCorrectionSchema), 'corrections')

  it('puts a text right, lists it, and takes it back', async () => {
    const text = 'zzyzx quux frob'
    expect((await router('correct', text, 'tasks')).stdout).toBe(`“${text}” now goes to tasks.\n`)
    expect(await capabilityOf('Zzyzx, quux frob!')).toBe('tasks')
    const [made] = await corrections()
    expect(made).toMatchObject({ text, capability: 'tasks' })
    expect((await router('forget', made?.id ?? '')).stdout).toBe('Deleted.\n')
    expect(await capabilityOf(text)).toBeNull()
  })

  it('remembers that a text needs no capability', async () => {
    const text = 'add note about nothing'
    expect(await capabilityOf(text)).toBe('note')
    expect((await router('correct', text, '--none')).stdout).toContain('now uses no capability.')
    expect((await router('why', text)).stdout).toContain('You said this message needs no capability.')
    expect((await router('corrections')).stdout).toMatch(new RegExp(`^\\S+ .*\\(none\\)  ${text}\\n$`))
  })

  it.each([
    [['correct', 'hello', 'weather'], 'capability_not_installed'],
    [['correct', ' !? ', 'note'], 'correction_empty'],
    [['correct', 'hello', 'note', '--none'], 'invalid_request'],
    [['forget', 'nothing'], 'correction_not_found'],
    [['why'], 'invalid_request'],
    [['why', '--message', 'id'], 'message_not_found'],
  ])('refuses %j, in words and with a code', async (args, code) => {
    const refused = await router(...args)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(code)
  })

  it('has stored nothing that it refused', async () => {
    expect(await corrections()).toHaveLength(1)
  })

  it('explains a text as if a capability were in use', async () => {
    const { stdout } = await router('why', 'rename it', '--using', 'note')
    expect(stdout).toContain('Note was already in use, so the message went to it.')
    expect(stdout).toContain('a score of at least 0.50')
  })

  it('explains a text as if a package file, not yet signed, were installed', async () => {
    const path = join(files, 'runs.acp.yaml')
    const made = [
      '--title',
      'Runs',
      '--description',
      'Keeps runs.',
      '--record',
      'run',
      '--field',
      'km:number',
    ]
    const said = ['--sentence', 'I ran five kilometres', 'how far did I run?']
    expect(await runCli(env, 'acp', 'init', path, ...made, ...said)).toMatchObject({ code: 0, stderr: '' })
    const text = 'I ran five kilometres'
    expect(await capabilityOf(text)).toBeNull()
    const why = await json(routeWhySchema, 'why', text, '--with', path)
    expect(why.decision.capability).toBe('runs')
    expect(why.lines[0]).toContain('Runs')
    // Nothing of it stays.
    expect(await capabilityOf(text)).toBeNull()
    writeFileSync(path, 'metadata: {}')
    const refused = await router('why', text, '--with', path)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('package_rejected')
  })

  it('judges routing on data, without a daemon', async () => {
    const caps = file(
      'caps.json',
      '[{"name": "tasks", "examples": ["call Ann tomorrow"]}, {"name": "notes"}]',
    )
    const queries = file(
      'queries.json',
      '[{"text": "call Ann", "expected": "tasks"}, {"text": "moon", "expected": null}]',
    )
    const alone = { ...env, SATCHEL_HOME: join(files, 'nowhere') }
    const judged = await runCli(alone, 'router', 'eval', caps, queries, '--json')
    expect(judged).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(judged.stdout)).toMatchObject({
      summary: { queries: 2, inScope: 1, outOfScope: 1, top1: 1, operatingPoint: { outOfScopeRefused: 1 } },
      predictions: [{ prediction: 'tasks', expected: 'tasks' }, { routed: null }],
    })
  })

  it.each([
    ['[{"name": "a"}]', '[{"text": "hi"}]', 'queries.json: [0].expected'],
    ['[{"name": "a"},\n oops]', '[]', 'caps.json: 2:2: '],
    [null, '[]', 'file_unreadable'],
  ])('says where a file for judging is wrong: %j %j', async (capabilities, queries, place) => {
    const caps = capabilities === null ? join(files, 'none.json') : file('caps.json', capabilities)
    const refused = await router('eval', caps, file('queries.json', queries))
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(place)
  })

  const file = (name: string, content: string): string => {
    const path = join(files, name)
    writeFileSync(path, content)
    return path
  }
})
