import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const installStamp = (base) => join(base, 'node_modules/.satchel-setup.json')
const buildStamp = (base) => join(base, 'out/.satchel-build.json')

/** The inputs of the bundles. Tests are excluded: changing one doesn't change the build. */
const sourcePaths = [
  'src-daemon',
  'src-main',
  'src-renderer',
  'resources',
  'electron.vite.config.ts',
  'scripts/npm-default.ts',
  'tsconfig.json',
  'src-renderer/tsconfig.json',
  'package.json',
  'package-lock.json',
]
const isSource = (path) => !/\.test\.(ts|mjs)$/.test(path) && !path.endsWith('.d.ts.map')

/** Whether the installed packages differ from the lock file. The lock file's hash decides; a stamp file stores it. */
export function isInstallStale(base = root) {
  if (!existsSync(join(base, 'node_modules/.bin/node')) && process.platform !== 'win32') return true
  if (readJson(installStamp(base))?.lock === lockHash(base)) return false
  // After a manual install: if npm's own record matches the lock file, there is nothing to install.
  if (
    installedMatchesLock(
      readJson(join(base, 'node_modules/.package-lock.json')),
      readJson(join(base, 'package-lock.json')),
    )
  ) {
    markInstalled(base)
    return false
  }
  return true
}

/** Records that the installed packages match the current lock file. */
export function markInstalled(base = root) {
  writeJson(installStamp(base), { lock: lockHash(base) })
}

/**
 * Whether the packages on disk match a lock file. Packages for other platforms may be absent.
 *
 * @param installed npm's `node_modules/.package-lock.json`, parsed, or undefined
 * @param wanted `package-lock.json`, parsed
 */
export function installedMatchesLock(installed, wanted) {
  if (!installed?.packages || !wanted?.packages) return false
  const there = Object.entries(installed.packages)
  const missing = Object.entries(wanted.packages).some(
    ([path, entry]) =>
      path !== '' && !entry.optional && !entry.peer && installed.packages[path]?.version !== entry.version,
  )
  const differing = there.some(([path, entry]) => wanted.packages[path]?.version !== entry.version)
  return !missing && !differing
}

/** Whether the bundles are older than the sources. File times are a shortcut; only contents decide. */
export function isBuildStale(base = root) {
  const stamp = readJson(buildStamp(base))
  if (stamp === undefined) return true
  const now = currentSources(base)
  if (stamp.times === now.times) return false
  if (stamp.contents !== now.contents) return true
  markBuilt(now, base)
  return false
}

/** Records what the bundles were built from. */
export function markBuilt(sources, base = root) {
  writeJson(buildStamp(base), { times: sources.times, contents: sources.contents })
}

/** Two hashes of the sources: of their names, sizes and times (cheap), and of their contents (computed on demand). */
export function currentSources(base = root) {
  const files = sourcePaths.flatMap((path) => filesUnder(base, path)).filter(isSource)
  const times = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(base, file))
    times.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  let contents
  return {
    times: times.digest('hex'),
    get contents() {
      contents ??= hashContents(base, files)
      return contents
    },
  }
}

function hashContents(base, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(`${file}\0`)
    hash.update(
      createHash('sha256')
        .update(readFileSync(join(base, file)))
        .digest(),
    )
  }
  return hash.digest('hex')
}

function filesUnder(base, path) {
  const full = join(base, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(base, `${path}/${name}`))
}

function lockHash(base) {
  return createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(join(base, 'package-lock.json')))
    .digest('hex')
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // absent or truncated: the caller then does the work again
  }
}

function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(value)}\n`)
}
