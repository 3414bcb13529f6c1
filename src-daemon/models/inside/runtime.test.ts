import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { create } from 'tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNetworkGuard } from '../../network/index.ts'
import { createRuntime } from './runtime.ts'
import { archiveUrl, buildsFor, type RuntimePackage } from './runtime-lock.ts'
import { unpack } from './unpack.ts'

const never = new AbortController().signal
const nothing = (): void => undefined

describe('the builds of the program', () => {
  const here = (platform: string, arch: string, ...drivers: string[]) =>
    buildsFor({ platform, arch, exists: (path) => drivers.includes(path) })
  const builds = (...machine: Parameters<typeof here>) => here(...machine).map(({ build }) => build)

  it('are those that the computer can load, the best first', () => {
    expect(builds('linux', 'x64')).toEqual(['cpu'])
    expect(builds('linux', 'x64', '/proc/driver/nvidia/version')).toEqual(['cuda', 'cpu'])
    expect(builds('linux', 'x64', '/etc/vulkan/icd.d')).toEqual(['cpu'])
    expect(builds('linux', 'x64', '/etc/vulkan/icd.d', '/dev/dri/renderD128')).toEqual(['vulkan', 'cpu'])
    expect(builds('darwin', 'arm64')).toEqual(['metal'])
    expect(builds('win32', 'x64', String.raw`C:\Windows\System32\vulkan-1.dll`)).toEqual(['vulkan', 'cpu'])
    expect(builds('sunos', 'x64')).toEqual([])
  })

  it('have only what they need: no package of another platform', () => {
    for (const { packages, build } of here('linux', 'x64', '/proc/driver/nvidia/version')) {
      const own = packages.filter(({ path }) => path.startsWith('@node-llama-cpp/')).map(({ path }) => path)
      expect(own).toEqual(
        build === 'cpu'
          ? ['@node-llama-cpp/linux-x64']
          : ['@node-llama-cpp/linux-x64-cuda', '@node-llama-cpp/linux-x64-cuda-ext'],
      )
      expect(packages.some(({ path }) => path === 'node-llama-cpp')).toBe(true)
    }
  })
})

describe('the program', () => {
  const guard = createNetworkGuard()
  let folder: string
  let server: Server
  let asked: string[]
  let registry: string
  const archives = new Map<string, Buffer>()

  /** An npm package with these files. */
  const pack = (name: string, files: Readonly<Record<string, string>>): RuntimePackage => {
    const at = join(folder, 'pack', name)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(at, 'package', path, '..'), { recursive: true })
      writeFileSync(join(at, 'package', path), text)
    }
    const file = join(folder, `${name.replaceAll('/', '-')}.tgz`)
    create({ cwd: at, file, gzip: true, sync: true }, ['package'])
    const bytes = readFileSync(file)
    archives.set(`/${name}/-/${name.split('/').at(-1) ?? ''}-1.0.0.tgz`, bytes)
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    return { path: name, version: '1.0.0', integrity, bytes: bytes.length }
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-runtime-'))
    asked = []
    archives.clear()
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const bytes = archives.get(request.url ?? '')
      response.writeHead(bytes === undefined ? 404 : 200, { 'content-length': bytes?.length ?? 0 }).end(bytes)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    registry = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}`
  })
  afterEach(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (packages: readonly RuntimePackage[]) =>
    createRuntime({
      ...{
        guard,
        folder: join(folder, 'runtime'),
        registry: () => Promise.resolve(registry),
        chosen: () => 'auto',
      },
      builds: () => [{ version: '1.0.0', build: 'cpu', packages, bytes: 100 }],
    })

  it('is fetched from the owner’s registry once, each package below its path', async () => {
    const main = pack('node-llama-cpp', { 'dist/index.js': 'export {}' })
    const nested = {
      ...pack('@some/one', { 'package.json': '{}' }),
      path: 'node-llama-cpp/node_modules/@some/one',
    }
    const runtime = open([main, nested])
    expect(() => runtime.use()).toThrow(/model_runtime_missing/)
    expect(runtime.missingBytes()).toBe(100)
    await runtime.fetch(never, nothing)
    await runtime.fetch(never, nothing)
    expect(asked.toSorted()).toEqual([
      '/@some/one/-/one-1.0.0.tgz',
      '/node-llama-cpp/-/node-llama-cpp-1.0.0.tgz',
    ])
    const { module, gpu } = runtime.use()
    expect(gpu).toBe(false)
    expect(readFileSync(new URL(module), 'utf8')).toBe('export {}')
    expect(existsSync(new URL('../node_modules/@some/one/package.json', module))).toBe(true)
    expect(existsSync(join(folder, 'runtime', 'archives'))).toBe(false)
  })

  it('is not there if one package isn’t what the lock says', async () => {
    const main = pack('node-llama-cpp', { 'dist/index.js': 'export {}' })
    const other = pack('other', { 'index.js': 'evil()' })
    const runtime = open([main, { ...other, integrity: main.integrity }])
    await expect(runtime.fetch(never, nothing)).rejects.toMatchObject({ code: 'model_hash_differs' })
    expect(runtime.isHere()).toBe(false)
  })

  it('has addresses as npm has', () => {
    const one = { path: 'a/node_modules/@b/c', version: '1.2.3', integrity: '', bytes: 0 }
    expect(archiveUrl('https://npm.example/mirror', one)).toBe(
      'https://npm.example/mirror/@b/c/-/c-1.2.3.tgz',
    )
  })

  it('is unpacked without links, without ways out, and within limits', async () => {
    const at = join(folder, 'evil')
    mkdirSync(join(at, 'package'), { recursive: true })
    mkdirSync(join(folder, 'into'))
    writeFileSync(join(at, 'package', 'a'), 'x'.repeat(1000))
    const archive = (name: string, ...files: string[]): string => {
      const file = join(folder, `${name}.tgz`)
      create({ cwd: at, file, gzip: true, sync: true, preservePaths: true }, files)
      return file
    }
    const refused = { code: 'model_runtime_damaged' }
    const into = join(folder, 'into')
    await expect(unpack(archive('large', 'package'), into, { files: 9, bytes: 999 })).rejects.toMatchObject(
      refused,
    )
    await expect(unpack(archive('many', 'package'), into, { files: 1, bytes: 9999 })).rejects.toMatchObject(
      refused,
    )
    await expect(unpack(archive('up', '../evil/package/a'), into)).rejects.toMatchObject(refused)
    symlinkSync('/etc', join(at, 'package', 'link'))
    await expect(unpack(archive('link', 'package'), into)).rejects.toMatchObject(refused)
    expect(existsSync(join(into, 'link'))).toBe(false)
    writeFileSync(join(folder, 'no.tgz'), 'no archive')
    await expect(unpack(join(folder, 'no.tgz'), into)).rejects.toMatchObject(refused)
  })
})
