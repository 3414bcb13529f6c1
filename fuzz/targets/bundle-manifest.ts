import { setupFieldSchema } from '../../src-daemon/contract/server-setup.ts'
import { fillLaunch, type LaunchPlaces } from '../../src-daemon/mcp/adding/bundles/launch.ts'
import { readManifest } from '../../src-daemon/mcp/adding/bundles/manifest.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const places: LaunchPlaces = {
  folder: '/bundles/a',
  home: '/home/me',
  platform: 'linux',
  has: (path) => path === 'x',
}
const manifest = (more: object): string =>
  JSON.stringify({
    manifest_version: '0.3',
    name: 'demo',
    version: '1.0.0',
    author: { name: 'Somebody' },
    ...more,
  })
const server = (type: string, mcp_config?: object) => ({
  server: { type, entry_point: 'server/index.js', mcp_config },
})

/** The manifest of a bundle, and the command that is made of it. */
export const target: Target = {
  maxBytes: 4 * 1024,
  seeds: () => [
    manifest(
      server('node', { command: 'node', args: ['${__dirname}/server/index.js', '${user_config.folder}'] }),
    ),
    manifest({
      ...server('python', {
        command: 'python',
        args: ['${HOME}${/}x', '--key=${user_config.key}'],
        env: { KEY: '${user_config.key}', LEVEL: 3 },
        platform_overrides: { linux: { command: 'python3' }, win32: { args: [] } },
      }),
      user_config: {
        key: { type: 'string', title: 'Key', sensitive: true, required: true },
        folder: { type: 'directory', multiple: true, default: ['${DOCUMENTS}'] },
        most: { type: 'number', min: 1, max: 9, default: 3 },
        on: { type: 'boolean', default: true },
      },
      tools: [{ name: 'read', description: 'Reads.' }],
      compatibility: { platforms: ['linux', 'darwin'] },
      homepage: 'https://example.org',
      display_name: 'Demo',
      license: 'MIT',
    }),
    manifest(server('binary')),
    manifest(server('uv')),
    `\uFEFF${manifest({ manifest_version: undefined, dxt_version: '0.1', ...server('node') })}`,
  ],
  run: (input) => {
    const read = readManifest(input.toString('utf8'), 'linux')
    promised(
      read.name !== '' && read.version !== '' && read.title !== '',
      'a bundle has a name and a version',
    )
    promised(read.homepage === null || new URL(read.homepage).protocol === 'https:', 'its page is of the web')
    promised(
      read.fields.every((field) => setupFieldSchema.safeParse(field).success),
      'each field can be asked for',
    )
    const values = new Map(read.fields.map(({ key }) => [key, ['a value']]))
    const { command, args, env, sealed } = fillLaunch(read, values, new Set(), places)
    promised(command !== '' && args.every((one) => typeof one === 'string'), 'it can be started')
    for (const name of [...Object.keys(env), ...Object.keys(sealed)])
      promised(/^[A-Za-z_][A-Za-z0-9_]*$/.test(name), 'its variables have names')
  },
}
