// Locks node-llama-cpp, which runs models inside Satchel: writes resources/models/runtime-lock.json anew. It is no dependency of ours:
// Satchel fetches it when a person chooses such a model. node scripts/lock-model-runtime.mjs [VERSION]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './freshness.mjs'

const LOCK = join(root, 'resources/models/runtime-lock.json')
const version = process.argv[2] ?? JSON.parse(readFileSync(LOCK, 'utf8')).version
/** Builds that Satchel offers, and the optional packages each consists of. */
const BUILDS = [
  { id: 'cpu', os: 'linux', cpu: 'x64', packages: ['linux-x64'] },
  { id: 'vulkan', os: 'linux', cpu: 'x64', packages: ['linux-x64-vulkan'] },
  { id: 'cuda', os: 'linux', cpu: 'x64', packages: ['linux-x64-cuda', 'linux-x64-cuda-ext'] },
  { id: 'cpu', os: 'linux', cpu: 'arm64', packages: ['linux-arm64'] },
  { id: 'metal', os: 'darwin', cpu: 'arm64', packages: ['mac-arm64-metal'] },
  { id: 'cpu', os: 'darwin', cpu: 'x64', packages: ['mac-x64'] },
  { id: 'cpu', os: 'win32', cpu: 'x64', packages: ['win-x64'] },
  { id: 'vulkan', os: 'win32', cpu: 'x64', packages: ['win-x64-vulkan'] },
  { id: 'cuda', os: 'win32', cpu: 'x64', packages: ['win-x64-cuda', 'win-x64-cuda-ext'] },
  { id: 'cpu', os: 'win32', cpu: 'arm64', packages: ['win-arm64'] },
]
const PREFIX = 'node_modules/'

const npm = (folder, ...args) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })

const folder = mkdtempSync(join(tmpdir(), 'satchel-lock-'))
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { 'node-llama-cpp': version } }))
  npm(folder, 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund')
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const all = Object.entries(packages).filter(([path]) => path.startsWith(PREFIX))
  const lockOf = ([path, { version: locked, integrity }]) => ({
    path: path.slice(PREFIX.length),
    version: locked,
    integrity,
  })
  const registry = npm(folder, 'config', 'get', 'registry').trim()
  const sizeOf = async ({ path, version: locked }) => {
    const url = `${registry}${path}/-/${path.split('/').at(-1)}-${locked}.tgz`
    const { headers } = await fetch(url, { method: 'HEAD' })
    return Number(headers.get('content-length'))
  }
  const withSize = async (one) => ({ ...one, bytes: await sizeOf(one) })
  const common = all.filter(([, { optional }]) => optional !== true).map(lockOf)
  const own = common.find(({ path }) => path === 'node-llama-cpp')
  const builds = await Promise.all(
    BUILDS.map(async ({ packages: names, ...build }) => ({
      ...build,
      packages: await Promise.all(
        names.map((name) => {
          const path = `@node-llama-cpp/${name}`
          return withSize(lockOf([PREFIX + path, packages[PREFIX + path]]))
        }),
      ),
    })),
  )
  const lock = {
    version,
    /** Of the largest package; the others are small. */
    packages: [
      await withSize(own),
      ...common.filter((one) => one !== own).map((one) => ({ ...one, bytes: 0 })),
    ],
    builds,
  }
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 1)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
