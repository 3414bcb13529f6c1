import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli, spawnCli } from '../testing/cli.ts'
import { tempHome } from '../testing/temp-home.ts'

/** Commands that fail before they need a daemon: none may start one. */
describe('the satchel command', () => {
  let home: ReturnType<typeof tempHome>
  beforeEach(() => {
    home = tempHome()
  })
  afterEach(() => {
    expect(existsSync(home.paths.runDir)).toBe(false)
    home.remove()
  })

  const env = () => ({ ...home.env, LC_ALL: 'en_GB.UTF-8' })
  const run = (...args: string[]) => runCli(env(), ...args)

  it.each([
    ['an argument that is no JSON', ['state', 'create', 'did:x', '{bad'], 'invalid_request'],
    ['JSON that is no object', ['state', 'create', 'did:x', '[1]'], 'invalid_request'],
    ['a file that is not there', ['state', 'create', 'did:x', '@absent.json'], 'file_unreadable'],
    ['a query without a schema', ['state', 'query', '{}'], 'invalid_request'],
    ['a limit that is no number', ['state', 'query', '--from', 'x', '--limit', 'many'], 'invalid_request'],
    ['a setting there is not', ['settings', 'set', 'colour', 'red'], 'invalid_request'],
    ['a value a setting cannot have', ['settings', 'set', 'theme', 'loud'], 'invalid_request'],
    [
      'a parameter without a value',
      ['did', 'auth', 'create', '--operation', 'x', '--audience', 'y', '--param', 'z'],
      'invalid_request',
    ],
    ['a package that cannot be read', ['acp', 'verify', 'absent.acp.yaml'], 'file_unreadable'],
  ])('refuses %s with 1 and one JSON line on stderr', async (_what, args, code) => {
    const { code: exit, stdout, stderr } = await run(...args, '--json')
    expect(exit).toBe(1)
    expect(stdout).toBe('')
    expect(stderr.endsWith('\n')).toBe(true)
    expect(stderr.trimEnd()).not.toContain('\n')
    expect(JSON.parse(stderr)).toMatchObject({
      code,
      message: expect.stringMatching(/\S/) as string,
      action: expect.stringMatching(/\S/) as string,
    })
  })

  it('names the setting there is not to a person, too', async () => {
    const { code, stderr } = await run('settings', 'set', 'colour', 'red')
    expect(code).toBe(1)
    expect(stderr).toContain('colour')
    expect(stderr).toContain('(invalid_request)')
  })

  it('shows hostile text of a package without obeying it', async () => {
    const file = join(home.paths.dataDir, 'hostile.acp.yaml')
    writeFileSync(file, 'metadata: "\\e[2J\\u202Ename"\n"\\e[2Jkey\\u202E": 1\n')
    const { code, stdout } = await run('acp', 'verify', file)
    expect(code).toBe(1)
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/)
  })

  it('ends with 2 on wrong usage, and with 0 on --help and --version', async () => {
    expect((await run('stat')).code).toBe(2)
    expect((await run('settings', 'set', 'theme')).code).toBe(2)
    expect(await run('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    })
    expect((await run('--help')).code).toBe(0)
  })

  it('is a process with these exit codes and streams', async () => {
    const args = ['settings', 'set', 'colour', 'red', '--json']
    const refused = await spawnCli(env(), '', ...args)
    expect(refused).toEqual(await run(...args))
    expect(refused.code).toBe(1)
    const unknown = await spawnCli(env(), '', 'stat')
    expect(unknown).toEqual(await run('stat'))
    expect(unknown.code).toBe(2)
    const version = await spawnCli(env(), '', '--version')
    expect(version).toEqual(await run('--version'))
    expect(version.code).toBe(0)
  })

  it('says that nothing runs, and starts nothing', async () => {
    expect(JSON.parse((await run('daemon', 'status', '--json')).stdout)).toEqual({ running: false })
    expect(JSON.parse((await run('daemon', 'stop', '--json')).stdout)).toEqual({ stopped: false })
  })
})
