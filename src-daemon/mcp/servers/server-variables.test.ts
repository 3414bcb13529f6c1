/** Variables of servers from every origin: none runs code outside the sandbox, and none that runs other code is given. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createNetworkGuard, type NetworkGuard } from '../../network/guard.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { bundledServer } from '../../testing/bundled-server.ts'
import { nativeLibrary } from '../../testing/native-library.ts'
import { createBundles } from '../adding/bundles/bundles.ts'
import { createBundleFiles, type BundleFiles } from '../adding/bundles/files.ts'
import type { BundlesService } from '../adding/bundles/types.ts'
import { createServerImporter } from '../adding/import/importer.ts'
import { programOf } from '../testing/pinned-servers.ts'
import { plainServers } from '../testing/plain-servers.ts'
import type { ServersService } from './types.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import { connectServer } from '../testing/connect-server.ts'

const FIXTURES = join(appRoot, 'src-daemon/mcp/testing')
const PLAIN = ['node', join(FIXTURES, 'hostile-server.mjs'), 'plain']
const REFUSED = { code: 'server_variable_refused', params: { reason: 'variable_runs_code' } }

let root: string
let outside: string
let db: Database
let guard: NetworkGuard
let sandbox: Sandbox
let files: BundleFiles
let servers: ServersService
let bundles: BundlesService
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'satchel-variables-')))
  outside = join(root, 'outside')
  for (const name of ['home', 'data', 'outside', 'home/notes']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  guard = createNetworkGuard()
  files = createBundleFiles(join(root, 'data', 'bundles'))
  sandbox = createSandbox({
    places: { home: join(root, 'home'), dataDir: join(root, 'data') },
    runDir: root,
    searchPath: process.env['PATH'] ?? '',
  })
  servers = plainServers({ root, db, guard, sandbox, secret: (name) => Promise.resolve(`value of ${name}`) })
  bundles = createBundles({ files, servers, language: () => 'en', home: join(root, 'home') })
})
afterEach(async () => {
  await servers.close()
  await guard.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

/** The loader of every program that has these writes a file there before the program's first line. */
const traced = () => ({ LD_DEBUG: 'all', LD_DEBUG_OUTPUT: join(outside, 'trace') })
const programIn = (definition: ServerDefinition | null): Extract<ServerDefinition, { kind: 'command' }> => {
  if (definition?.kind !== 'command') throw new Error('no program')
  return definition
}
const plain = (env: Readonly<Record<string, string>>): ServerDefinition =>
  programOf(PLAIN, { read: [FIXTURES], env })
const nothingEscaped = () => {
  expect(readdirSync(outside)).toEqual([])
}

describe.skipIf(process.platform !== 'linux')('a variable that runs code', () => {
  it('of a bundle is refused before anything runs, whatever a client makes of that', async (context) => {
    const native = nativeLibrary(join(outside, 'escaped'))
    if (native === null) return context.skip() // the next test shows the same without a compiler
    const look = await bundles.look(
      bundledServer({
        version: '1.0.0',
        env: { LD_PRELOAD: '${__dirname}/server/native.so' },
        files: [{ name: 'server/native.so', content: native, mode: 0o100755 }],
      }),
    )
    expect(look.problem).toContain('LD_PRELOAD')
    const { definition, problem } = bundles.plan({ sha256: look.sha256, values: {} })
    expect([definition, problem]).toEqual([null, look.problem])
    const good = await bundles.look(bundledServer({ version: '1.0.0' }))
    const other = programIn(bundles.plan({ sha256: good.sha256, values: {} }).definition)
    const env = { LD_PRELOAD: join(files.folderOf(look.sha256), 'server', 'native.so') }
    const forged = { ...other, env, bundle: { ...other.bundle, sha256: look.sha256 } }
    await expect(
      servers.add({ uri: 'forged', definition: forged as ServerDefinition }),
    ).rejects.toMatchObject(REFUSED)
    nothingEscaped()
  })

  it('of an update is refused; the version before stays, and the difference names each variable', async () => {
    const first = await bundles.look(bundledServer({ version: '1.0.0', env: { GONE: '1', SPEED: 'slow' } }))
    const { definition } = bundles.plan({ sha256: first.sha256, values: {} })
    await connectServer(servers, { uri: 'notes', definition: programIn(definition) })
    const newer = await bundles.look(bundledServer({ version: '1.1.0', env: { SPEED: 'fast', ...traced() } }))
    expect(newer.problem).toContain('LD_DEBUG')
    expect(newer.variables).toContainEqual({ name: 'LD_DEBUG', value: 'all' })
    expect(newer.installed?.difference?.variables).toEqual([
      { name: 'GONE', before: '1', after: null },
      { name: 'SPEED', before: 'slow', after: 'fast' },
      { name: 'LD_DEBUG', before: null, after: 'all' },
      { name: 'LD_DEBUG_OUTPUT', before: null, after: join(outside, 'trace') },
    ])
    const update = bundles.plan({ sha256: newer.sha256, values: {}, uri: 'notes' })
    expect(update.definition).toBeNull()
    const forged = { ...programIn(definition), env: traced() }
    await expect(servers.change({ uri: 'notes', definition: forged })).rejects.toMatchObject(REFUSED)
    expect(servers.get('notes')?.definition).toEqual(definition)
    expect(await servers.restart('notes')).toMatchObject({ state: { kind: 'running' } })
    nothingEscaped()
  })

  it('of a link is left out, with a note', async () => {
    const importer = createServerImporter({
      language: () => 'en',
      home: join(root, 'home'),
      locate: sandbox.locate,
    })
    const [command, ...args] = PLAIN
    const env = { ...traced(), LD_AUDIT_TOKEN: '${x}', BASH_ENV: '/own', LEVEL: '3' }
    const config = Buffer.from(JSON.stringify({ command, args, env })).toString('base64url')
    const [found] = await importer.read(`satchel://servers/add?name=linked&config=${config}`)
    expect(found).toMatchObject({ definition: { env: { LEVEL: '3' } }, secrets: [], problem: null })
    const left = ['LD_DEBUG', 'LD_DEBUG_OUTPUT', 'LD_AUDIT_TOKEN', 'BASH_ENV']
    expect(found?.notes.filter(({ code }) => code === 'variable').map(({ what }) => what)).toEqual(left)
    await connectServer(servers, { uri: 'linked', definition: programIn(found?.definition ?? null) })
    nothingEscaped()
  })

  it('of a definition that was kept before is refused at every start', async () => {
    await connectServer(servers, { uri: 'kept', definition: plain({ LEVEL: '3' }) })
    await servers.stop('kept')
    db.prepare('UPDATE servers SET definition_json = ? WHERE uri = ?').run(
      JSON.stringify(plain(traced())),
      'kept',
    )
    await servers.close()
    servers = plainServers({ root, db, guard, sandbox })
    await expect(servers.restart('kept')).rejects.toMatchObject({ ...REFUSED, details: { name: 'LD_DEBUG' } })
    expect(servers.get('kept')?.problem).toMatchObject({ code: 'server_variable_refused' })
    nothingEscaped()
  })

  it('that the owner typed is refused, also as a secret and without a sandbox', async () => {
    for (const env of [{ NODE_OPTIONS: '--require=/own.cjs' }, { PYTHONPATH: '/own' }, traced()])
      await expect(servers.add({ uri: 'typed', definition: plain(env), keep: true })).rejects.toMatchObject(
        REFUSED,
      )
    const secret = { ...programIn(plain({})), env: { LD_PRELOAD: { secret: 'servers/own' } } }
    await expect(servers.add({ uri: 'typed', definition: secret })).rejects.toMatchObject(REFUSED)
    const open = programOf(PLAIN, { unsandboxed: true, env: traced() })
    await expect(servers.add({ uri: 'typed', definition: open })).rejects.toMatchObject(REFUSED)
    expect(servers.list()).toEqual([])
    nothingEscaped()
  })
})

describe.skipIf(process.platform !== 'linux')('a bundle’s own programs', () => {
  const script = () => ({ content: `#!/bin/sh\n: > '${outside}/escaped'\n`, mode: 0o100755 })

  it('run nowhere when what it downloads is looked up', async () => {
    const look = await bundles.look(
      bundledServer({
        version: '1.0.0',
        command: '${__dirname}/server/uvx',
        files: ['uvx', 'uv', 'python3'].map((name) => ({ name: `server/${name}`, ...script() })),
      }),
    )
    const { definition } = bundles.plan({ sha256: look.sha256, values: {} })
    const program = programIn(definition)
    expect(await servers.fetches({ ...program, args: ['some-server'] })).toBeNull()
    nothingEscaped()
  })

  it('run in the sandbox alone, even where they look like a version manager’s', async () => {
    const look = await bundles.look(
      bundledServer({
        version: '1.0.0',
        command: '${__dirname}/some/shims/tool',
        files: ['shims/tool', 'bin/some'].map((name) => ({ name: `some/${name}`, ...script() })),
      }),
    )
    const { definition } = bundles.plan({ sha256: look.sha256, values: {} })
    await expect(servers.add({ uri: 'shim', definition: programIn(definition) })).rejects.toMatchObject({
      code: 'server_ended',
    })
    nothingEscaped()
  })

  it('find their own modules by a variable', async () => {
    const env = { PYTHONPATH: '${__dirname}/server/lib', NODE_PATH: '${__dirname}/a:${__dirname}/b' }
    const look = await bundles.look(bundledServer({ version: '1.0.0', env }))
    expect(look.problem).toBeNull()
    const { definition } = bundles.plan({ sha256: look.sha256, values: {} })
    const lib = join(files.folderOf(look.sha256), 'server/lib')
    expect(programIn(definition).env).toMatchObject({ PYTHONPATH: lib })
    expect(await connectServer(servers, { uri: 'notes', definition: programIn(definition) })).toMatchObject({
      problem: null,
    })
    const elsewhere = await bundles.look(
      bundledServer({ version: '1.1.0', env: { PYTHONPATH: '${__dirname}/lib:${HOME}/lib' } }),
    )
    expect(elsewhere.problem).toContain('PYTHONPATH')
  })
})
