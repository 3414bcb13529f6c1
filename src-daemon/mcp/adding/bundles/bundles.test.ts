import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../storage/index.ts'
import { makeZip, type ZipFileInput } from '../../../testing/zip.ts'
import { createNetworkGuard, type NetworkGuard } from '../../../network/guard.ts'
import { plainServers } from '../../testing/plain-servers.ts'
import { bundledServer } from '../../../testing/bundled-server.ts'
import type { ServersService } from '../../servers/types.ts'
import type { ServerDefinition } from '../../../contract/servers.ts'
import { createBundles } from './bundles.ts'
import { createBundleFiles, type BundleFiles } from './files.ts'
import type { BundlesService } from './types.ts'
import { connectServer } from '../../testing/connect-server.ts'

let root: string
let home: string
let db: Database
let guard: NetworkGuard
let files: BundleFiles
let servers: ServersService
let bundles: BundlesService

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-bundles-'))
  home = join(root, 'home')
  for (const name of ['home', 'data', 'home/notes']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  guard = createNetworkGuard()
  files = createBundleFiles(join(root, 'data', 'bundles'))
  servers = plainServers({
    root,
    db,
    guard,
    now: () => new Date('2026-05-01T12:00:00Z'),
    secret: (name) => Promise.resolve(`value of ${name}`),
  })
  bundles = createBundles({ files, servers, language: () => 'en', home })
})
afterEach(async () => {
  await servers.close()
  await guard.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

const definitionOf = (definition: ServerDefinition | null): ServerDefinition => {
  if (definition === null) throw new Error('nothing to connect')
  return definition
}
const call = (uri: string, action: string) =>
  servers.call({ serverUri: uri, action, arguments: {}, signal: new AbortController().signal })

describe.skipIf(process.platform !== 'linux')('a bundle with a real server in it', () => {
  it('runs in the sandbox, reads its own folder and what it was given, and nothing else', async () => {
    writeFileSync(join(home, 'notes', 'a.txt'), 'a note')
    writeFileSync(join(home, 'secret.txt'), 'not its business')
    const look = await bundles.look(bundledServer({ version: '1.0.0' }))
    expect(look).toMatchObject({
      name: 'notes',
      title: 'Notes',
      kind: 'node',
      manifestVersion: '0.3',
      problem: null,
      warnings: [],
      installed: null,
      tools: [{ name: 'notes' }, { name: 'look' }],
      fields: [
        { key: 'folders', kind: 'folder', multiple: true, required: true, preset: [join(home, 'notes')] },
        { key: 'token', kind: 'secret' },
        { key: 'most', kind: 'number', min: 1, max: 9, preset: ['5'] },
        { key: 'loud', kind: 'boolean' },
      ],
    })
    expect(() => bundles.plan({ sha256: look.sha256, values: { most: ['10'] } })).toThrow(
      expect.objectContaining({ code: 'server_setup_invalid' }) as Error,
    )
    const plan = bundles.plan({ sha256: look.sha256, values: { token: ['t-1'], loud: ['true'] } })
    const folder = files.folderOf(look.sha256)
    expect(plan).toMatchObject({
      uri: 'notes',
      definition: {
        command: 'node',
        args: [join(folder, 'server.mjs'), '--most=5', join(home, 'notes')],
        env: { LOUD: 'true' },
        cwd: folder,
        grants: { read: [join(home, 'notes')], write: [], hosts: [], unsandboxed: false },
        bundle: { name: 'notes', version: '1.0.0', values: { most: ['5'] } },
      },
      secrets: [{ name: 'TOKEN', value: 't-1' }],
      notes: [{ code: 'paths' }, { code: 'network' }],
    })
    expect(JSON.stringify(plan.definition)).not.toContain('t-1')
    const view = await connectServer(servers, { uri: 'notes', definition: definitionOf(plan.definition) })
    expect(view.state).toMatchObject({ confinement: 'bubblewrap' })
    expect(await call('notes', 'notes')).toMatchObject({ text: 'a.txt' })
    expect(await call('notes', 'look')).toEqual({
      own: true,
      writes: false,
      home: false,
      data: [look.sha256],
      cwd: folder,
    })
    // Even if everything around Satchel's data was granted, of that data only the bundle's own folder is
    // visible.
    const wide = definitionOf(plan.definition)
    if (wide.kind !== 'command') throw new Error('no program')
    const grants = { ...wide.grants, write: [root] }
    await servers.change({ uri: 'notes', definition: { ...wide, grants } })
    const around = { own: true, writes: false, home: true, data: [look.sha256] }
    expect(await call('notes', 'look')).toMatchObject(around)
  })

  it('says which connected one it could be taken for, and whose each says it is', async () => {
    const first = await bundles.look(bundledServer({ version: '1.0.0' }))
    const { definition } = bundles.plan({ sha256: first.sha256, values: {} })
    await connectServer(servers, { uri: 'mine', definition: definitionOf(definition) })
    const other = { version: '1.0.0', name: 'jottings', author: 'Somebody else' }
    expect((await bundles.look(bundledServer({ ...other, title: 'N\u043Etes ' }))).warnings).toEqual([
      'It looks like Notes by Somebody, which is connected as mine. This one says it’s by Somebody else.',
    ])
    expect((await bundles.look(bundledServer({ ...other, title: 'Jottings' }))).warnings).toEqual([])
  })

  it('is updated by a newer one of its name after a diff, and keeps its secret and grants', async () => {
    const first = await bundles.look(bundledServer({ version: '1.0.0' }))
    const plan = bundles.plan({ sha256: first.sha256, values: {} })
    const before = definitionOf(plan.definition)
    if (before.kind !== 'command') throw new Error('no program')
    const granted = { ...before.grants, hosts: ['api.example.org'] }
    const env = { ...before.env, TOKEN: { secret: 'servers/notes/token' } }
    await connectServer(servers, { uri: 'mine', definition: { ...before, env, grants: granted }, keep: true })

    const newer = await bundles.look(bundledServer({ version: '1.1.0', author: 'Another', extra: true }))
    expect(newer.installed).toMatchObject({
      uri: 'mine',
      version: '1.0.0',
      same: false,
      values: { most: ['5'] },
      kept: ['token'],
      difference: {
        files: { added: 1, removed: 0, changed: 2 },
        tools: { added: ['more'], removed: [] },
        author: { before: 'Somebody', after: 'Another' },
        command: null,
      },
    })
    const update = bundles.plan({ sha256: newer.sha256, values: {}, uri: 'mine' })
    expect(update).toMatchObject({
      uri: 'mine',
      replaces: 'mine',
      secrets: [],
      definition: {
        env: { TOKEN: { secret: 'servers/notes/token' } },
        grants: { hosts: ['api.example.org'] },
        bundle: { version: '1.1.0' },
      },
    })
    await servers.change({ uri: 'mine', definition: definitionOf(update.definition) })
    bundles.forget(first.sha256)
    expect(readdirSync(join(root, 'data', 'bundles'))).toEqual([newer.sha256])
    await servers.remove('mine')
    bundles.forget(newer.sha256)
    expect(readdirSync(join(root, 'data', 'bundles'))).toEqual([])
  })

  it('does not start if its files have changed', async () => {
    const { sha256 } = await bundles.look(bundledServer({ version: '1.0.0' }))
    const { definition } = bundles.plan({ sha256, values: {} })
    const path = join(files.folderOf(sha256), 'server.mjs')
    chmodSync(path, 0o600)
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n// changed`)
    await expect(servers.add({ uri: 'notes', definition: definitionOf(definition) })).rejects.toMatchObject({
      code: 'bundle_damaged',
    })
  })
})

describe('an invalid bundle', () => {
  const manifest = { name: 'manifest.json', content: '{}' }
  const file = (name: string, change: Partial<ZipFileInput> = {}) => ({ name, content: 'x', ...change })

  it.each<[string, readonly ZipFileInput[]]>([
    ['path', [manifest, file('../out.txt')]],
    ['path', [manifest, file('/etc/out.txt')]],
    ['path', [manifest, file('C:/out.txt')]],
    ['path', [manifest, file('a/nul.txt')]],
    ['link', [manifest, file('a', { content: '/etc/passwd', mode: 0o120777 })]],
    ['encrypted', [manifest, file('a', { encrypted: true })]],
    ['twice', [manifest, file('Server.js'), file('server.js')]],
    ['twice', [manifest, file('a'), file('a/b')]],
    ['bomb', [manifest, file('a', { content: Buffer.alloc(20 * 1024 * 1024) })]],
  ])('is refused for %s, and leaves nothing behind', async (reason, entries) => {
    await expect(bundles.look(makeZip(entries))).rejects.toMatchObject({
      code: 'bundle_refused',
      details: { reason },
    })
    expect(readdirSync(join(root, 'data', 'bundles'))).toEqual([])
    expect(existsSync(join(root, 'out.txt'))).toBe(false)
  })

  it.each([
    ['no archive', Buffer.from('no zip'), 'bundle_refused'],
    ['no manifest', makeZip([file('a')]), 'bundle_manifest_invalid'],
    ['no JSON', makeZip([file('manifest.json')]), 'bundle_manifest_invalid'],
    ['nothing to run', makeZip([manifest]), 'bundle_manifest_invalid'],
  ])('is refused with %s', async (_what, bytes, code) => {
    await expect(bundles.look(bytes)).rejects.toMatchObject({ code })
    bundles.sweep()
    expect(readdirSync(join(root, 'data', 'bundles'))).toEqual([])
  })

  it('is refused if it is not the promised file', async () => {
    const bytes = bundledServer({ version: '1.0.0' })
    const fileSha256 = createHash('sha256').update(bytes).digest('hex')
    await expect(bundles.look(bytes, { fileSha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'bundle_hash_differs',
    })
    expect(await bundles.look(bytes, { fileSha256 })).toMatchObject({ fileSha256 })
  })
})

it('that is damaged where a file begins leaves nothing, however often it comes', async () => {
  const damaged = makeZip(['a', 'b/c', 'b/d'].map((name) => ({ name, content: 'x' })))
  damaged.fill(0xff, damaged.indexOf('PK\u0003\u0004', 10), damaged.indexOf('PK\u0003\u0004', 10) + 4)
  const kept = join(root, 'data', 'bundles')
  for (let round = 0; round < 200; round += 1) {
    await expect(files.put(damaged)).rejects.toMatchObject({ code: 'bundle_refused' })
    expect(readdirSync(kept)).toEqual([])
  }
})
