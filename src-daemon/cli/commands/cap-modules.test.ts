import type { ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cidOf } from '../../platform/cid.ts'
import { httpTool, packageText, signed } from '../../packages/testing.ts'
import { openBlockFolder } from '../../registry/ipfs/testing/block-folder.ts'
import { startGateway } from '../../registry/ipfs/testing/gateway-server.ts'
import { readNamedFile } from './files.ts'
import { runCli } from '../../testing/cli.ts'
import { endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 240_000
const MODULE = fileURLToPath(new URL('../../../resources/samples/units/units.wasm', import.meta.url))

let home: ReturnType<typeof tempHome>
let files: string
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
beforeAll(async () => {
  home = tempHome()
  files = mkdtempSync(join(tmpdir(), 'satchel-files-'))
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  daemon = await spawnWithVault(env)
}, TIMEOUT)
afterAll(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  home.remove()
  rmSync(files, { recursive: true })
}, TIMEOUT)

const run = (...args: string[]) => runCli(env, ...args)
const invoke = async () => {
  const input = JSON.stringify({ value: 1, from: 'mile', to: 'metre' })
  const { stdout } = await run('--json', 'cap', 'invoke', 'acp:diary/convert', input)
  return JSON.parse(stdout) as unknown
}

/** A package with a tool that runs the module of that CID. */
const writePackage = async (file: string, cid: string): Promise<void> => {
  const tool = httpTool(JSON.stringify({ type: 'wasm', module: cid }), 'convert')
  const moreTools = tool.moreTools.replace(
    '{word: {type: string}}, required: [word]',
    '{value: {type: number}, from: {type: string}, to: {type: string}}',
  )
  writeFileSync(file, await signed(packageText({ ...tool, moreTools })))
}

it(
  'runs a module named by its CID once its very file was given, or lay beside the package',
  { timeout: TIMEOUT },
  async () => {
    const cid = cidOf(readNamedFile(MODULE).bytes)
    const file = join(files, 'diary.acp.yaml')
    await writePackage(file, cid)
    const review = await run('cap', 'install', file, '--yes')
    expect(review.stderr + review.stdout).toContain(cid)
    const missing = { ok: false, error: { details: { code: 'wasm_module_unavailable' } } }
    expect(await invoke()).toMatchObject(missing)
    expect((await run('cap', 'module', 'diary', file)).stderr).toContain('wasm_module_not_asked')
    expect((await run('cap', 'modules', 'diary')).stdout).toMatch(/convert\s+missing/)

    expect((await run('cap', 'module', 'diary', MODULE)).code).toBe(0)
    expect(await invoke()).toMatchObject({ ok: true, output: { text: '1 mile = 1609.344 metre' } })

    // It is removed with the capability, and installed with the package if it lies beside it.
    await run('cap', 'remove', 'diary', '--purge', '--yes')
    expect((await run('cap', 'install', file, '--yes')).code).toBe(0)
    expect(await invoke()).toMatchObject(missing)
    await run('cap', 'remove', 'diary', '--purge', '--yes')
    copyFileSync(MODULE, join(files, `${cid}.wasm`))
    expect((await run('cap', 'install', file, '--yes')).code).toBe(0)
    expect(await invoke()).toMatchObject({ ok: true })
  },
)

it('fetches a module only from sources the owner agrees to ask', { timeout: TIMEOUT }, async () => {
  const module = readNamedFile(MODULE).bytes
  const blocks = openBlockFolder(join(files, 'blocks'))
  const gateway = await startGateway(blocks)
  try {
    const cid = cidOf(module)
    const file = join(files, 'fetched', 'diary.acp.yaml')
    mkdirSync(dirname(file))
    await writePackage(file, cid)
    await run('cap', 'remove', 'diary', '--purge', '--yes')
    expect((await run('cap', 'install', file, '--yes')).code).toBe(0)
    expect((await run('cap', 'module', 'diary')).code).not.toBe(0)
    const nobody = await run('cap', 'module', 'diary', '--fetch', '--yes')
    expect(nobody.stderr).toContain('ipfs_not_found')

    expect((await run('ipfs', 'set', 'gateways', gateway.url)).stdout).toContain(gateway.url)
    const unasked = await run('cap', 'module', 'diary', '--fetch')
    expect(unasked.stderr).toContain('needs_consent')
    // A gateway with other bytes for it is named, and nothing is stored.
    await blocks.put(Buffer.from('another module'), cid)
    const lied = await run('cap', 'module', 'diary', '--fetch', '--yes')
    expect(lied.stderr).toContain('ipfs_wrong_bytes')
    expect(lied.stderr).toContain(gateway.url)
    expect((await run('cap', 'modules', 'diary')).stdout).toMatch(/convert\s+missing/)

    await blocks.put(module)
    expect((await run('cap', 'module', 'diary', '--fetch', '--yes')).code).toBe(0)
    expect(await invoke()).toMatchObject({ ok: true, output: { text: '1 mile = 1609.344 metre' } })
  } finally {
    await gateway.close()
  }
})
