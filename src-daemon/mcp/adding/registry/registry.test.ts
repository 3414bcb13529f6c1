import type { ServerResponse } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../platform/sha256.ts'
import { createNetworkGuard, type NetworkGuard } from '../../../network/guard.ts'
import { createBundles } from '../bundles/bundles.ts'
import { createBundleFiles } from '../bundles/files.ts'
import { bundledServer } from '../../../testing/bundled-server.ts'
import { listed, startRegistry, type TestRegistry } from '../../testing/registry-server.ts'
import { createRegistry } from './registry.ts'
import type { RegistryService } from './types.ts'

const bundle = bundledServer({ version: '1.0.0' })
const secret = { name: 'API_KEY', isSecret: true, isRequired: true, description: 'The key' }
const ENTRIES = [
  listed(
    {
      name: 'org.example/weather',
      title: 'Weather',
      version: '2.0.0',
      websiteUrl: 'javascript:alert(1)',
      repository: { url: 'https://code.example/weather', source: 'x' },
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://{region}.weather.example/mcp',
          variables: { region: { isRequired: true, choices: ['eu', 'us'], default: 'eu' } },
          headers: [
            { name: 'Authorization', value: 'Bearer {token}', variables: { token: { isSecret: true } } },
            { name: 'X-Team', default: 'a' },
          ],
        },
        { type: 'streamable-http', url: 'http://127.0.0.1:9/mcp' },
        { type: 'carrier-pigeon', url: 'https://weather.example' },
      ],
      packages: [
        {
          registryType: 'npm',
          registryBaseUrl: 'https://packages.example',
          identifier: '@example/weather',
          version: '2.0.0',
          transport: { type: 'stdio' },
          runtimeArguments: [{ type: 'named', name: '--quiet' }],
          packageArguments: [
            { type: 'positional', value: 'start' },
            { type: 'named', name: '--port', format: 'number', description: 'Port' },
            { type: 'positional', valueHint: 'place', isRepeated: true, isRequired: true },
            { type: 'named', name: '--verbose', format: 'boolean', description: 'Talks more' },
          ],
          environmentVariables: [secret, { name: 'UNITS', choices: ['c', 'f'], default: 'c' }],
        },
        { registryType: 'pypi', identifier: 'weather', version: '2.0', transport: { type: 'stdio' } },
        { registryType: 'oci', identifier: 'example/weather', version: '2', transport: { type: 'stdio' } },
        { registryType: 'npm', identifier: '--eval=x', version: '1', transport: { type: 'stdio' } },
        {
          registryType: 'npm',
          identifier: 'exposing',
          transport: { type: 'stdio' },
          packageArguments: [{ type: 'named', name: '--key', isSecret: true, description: 'Key' }],
        },
        'nonsense',
        {
          registryType: 'npm',
          identifier: 'preloading',
          transport: { type: 'stdio' },
          environmentVariables: [{ name: 'NODE_OPTIONS', isSecret: true }],
        },
      ],
    },
    { status: 'deprecated', statusMessage: 'Use another.' },
  ),
  listed({ name: 'org.example/weather', version: '1.0.0' }),
  listed({ name: 'org.example/gone' }, { status: 'deleted' }),
  { server: { name: 'no name at all' } },
  listed({ name: 'org.example/notes' }),
]

let root: string
let guard: NetworkGuard
let registry: TestRegistry
let server: RegistryService
let env: NodeJS.ProcessEnv

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'satchel-registry-'))
  mkdirSync(join(root, 'home'))
  guard = createNetworkGuard({ env: {} })
  env = {}
  registry = await startRegistry(() => ENTRIES)
  const home = join(root, 'home')
  const language = () => 'en' as const
  const files = createBundleFiles(join(root, 'bundles'))
  const bundles = createBundles({ files, servers: { list: () => [], get: () => null }, language, home })
  server = createRegistry({
    url: () => registry.url,
    guard,
    bundles,
    language,
    env,
    home,
    system: join(root, 'etc'),
  })
})
afterEach(async () => {
  await guard.close()
  await registry.close()
  rmSync(root, { recursive: true, force: true })
})

describe('a registry of servers', () => {
  it('is searched page by page, leaving out deleted and unreadable entries', async () => {
    const first = await server.search({ text: 'org.example' })
    expect(first).toMatchObject({
      entries: [
        {
          name: 'org.example/weather',
          title: 'Weather',
          status: 'deprecated',
          statusMessage: 'Use another.',
        },
        { version: '1.0.0' },
      ],
      next: '2',
    })
    expect(registry.asked[0]).toBe('/v0.1/servers?limit=30&version=latest&search=org.example')
    const second = await server.search({ text: 'org.example', cursor: '2' })
    expect(second).toMatchObject({ entries: [{ name: 'org.example/notes' }], next: null })
  })

  it('has nothing of a name with half a character, and isn’t asked', async () => {
    for (const wanted of [{ name: 'a\ud800' }, { name: 'org.example/notes', version: '1\ud800' }])
      await expect(server.show(wanted)).rejects.toMatchObject({ code: 'mcp_registry_unknown' })
    expect(registry.asked.join(' ')).not.toMatch(/%EF|\ud800/)
  })

  it('shows a server with its versions and every way to install it, or the reason it can’t', async () => {
    const shown = await server.show({ name: 'org.example/weather' })
    expect(shown).toMatchObject({
      version: '2.0.0',
      repository: 'https://code.example/weather',
      website: null,
      versions: [{ version: '2.0.0', status: 'deprecated' }, { version: '1.0.0' }],
    })
    expect(shown.ways.map(({ id, kind, problem }) => [id, kind, problem === null])).toEqual([
      ['remote:0', 'remote', true],
      ['remote:1', 'remote', true],
      ['remote:2', 'remote', false],
      ['package:0', 'npm', true],
      ['package:1', 'pypi', true],
      ['package:2', 'other', false],
      ['package:3', 'npm', false],
      ['package:4', 'npm', false],
      ['package:5', 'other', false],
      ['package:6', 'npm', false],
    ])
    expect(shown.ways.at(-1)?.problem).toContain('NODE_OPTIONS')
    expect((await server.show({ name: 'org.example/weather', version: '1.0.0' })).ways).toEqual([])
    await expect(server.show({ name: 'org.example/nothing' })).rejects.toMatchObject({
      code: 'mcp_registry_unknown',
    })
  })

  const plan = (way: string, values: Record<string, string[]> = {}) =>
    server.plan({ name: 'org.example/weather', version: '2.0.0', way, values })

  it('makes an address of a remote, with what is secret apart, and none of this machine', async () => {
    expect(await plan('remote:0', { region: ['us'], token: ['t-1'] })).toMatchObject({
      uri: 'weather',
      definition: { kind: 'url', url: 'https://us.weather.example/mcp', headers: { 'X-Team': 'a' } },
      secrets: [{ name: 'Authorization', value: 'Bearer t-1' }],
    })
    expect(await plan('remote:0')).toMatchObject({
      definition: { url: 'https://eu.weather.example/mcp' },
      secrets: [],
    })
    await expect(plan('remote:0', { region: ['evil.example/x#'] })).rejects.toMatchObject({
      code: 'server_setup_invalid',
    })
    await expect(plan('remote:1')).rejects.toMatchObject({ code: 'server_address_refused' })
  })

  it('makes a command of a package, with the hosts it is downloaded from', async () => {
    await expect(plan('package:0', { place: ['Bern'] })).rejects.toMatchObject({
      code: 'server_setup_missing',
      details: { key: 'API_KEY' },
    })
    const values = { place: ['Bern', '; rm -rf /'], API_KEY: ['k'], verbose: ['true'], UNITS: ['f'] }
    expect(await plan('package:0', values)).toMatchObject({
      definition: {
        command: 'npx',
        args: ['-y', '--quiet', '@example/weather@2.0.0', 'start', 'Bern', '; rm -rf /', '--verbose'],
        env: { UNITS: 'f' },
        grants: { read: [], write: [], hosts: ['packages.example'], unsandboxed: false },
      },
      secrets: [{ name: 'API_KEY', value: 'k' }],
      notes: [{ code: 'package_hosts', what: 'packages.example' }],
    })
    // The entry does not say which host serves the Python packages.
    expect(await plan('package:1')).toMatchObject({
      definition: { command: 'uvx', args: ['weather@2.0'], grants: { hosts: [] } },
      notes: [{ code: 'downloads', what: 'uvx' }],
    })
    for (const way of ['package:2', 'package:3', 'package:4', 'package:6', 'package:9'])
      await expect(plan(way)).rejects.toMatchObject({ code: 'mcp_registry_unknown' })
  })

  it('takes the package registry this machine is set to, and tells the program of it', async () => {
    writeFileSync(join(root, 'home', '.npmrc'), 'save-exact=true\nregistry=https://own.example/npm/\n')
    env['UV_DEFAULT_INDEX'] = 'https://user:pw@own.example/simple'
    const values = { place: ['x'], API_KEY: ['k'] }
    expect((await plan('package:0', values)).definition).toMatchObject({
      env: { npm_config_registry: 'https://own.example/npm/' },
      grants: { hosts: ['own.example'] },
    })
    // The owner's password for the registry is not passed to a program: uv is given it when it downloads.
    expect((await plan('package:1')).definition).toMatchObject({
      env: { UV_DEFAULT_INDEX: 'https://own.example/simple' },
      grants: { hosts: ['own.example'] },
    })
  })
})

describe('a bundle of a registry', () => {
  it('is fetched from the registry itself or a public host, and held against its hash', async () => {
    await registry.close()
    const at = (identifier: string, fileSha256?: string) => ({
      registryType: 'mcpb',
      identifier,
      transport: { type: 'stdio' },
      fileSha256,
    })
    registry = await startRegistry(
      (url) => {
        const own = `${url}/notes.mcpb`
        const packages = [
          at(own, sha256Hex(bundle)),
          at(own, '0'.repeat(64)),
          at(own),
          at('http://there.example/notes.mcpb', sha256Hex(bundle)),
          at('https://127.0.0.1/notes.mcpb', sha256Hex(bundle)),
        ]
        return [listed({ name: 'org.example/notes', packages })]
      },
      { '/notes.mcpb': bundle },
    )
    const fetched = (way: string) => server.bundle({ name: 'org.example/notes', version: '1.0.0', way })
    expect(await fetched('package:0')).toMatchObject({ name: 'notes', fileSha256: sha256Hex(bundle) })
    for (const [way, code] of [
      ['package:1', 'bundle_hash_differs'],
      ['package:2', 'mcp_registry_unknown'],
      ['package:3', 'server_address_refused'],
      ['package:4', 'server_address_refused'],
    ] as const)
      await expect(fetched(way)).rejects.toMatchObject({ code })
  })
})

describe('a server that is not a registry', () => {
  it.each<[string, string, (response: ServerResponse) => void]>([
    ['answers with a page', 'mcp_registry_failed', (response) => response.end('<html>')],
    ['answers with something else', 'mcp_registry_failed', (response) => response.end('{"servers": 1}')],
    ['fails', 'mcp_registry_failed', (response) => response.writeHead(500).end('{}')],
    ['sends without end', 'response_too_large', (response) => response.end(Buffer.alloc(9 * 1024 * 1024))],
    [
      'leads elsewhere',
      'network_refused',
      (response) => response.writeHead(302, { location: 'http://localhost:1/' }).end(),
    ],
  ])('that %s is said to be so', async (_what, code, answer) => {
    registry.misbehave(answer)
    await expect(server.search({ text: '' })).rejects.toMatchObject({ code })
  })

  it('shows nothing under another name, and is asked only if one is set', async () => {
    registry.misbehave((response) => response.end(JSON.stringify(listed({ name: 'org.example/other' }))))
    await expect(
      server.plan({ name: 'org.example/notes', version: '1', way: 'remote:0', values: {} }),
    ).rejects.toMatchObject({ code: 'mcp_registry_failed' })
    const none = createRegistry({
      url: () => '',
      guard,
      bundles: { look: () => Promise.reject(new Error('not asked')) },
      language: () => 'en',
    })
    await expect(none.search({ text: 'x' })).rejects.toMatchObject({ code: 'mcp_registry_missing' })
  })
})
