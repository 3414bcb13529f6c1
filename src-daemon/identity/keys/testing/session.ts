import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * Whether this process may use the keychain it sees: on Linux only one that `scripts/with-keychain.mjs`
 * started for it.
 */
const hasKeychain = process.platform !== 'linux' || process.env['SATCHEL_TEST_KEYCHAIN'] === '1'

/**
 * Declares tests that use a keychain directly; without a test keychain, runs the same file in a session of
 * its own.
 */
export const withKeychain = (file: string, tests: () => void): void => {
  if (hasKeychain) {
    tests()
    return
  }
  const path = relative(root, fileURLToPath(file))
  it(`passes in a keychain session of its own: ${path}`, () => {
    const args = [
      'scripts/with-keychain.mjs',
      process.execPath,
      'node_modules/vitest/vitest.mjs',
      'run',
      path,
    ]
    const done = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', timeout: 280_000 })
    expect(done.stdout + done.stderr).toMatch(/\d passed/)
    expect(done.status, done.stdout + done.stderr).toBe(0)
  }, 300_000)
}

/** Prints where its keychain is, and runs until its input ends. */
const HOLDER =
  'console.log(process.env.DBUS_SESSION_BUS_ADDRESS); process.stdin.resume().on("end", () => process.exit())'

/**
 * Gives the tests of one `describe` a separate keychain, which programs started by other files don't use.
 */
export const useKeychainOfItsOwn = (): void => {
  if (process.platform !== 'linux') return
  const name = 'DBUS_SESSION_BUS_ADDRESS'
  const before = process.env[name]
  let holder: ChildProcess | null = null
  beforeAll(async () => {
    const args = ['scripts/with-keychain.mjs', process.execPath, '-e', HOLDER]
    const started = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
    holder = started
    const [address] = (await Promise.race([
      once(createInterface({ input: started.stdout }), 'line'),
      once(started, 'exit').then(() => {
        throw new Error('the keychain session ended before it began')
      }),
    ])) as [string]
    process.env[name] = address
  })
  afterAll(async () => {
    if (before !== undefined) process.env[name] = before
    if (holder === null) return
    const gone = once(holder, 'exit')
    holder.stdin?.end()
    await gone
  })
}

/** A person's login session: a folder with its own keyrings, which outlives each login. */
export interface TestSession {
  readonly home: string
  /** Runs a line of `sh` without any session bus. */
  withoutBus(line: string): string
  /** Runs a line of `sh` after a login: a new bus, the same keyrings. */
  login(line: string): string
  remove(): void
}

/** The keyring opens at login with the password `pw`. */
export const UNLOCKED = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null'
/** The keyring exists and is locked; its prompt cannot be answered, which counts as dismissed. */
export const LOCKED = 'gnome-keyring-daemon --start --components=secrets >/dev/null'

export const createTestSession = (): TestSession => {
  const home = mkdtempSync(join(tmpdir(), 'satchel-keychain-'))
  const { DBUS_SESSION_BUS_ADDRESS: _b, DISPLAY: _d, WAYLAND_DISPLAY: _w, ...plainEnv } = process.env
  const env = { ...plainEnv, HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home }

  const run = (command: string, args: string[]): string => {
    const done = spawnSync(command, args, { cwd: root, env, encoding: 'utf8', timeout: 90_000 })
    if (done.error !== undefined) throw done.error
    if (done.status !== 0)
      throw new Error(`${command} ended with ${String(done.status)}: ${done.stderr}${done.stdout}`)
    return done.stdout
  }

  return {
    home,
    withoutBus: (line) => run('sh', ['-c', line]),
    login: (line) => run('dbus-run-session', ['--', 'sh', '-c', line]),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

/** Lets the prompts of this session appear without ever being answered. */
export const leavePromptsOpen = (session: TestSession): void => {
  setServer(session, 'org.gnome.keyring.SystemPrompter', '/bin/sh -c "exec sleep 20 >/dev/null 2>&1"')
}

/** Only the test may start a secret service in this session. */
export const startNoServerByItself = (session: TestSession): void => {
  setServer(session, 'org.freedesktop.secrets', '/bin/false')
}

const setServer = ({ home }: TestSession, name: string, exec: string): void => {
  const folder = join(home, 'dbus-1', 'services')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.service`), `[D-BUS Service]\nName=${name}\nExec=${exec}\n`)
}

const BUS =
  'dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus'
const SERVED = `${BUS}.NameHasOwner string:org.freedesktop.secrets | grep -q true`
const PID = `${BUS}.GetConnectionUnixProcessID string:org.freedesktop.secrets | grep -o '[0-9]*$' | tail -1`
/** Stops the secret service of a running session. */
export const STOP = `kill $(${PID}); while ${SERVED}; do sleep 0.05; done`
/** Stops the secret service of a running session, and starts a new one that has the password. */
export const RESTART_UNLOCKED = `${STOP}; ${UNLOCKED}; until ${SERVED}; do sleep 0.05; done`

const KILL_AT_FIRST_REQUEST = `pid=$(${PID}); kill -STOP $pid
stdbuf -oL dbus-monitor --session "destination='org.freedesktop.secrets'" | {
  read -r line; echo watching; grep -q OpenSession; kill -KILL $pid
  while ${SERVED}; do sleep 0.05; done
  ${UNLOCKED}
}`
/**
 * For `ask`: `meanwhile` kills the service when the first request of a call has reached it, and then starts another. A program of its
 * own does so, for the library waits for the reply to that request in this thread.
 */
export const DIES_DURING_CALL = `
const { spawn } = await import('node:child_process')
const meanwhile = async (call) => {
  const killer = spawn('sh', ['-c', ${JSON.stringify(KILL_AT_FIRST_REQUEST)}], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => killer.stdout.once('data', resolve))
  return await call()
}`

/**
 * A line for `sh` that runs `body` with a `keychain`, `fromHex`, `sh` and `lock`, and prints its result, or the code of the
 * thrown error, as JSON.
 */
export const ask = (body: string, timeoutMs = 5000): string => {
  const script = `import { execFileSync } from 'node:child_process'
import { createKeychain } from './src-daemon/identity/stores/keychain.ts'
const keychain = createKeychain({ timeoutMs: ${timeoutMs} })
const fromHex = (hex) => new Uint8Array(Buffer.from(hex, 'hex'))
const toHex = (bytes) => bytes === null ? null : Buffer.from(bytes).toString('hex')
const codeOf = (task) => task.then(() => 'no error', (error) => error.code)
const sh = (line) => execFileSync('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'] })
const lock = () => sh('dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets ' +
  'org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login')
const result = await (async () => { ${body} })().catch((error) => ({ code: error.code ?? String(error) }))
process.stdout.write(JSON.stringify(result ?? null), () => process.kill(process.pid, 'SIGKILL'))`
  const encoded = Buffer.from(script).toString('base64')
  // Killed at the end: a normal exit would wait for a native call that still waits for a prompt.
  return `'${process.execPath}' --input-type=module -e "$(printf %s '${encoded}' | base64 -d)"; test $? -eq 137`
}
