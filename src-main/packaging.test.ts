import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { daemonRuntime } from './daemon-runtime.ts'

const root = join(import.meta.dirname, '..')
const resource = z.object({ from: z.string(), to: z.string(), filter: z.array(z.string()) })
const config = z
  .object({
    asar: z.boolean(),
    files: z.array(z.string()),
    extraResources: z.array(resource),
    electronFuses: z.record(z.string(), z.boolean()),
  })
  .loose()
  .parse(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')))

const dependencies = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})

describe('the packaged app', () => {
  it('has every fuse set to its strict position', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(config.asar).toBe(true)
  })

  it('has the shell in the archive, and the daemon and its Node where the shell looks for them', () => {
    expect(config.files).toEqual(
      expect.arrayContaining(['out/main/index.js', 'out/preload/**', 'out/renderer/**']),
    )
    const runtime = daemonRuntime({
      packaged: true,
      platform: 'linux',
      appRoot: '/app.asar',
      resourcesPath: '/r',
    })
    expect(runtime).toEqual({ nodePath: '/r/node/node', daemonEntry: '/r/daemon/out/main/daemon.js' })
    const [node, daemon, modules] = config.extraResources
    expect(node).toMatchObject({ to: 'node', filter: ['node', 'node.exe'] })
    expect(daemon).toMatchObject({ to: 'daemon' })
    expect(daemon?.filter).toEqual(
      expect.arrayContaining([
        'package.json',
        'out/main/daemon.js',
        'resources/catalogue/**',
        'out/renderer/**',
      ]),
    )
    expect(modules).toMatchObject({ to: 'daemon/node_modules' })
  })

  it('carries every package that the daemon’s bundle leaves outside, with what those need', () => {
    const shipped = new Set(
      config.extraResources.flatMap(({ filter }) =>
        filter.map((pattern) => /^((?:@[^/]+\/)?[^/]+)\//.exec(pattern)?.[1] ?? ''),
      ),
    )
    const needed = closure(['better-sqlite3', '@napi-rs/keyring', 'open'])
    const missing = needed.filter((name) => !shipped.has(name.replace(/^(@napi-rs\/keyring-).*/, '$1*')))
    expect(missing).toEqual([])
  })
})

it('a checkout runs the daemon on the Node of its packages', () => {
  const { nodePath, daemonEntry } = daemonRuntime({
    packaged: false,
    platform: process.platform,
    appRoot: root,
    resourcesPath: '',
  })
  expect(existsSync(nodePath)).toBe(true)
  expect(daemonEntry.startsWith(root)).toBe(true)
})

/** The packages and their transitive dependencies, as far as they are installed on this platform. */
const closure = (names: readonly string[], seen: readonly string[] = []): string[] =>
  names.reduce<string[]>(
    (found, name) => {
      const file = join(root, 'node_modules', name, 'package.json')
      if (found.includes(name) || !existsSync(file)) return found
      const wanted = dependencies.parse(JSON.parse(readFileSync(file, 'utf8')))
      const next = [...Object.keys(wanted.dependencies), ...Object.keys(wanted.optionalDependencies)]
      return closure(next, [...found, name])
    },
    [...seen],
  )
