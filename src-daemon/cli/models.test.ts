import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OllamaServer, startOllamaServer } from '../../e2e/ollama-server/server.ts'
import { connectReady, endOf } from '../testing/daemon-process.ts'
import { spawnWithVault } from '../testing/quick-vault.ts'
import { runCli, spawnCli } from '../testing/cli.ts'
import { type OpenAiServer, startOpenAiServer } from '../testing/openai-server.ts'
import { tempHome } from '../testing/temp-home.ts'

const KEY = 'sk-secret-of-the-lab'

/** `satchel models` with a real daemon and real servers. Each test depends on the one before. */
describe.skipIf(process.platform === 'win32')('satchel models', () => {
  const home = tempHome()
  let env: NodeJS.ProcessEnv = {}
  let ollama: OllamaServer
  let lab: OpenAiServer
  let daemon: Awaited<ReturnType<typeof spawnWithVault>>

  beforeAll(async () => {
    ollama = await startOllamaServer()
    lab = await startOpenAiServer({ key: KEY })
    env = {
      ...home.env,
      LC_ALL: 'en_GB.UTF-8',
      OLLAMA_HOST: ollama.url,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    }
    daemon = await spawnWithVault(env)
    await (await connectReady(env)).close()
  }, 240_000)
  afterAll(async () => {
    daemon.kill('SIGTERM')
    await endOf(daemon)
    await ollama.close()
    await lab.close()
    home.remove()
  })

  const satchel = (...args: string[]) => runCli(env, 'models', ...args)

  it('lists, shows, fetches and deletes', async () => {
    expect((await satchel()).stdout).toMatch(/ollama:qwen3:8b\s+5\.2 GB\s+40,960\s+tools thinking/)
    expect((await satchel('show', 'gemma3:1b')).stdout).toMatch(/contextWindow\s+32768/)
    expect((await satchel('pull', 'phi4:14b')).stdout).toContain('phi4:14b is ready.')
    const refused = await satchel('delete', 'phi4:14b')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('needs_consent')
    expect((await satchel('delete', 'phi4:14b', '--yes')).stdout).toContain('Deleted phi4:14b.')
    expect((await satchel('show', 'phi4:14b')).code).toBe(1)
    const missing = await satchel('pull', 'missing:1b')
    expect(missing).toMatchObject({ code: 1 })
    expect(missing.stderr).toContain('file does not exist')
  }, 240_000)

  it('guides a model as the person says, or by its size', async () => {
    const guided = async (): Promise<unknown> => {
      const shown = JSON.parse((await satchel('show', 'qwen3:8b', '--json')).stdout) as { guided?: unknown }
      return shown.guided
    }
    // The server says how many parameters it has: 8 billion.
    expect(await guided()).toBe(false)
    expect((await satchel('guide', 'qwen3:8b', 'on')).stdout).toContain('qwen3:8b is guided.')
    expect(await guided()).toBe(true)
    const { stdout } = await satchel('guide', 'qwen3:8b', 'off', '--json')
    expect(JSON.parse(stdout)).toEqual({ model: 'ollama:qwen3:8b', guided: false })
    expect((await satchel('guide', 'qwen3:8b', 'on')).code).toBe(0)
    expect((await satchel('guide', 'qwen3:8b', 'auto')).stdout).toContain('qwen3:8b isn’t guided.')
    expect(await guided()).toBe(false)
    expect((await satchel('guide', 'qwen3:8b', 'perhaps')).code).not.toBe(0)
    expect((await satchel('guide', 'missing:1b', 'on')).code).toBe(1)
  }, 240_000)

  it('adds a server, keeps its key from standard input, tests and removes it', async () => {
    expect((await satchel('endpoints', 'presets')).stdout).toMatch(/lm-studio.*127\.0\.0\.1:1234/)
    const remote = await satchel('endpoints', 'add', 'openai')
    expect(remote.code).toBe(1)
    expect(remote.stderr).toContain('needs_consent')
    const asked = await satchel('endpoints', 'add', 'openai', '--json')
    expect(asked.stderr).toContain('goes to api.openai.com')
    expect((await satchel('endpoints', 'add', 'lab', '--url', lab.url, '--name', 'Lab')).code).toBe(0)
    const unkeyed = await satchel('endpoints', 'test', 'lab')
    expect(unkeyed).toMatchObject({ code: 1 })
    expect(unkeyed.stdout).toContain('didn’t accept the key')
    expect(await withInput(`${KEY}\n`, 'models', 'endpoints', 'key', 'lab')).toBe(0)
    expect((await satchel('endpoints', 'test', 'lab')).stdout).toContain('1 model')
    const { stdout } = await satchel('test', 'lab', '--json')
    expect(JSON.parse(stdout)).toMatchObject([{ id: 'openai:lab', reachable: true, hasKey: true }])
    const all =
      (await satchel('endpoints', 'list', '--json')).stdout + (await runCli(env, 'settings', 'get')).stdout
    expect(all).not.toContain(KEY)
    const files = readdirSync(home.paths.dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && file.name !== 'owner.lock')
      .map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1'))
    expect(files.join('\n')).not.toContain(KEY)
    expect((await satchel('endpoints', 'remove', 'lab', '--yes')).code).toBe(0)
    expect((await satchel('endpoints', 'list')).stdout).not.toContain('Lab')
  }, 240_000)

  /** The exit code of a command that gets input. */
  const withInput = async (input: string, ...args: string[]): Promise<number | null> => {
    const { code, stderr } = await spawnCli(env, input, ...args)
    expect(stderr).toBe('')
    return code
  }
})
