import { describe, expect, it } from 'vitest'
import { fillLaunch, type LaunchPlaces } from './launch.ts'
import { readManifest } from './manifest.ts'

const manifest = (change: Record<string, unknown>, platform: NodeJS.Platform = 'linux') =>
  readManifest(
    JSON.stringify({
      manifest_version: '0.3',
      name: 'demo',
      version: '1.0.0',
      description: 'A demo.',
      author: { name: 'Somebody' },
      server: { type: 'node', entry_point: 'server/index.js', mcp_config: { command: 'node', args: [] } },
      ...change,
    }),
    platform,
  )
const places = (change: Partial<LaunchPlaces> = {}): LaunchPlaces => ({
  folder: '/data/bundles/abc',
  home: '/home/me',
  platform: 'linux',
  has: (path) => ['server/index.js', 'server/tool', 'server/tool.exe'].includes(path),
  ...change,
})
const server = (type: string, mcp_config?: unknown) => ({
  server: { type, entry_point: 'server/index.js', ...(mcp_config === undefined ? {} : { mcp_config }) },
})
const launched = (change: Record<string, unknown>, given: Record<string, string[]> = {}, at = places()) =>
  fillLaunch(manifest(change, at.platform), new Map(Object.entries(given)), new Set(), at)

describe('a manifest', () => {
  it.each(['0.1', '0.2', '0.3', '0.4'])('of version %s is read, also by its old name', (version) => {
    expect(manifest({ manifest_version: version }).warnings).toEqual([])
    expect(manifest({ manifest_version: undefined, dxt_version: version })).toMatchObject({
      manifestVersion: version,
      warnings: [],
    })
  })

  it('is read leniently: invalid parts are named and left out', () => {
    const read = manifest({
      manifest_version: '9',
      author: 'Somebody',
      homepage: 'javascript:alert(1)',
      display_name: 7,
      tools: [{ name: 'a' }, { description: 'no name' }],
      compatibility: { platforms: ['linux', 'darwin'], runtimes: {} },
      user_config: {
        fine: { type: 'string', title: 'Fine' },
        colour: { type: 'colour' },
        __proto__x: { type: 'string' },
      },
      unheard_of: true,
    })
    expect(read).toMatchObject({
      title: 'demo',
      author: '',
      homepage: null,
      tools: [{ name: 'a', description: '' }],
      platforms: ['linux', 'darwin'],
      fields: [{ key: 'fine' }, { key: '__proto__x' }],
    })
    expect(read.warnings.map(({ code, what }) => `${code} ${what}`)).toEqual([
      'version_unknown 9',
      'ignored author',
      'ignored display_name',
      'ignored tools.1',
      'ignored user_config.colour',
    ])
  })

  it.each([
    ['name', { name: '' }],
    ['version', { version: 1 }],
    ['server', { server: undefined }],
    ['server.type', server('java')],
    ['server.mcp_config', { server: { type: 'node' } }],
    ['server.mcp_config.command', server('node', { args: [] })],
    ['server.mcp_config.args', server('node', { command: 'node', args: [1] })],
  ])('without its %s is none', (problem, change) => {
    expect(() => manifest(change)).toThrow(
      expect.objectContaining({ code: 'bundle_manifest_invalid', details: { problem } }) as Error,
    )
  })
})

describe('what a bundle is started with', () => {
  it('follows the kind of server where the manifest names no command', () => {
    expect(launched(server('node'))).toMatchObject({
      command: 'node',
      args: ['/data/bundles/abc/server/index.js'],
    })
    expect(launched(server('python'))).toMatchObject({ command: 'python3' })
    expect(launched(server('python', { command: 'python', args: ['x'] }))).toMatchObject({
      command: 'python3',
      args: ['x'],
    })
    expect(launched(server('uv'))).toMatchObject({
      command: 'uv',
      args: ['run', '--directory', '/data/bundles/abc', 'server/index.js'],
      env: { UV_PROJECT_ENVIRONMENT: '/tmp/venv' },
    })
  })

  it('takes what is meant for this system, and a program of its own by its whole path', () => {
    const config = {
      command: 'server/tool',
      args: ['--linux'],
      platform_overrides: { win32: { args: ['--windows'] }, darwin: { command: 'mac' } },
    }
    expect(launched(server('binary', config))).toMatchObject({
      command: '/data/bundles/abc/server/tool',
      args: ['--linux'],
    })
    expect(launched(server('binary', config), {}, places({ platform: 'win32' }))).toMatchObject({
      command: expect.stringContaining('tool.exe') as string,
      args: ['--windows'],
    })
    expect(launched(server('binary', config), {}, places({ platform: 'darwin' })).command).toBe('mac')
    // A path that leads out of the bundle is not taken for one of its files.
    expect(launched(server('binary', { command: '${__dirname}/../evil' })).command).toBe(
      '/data/bundles/abc/../evil',
    )
  })

  it('has its variables filled in, several values as arguments of their own, and secrets apart', () => {
    const user_config = {
      folders: { type: 'directory', multiple: true },
      key: { type: 'string', sensitive: true },
      unset: { type: 'string' },
    }
    const config = {
      command: 'node',
      args: [
        '${__dirname}${/}x',
        '${user_config.folders}',
        'all=${user_config.folders}',
        '${HOME}',
        '${nothing}',
      ],
      env: {
        AUTH: 'Bearer ${user_config.key}',
        UNSET: '${user_config.unset}',
        DESK: '${DESKTOP}',
        FIXED: 'a',
      },
    }
    const given = { folders: ['/a b', '/c'], key: ['k-1'] }
    expect(launched({ ...server('node', config), user_config }, given)).toEqual({
      command: 'node',
      args: ['/data/bundles/abc/x', '/a b', '/c', 'all=/a b,/c', '/home/me', '${nothing}'],
      env: { DESK: '/home/me/Desktop', FIXED: 'a' },
      sealed: { AUTH: 'Bearer k-1' },
      kept: [],
      unknown: ['${nothing}'],
      exposed: [],
    })
    const exposing = server('node', { command: 'node', args: ['--key=${user_config.key}'] })
    expect(launched({ ...exposing, user_config }, given).exposed).toEqual(['key'])
    // A person's input is plain text, whatever it looks like.
    const nested = { folders: ['${user_config.key}'], key: ['k-1'] }
    expect(launched({ ...server('node', config), user_config }, nested).args).toContain('${user_config.key}')
  })
})
