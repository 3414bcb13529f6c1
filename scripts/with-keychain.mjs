// `node scripts/with-keychain.mjs COMMAND ARGS...` runs a command in a D-Bus session of its own with an unlocked
// gnome-keyring and private XDG folders, so that tests use a real keychain but never the user's. If keychains don't use
// D-Bus (macOS, Windows), only the folders are private. Exits with the command's exit code, and cleans up.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromiumOfUser } from './find-chromium.mjs'

const self = fileURLToPath(import.meta.url)
const [first, ...rest] = process.argv.slice(2)

if (first === undefined) {
  console.error('Usage: node scripts/with-keychain.mjs COMMAND ARGS...')
  process.exit(2)
}
process.exitCode =
  first === '--in-session' ? await runInSession(rest) : await runInNewSession([first, ...rest])

async function runInNewSession(command) {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-session-'))
  const folders = privateFolders(folder)
  leaveKeychainToUs(folders)
  const env = { ...process.env, ...folders }
  // Determined now: the private cache folder hides the browser in the user's Playwright cache.
  const chromium = chromiumOfUser()
  if (chromium !== undefined) env.SATCHEL_CHROMIUM = chromium
  try {
    if (process.platform !== 'linux') return await run(command, env)
    return await run(['dbus-run-session', '--', process.execPath, self, '--in-session', ...command], env)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function runInSession(command) {
  let ended = false
  let keyring = startKeychain()
  // gnome-keyring sometimes aborts when a program connects while another connection ends. Its replacement opens the same
  // keyring, so that the call which was running passes when it is repeated.
  const kept = (async () => {
    for (;;) {
      await keyring.gone
      if (ended) return
      console.error('gnome-keyring ended by itself; another one takes its place in this session.')
      keyring = startKeychain()
      await untilKeychainAnswers(keyring)
    }
  })()
  try {
    await untilKeychainAnswers(keyring)
    const work = run(command, { ...process.env, SATCHEL_TEST_KEYCHAIN: '1' })
    return await Promise.race([work, kept])
  } finally {
    ended = true
    keyring.process.kill()
    await Promise.race([keyring.gone, sleep(2000, undefined, { ref: false })])
  }
}

function startKeychain() {
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const gone = new Promise((resolve) => {
    keyring.once('exit', resolve)
    keyring.once('error', resolve)
  })
  keyring.stdin.on('error', () => undefined) // it exited early; the next write reports that
  keyring.stdin.end('a passphrase for tests\n')
  return { process: keyring, gone }
}

async function untilKeychainAnswers({ process: keyring }) {
  const ask = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus']
  const owner = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets']
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(50)) {
    const answer = spawnSync('dbus-send', [...ask, ...owner], { encoding: 'utf8' })
    if (answer.stdout?.includes('boolean true')) return
    if (keyring.exitCode !== null || keyring.pid === undefined) break
  }
  throw new Error(
    'gnome-keyring did not start in the private D-Bus session, so the tests would have no keychain.',
  )
}

function privateFolders(folder) {
  const names = ['RUNTIME_DIR', 'DATA_HOME', 'CONFIG_HOME', 'CACHE_HOME', 'STATE_HOME']
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name.toLowerCase())
      mkdirSync(path, { mode: 0o700 })
      return [`XDG_${name}`, path]
    }),
  )
}

/**
 * The bus must not start a secret service by itself: it would be locked, and block ours. It starts a program that only waits, and so
 * keeps requests until ours is there again.
 */
function leaveKeychainToUs(folders) {
  const services = join(folders.XDG_DATA_HOME, 'dbus-1', 'services')
  mkdirSync(services, { recursive: true })
  writeFileSync(
    join(services, 'org.freedesktop.secrets.service'),
    '[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/sh -c "exec sleep 15 >/dev/null 2>&1"\n',
  )
}

function run([program, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env })
    const pass = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    child.on('error', reject)
    child.on('exit', (code) => {
      for (const signal of signals) process.off(signal, pass)
      resolve(code ?? 1)
    })
  })
}
