import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { conformanceReportSchema } from '../../contract/conformance.ts'
import { appRoot } from '../../platform/app.ts'
import { runCli, spawnCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 240_000
const NOTE = 'did:nuwa:state:note#v1'
const suite = join(appRoot, 'src-daemon/capabilities/conformance')

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
beforeEach(() => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
})
afterEach(() => {
  home.remove()
})

const file = (name: string, text: string): string => {
  const path = join(home.paths.dataDir, name)
  writeFileSync(path, text)
  return path
}
const conformance = (...args: string[]) => runCli(env, 'cap', 'conformance', ...args)
const reportOf = (text: string) => conformanceReportSchema.parse(JSON.parse(text))
const failed = (text: string) =>
  reportOf(text)
    .cases.filter(({ outcome }) => outcome === 'failed')
    .map(({ id }) => id)

/** A whole source in a few lines: one tool that repeats its input. `answer` is what it does with a good call. */
const SOURCE = (answer: string): string => `
const manifest = {
  capability_id: 'acp:demo/echo', version: '1.0.0', kind: 'tool', name: 'Echo', description: '',
  input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  prompt_template: null, resources: null, required_permissions: null,
}
let runs = 0
const isKnown = (id, version) => id === manifest.capability_id && version === manifest.version
const failure = (code) => ({ code, message: 'It did not work.' })
const failed = (code) => ({ ok: false, output: null, error: failure(code), duration_ms: 0 })
export const list = async () => [manifest]
export const describe = async (id, version) => (isKnown(id, version) ? manifest : failure('NOT_FOUND'))
export const invoke = async ({ capability_id, version }, input) => {
  if (!isKnown(capability_id, version)) return failed('NOT_FOUND')
  if (typeof input?.text !== 'string') return failed('INVALID_INPUT')
  runs += 1
  return ${answer}
}
export const counted = () => ({ runs, results: 0 })
`
const GOOD = `{ ok: true, output: { text: input.text }, error: null, duration_ms: 1 }`
/** The same as a program: JSON lines in and out. */
const PROGRAM = (answer: string): string => `${SOURCE(answer)}
import { createInterface } from 'node:readline'
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  const write = (result) => process.stdout.write(JSON.stringify({ id, result }) + '\\n')
  if (method === 'capability.list') write(await list())
  else if (method === 'capability.describe') write(await describe(params.capability_id, params.version))
  else if (method === 'capability.invoke') write(await invoke(params.ref, params.input))
  else if (method === 'x_counts') write(counted())
})
`
const exercises = () =>
  file('exercises.json', JSON.stringify({ good: [{ capability_id: 'acp:demo/echo', input: { text: 'x' } }] }))

describe('satchel cap conformance', { timeout: TIMEOUT }, () => {
  it('judges a module, for people and as a report', async () => {
    const report = join(home.paths.dataDir, 'report.json')
    const path = file('source.mjs', SOURCE(GOOD))
    const shown = await conformance('--source', path, '--exercises', exercises(), '--report', report)
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toMatch(/^C1 +passed +list returns a list of manifests/)
    expect(shown.stdout).toMatch(
      /\d+ passed, 0 failed, 0 with a warning, \d+ not shown, \d+ not applicable\.\nInconclusive: .*I7, I8.*\n$/,
    )
    const written = reportOf(readFileSync(report, 'utf8'))
    expect(written).toMatchObject({ conforms: null, source: path })
    expect(written.not_shown).toContainEqual({
      id: 'I7',
      title: 'PERMISSION_DENIED where a permission is missing',
      why: 'no exercise in "denied"',
    })
    // It has neither skills nor servers, so that nothing is missing there.
    expect(written.not_shown.filter(({ id }) => /^[MS]/.test(id))).toEqual([])
    expect((await conformance('--source', path, '--strict')).code).toBe(1)
    const empty = file(
      'empty.mjs',
      SOURCE(GOOD).replace('[manifest]', '[]').replace('isKnown = ', 'isKnown = () => false, isOld = '),
    )
    const nothing = await conformance('--source', empty)
    expect(nothing).toMatchObject({ code: 0, stdout: expect.stringContaining('Inconclusive') as string })
    expect(nothing.stdout).toMatch(/^C7 +not shown/m)
    expect((await conformance('--source', empty, '--strict')).code).toBe(1)
    const missing = await conformance('--source', join(home.paths.dataDir, 'nowhere.mjs'))
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('conformance_source_unusable') as string,
    })
    const wrong = file('wrong.json', '{"slow": [{"capability_id": "acp:demo/echo", "settlesMs": "long"}]}')
    expect(await conformance('--source', path, '--exercises', wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/slow/0/settlesMs') as string,
    })
  })

  it('judges a program that answers lines, also over its restarts, and catches a broken one', async () => {
    const good = file('good.mjs', PROGRAM(GOOD))
    const passed = await conformance('--json', '--exercises', exercises(), '--', process.execPath, good)
    expect(failed(passed.stdout)).toEqual([])
    expect(reportOf(passed.stdout).cases.find(({ id }) => id === 'D5')?.outcome).toBe('passed')
    expect(reportOf(passed.stdout).cases.find(({ id }) => id === 'I6')?.outcome).toBe('passed')
    const broken = file(
      'broken.mjs',
      PROGRAM(`{ ok: true, output: { text: 7 }, error: null, duration_ms: 0.5 }`),
    )
    const caught = await conformance('--json', '--exercises', exercises(), '--', process.execPath, broken)
    expect(caught.code).toBe(1)
    expect(failed(caught.stdout)).toEqual(['I1', 'I15'])
    const none = await conformance('--json', '--', join(home.paths.dataDir, 'no-such-program'))
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('conformance_source_unusable') as string,
    })
  })

  it("serves the suite's own server", async () => {
    const line = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`
    const { stdout } = await spawnCli(env, line, 'cap', 'conformance-server')
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]) as unknown },
    })
  })

  it('judges the daemon, once its calls were agreed to', async () => {
    const daemon: ChildProcess = await spawnWithVault(env)
    try {
      await (await connectReady(env)).close()
      await runCli(env, 'cap', 'install', 'note', '--yes')
      const server = [process.execPath, join(suite, 'testing', 'reference-stdio.ts')]
      const added = await runCli(
        env,
        'servers',
        'add',
        'reference',
        '--read',
        suite,
        '--yes',
        '--',
        ...server,
      )
      expect(added).toMatchObject({ code: 0 })
      const own = file(
        'own.json',
        JSON.stringify({
          good: [{ capability_id: 'acp:note/state.query', input: { query: { from: NOTE } } }],
          failing: [
            {
              capability_id: 'acp:note/state.update',
              input: { schema_uri: NOTE, id: randomUUID(), patch: { $set: { title: 'x' } } },
            },
          ],
          skills: [{ capability_id: 'acp:note', input: { task: 'show my notes' } }],
          hidden: [process.execPath, suite],
          mcp: { stdio: 'mcp:reference' },
        }),
      )
      const unasked = await conformance('--json', '--exercises', own)
      expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('needs_consent') as string })
      const judged = await conformance('--json', '--yes', '--exercises', own)
      const report = reportOf(judged.stdout)
      expect(report.cases.filter(({ outcome }) => outcome === 'failed')).toEqual([])
      expect(report.totals.passed).toBeGreaterThan(35)
      const tools = await runCli(env, 'cap', 'tools', '--source', 'mcp:reference', '--json')
      expect(JSON.parse(tools.stdout)).toHaveLength(11)
      const nobody = await conformance('--source', 'mcp:nobody')
      expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('mcp:nobody') as string })
      const unknown = await runCli(env, 'cap', 'describe', 'acp:note/state.query', '9.9.9')
      expect(unknown).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('capability_unknown') as string,
      })
      const late = ['mcp:reference/waits', '--deadline', '1', '--yes']
      // The suite made the reference server exit; it is restarted after a moment.
      await expect
        .poll(async () => (await runCli(env, 'cap', 'invoke', ...late)).stdout, { timeout: 20_000 })
        .toContain('TIMEOUT')
    } finally {
      daemon.kill('SIGKILL')
      await endOf(daemon)
    }
  })
})
