import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './freshness.mjs'
import { runStep } from './steps.mjs'

const folder = join(root, 'node_modules/electron')
const failureStamp = join(root, '.setup/electron-failed.json')
const retryAfter = 6 * 60 * 60 * 1000
const fetchLimit = 90_000

/**
 * Finds the Electron binary, downloading it once if it is missing. A failed attempt is remembered for some hours, so
 * that the next start doesn't wait for it again.
 *
 * @returns {Promise<{ path: string, why?: undefined } | { path?: undefined, why: string }>} `why` is a sentence
 */
export async function readyElectron() {
  const noDisplay = whyNoWindow(process.platform, process.env)
  if (noDisplay !== undefined) return { why: noDisplay }

  const failed = recentFailure(readStamp(), version(), Date.now())
  if (binaryPath() === undefined && failed === undefined) await fetchBinary()
  const path = binaryPath()
  if (path === undefined)
    return { why: 'the Electron program could not be downloaded (tried again in some hours).' }
  return canRun(path)
    ? { path }
    : { why: 'the Electron program does not run on this computer (system libraries are missing).' }
}

/** A sentence if this computer can't show a window, else undefined. */
export function whyNoWindow(platform, env) {
  if (platform !== 'linux') return undefined
  return env.DISPLAY || env.WAYLAND_DISPLAY ? undefined : 'this computer has no display for a window.'
}

/** The remembered failure, if it is of this version and recent; else undefined. Times in milliseconds. */
export function recentFailure(stamp, wanted, now) {
  const applies = stamp?.version === wanted && now - stamp.at < retryAfter && now >= stamp.at
  return applies ? stamp : undefined
}

async function fetchBinary() {
  try {
    await runStep('Fetching the Electron program', process.execPath, [join(folder, 'install.js')], {
      env: withLockedChecksums(process.env),
      timeout: fetchLimit,
    })
  } catch (error) {
    mkdirSync(dirname(failureStamp), { recursive: true })
    writeFileSync(failureStamp, JSON.stringify({ version: version(), at: Date.now(), why: error.message }))
  }
}

/** Without the variables that make Electron's installer ask the server for the hashes; those in its package are locked. */
export function withLockedChecksums(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(npm_config_)?electron_use_remote_checksums$/i.test(name)),
  )
}

function binaryPath() {
  try {
    const name = readFileSync(join(folder, 'path.txt'), 'utf8')
    const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined // never fetched
  }
}

function canRun(path) {
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 10_000, stdio: 'ignore' }).status === 0
}

function version() {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(failureStamp, 'utf8'))
  } catch {
    return undefined // no attempt has failed
  }
}
