import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeychain } from './keychain.ts'
import { runKeyStoreTests } from './keystore.acceptance.ts'

/*
 * The keychain is the machine's. Where the run has a session bus, the suite below uses it directly; where it has none, it
 * starts this same file again inside a session of its own. The states a keychain can be in always get their own session.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '..', '..')
let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'satchel-keychain-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})
const hasSession = process.platform !== 'linux' || process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined

const {
  DBUS_SESSION_BUS_ADDRESS: _bus,
  DISPLAY: _display,
  WAYLAND_DISPLAY: _wayland,
  ...plainEnv
} = process.env

const run = (command: string, args: string[]): string => {
  const env = { ...plainEnv, HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home }
  const done = spawnSync(command, args, { cwd: root, env, encoding: 'utf8', timeout: 90_000 })
  if (done.error !== undefined) throw done.error
  if (done.status !== 0)
    throw new Error(`${command} ended with ${String(done.status)}: ${done.stderr}${done.stdout}`)
  return done.stdout
}

/** Runs a shell line in a new D-Bus session with a keyring directory of its own. */
const inSession = (line: string): string => run('dbus-run-session', ['--', 'sh', '-c', line])
const UNLOCKED = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null'
const LOCKED = 'gnome-keyring-daemon --start --components=secrets >/dev/null'

/** A line for `sh` that asks the keychain something and prints the answer as JSON. */
const ask = (body: string): string => {
  const script = `import { createKeychain } from './src-daemon/identity/keychain.ts'
const keychain = createKeychain({ timeoutMs: 5000 })
const result = await (async () => { ${body} })().catch((error) => ({ code: error.code }))
process.stdout.write(JSON.stringify(result ?? null))`
  return `'${process.execPath}' --input-type=module -e "$(printf %s '${Buffer.from(script).toString('base64')}' | base64 -d)"`
}

if (hasSession) {
  runKeyStoreTests('OS keychain', () => {
    const made: string[] = []
    return Promise.resolve({
      open: () => {
        const keychain = createKeychain()
        const create = (id: string, secret: Uint8Array): Promise<void> => {
          made.push(id)
          return keychain.create(id, secret)
        }
        return Promise.resolve({ ...keychain, create })
      },
      close: async () => {
        const { AsyncEntry } = await import('@napi-rs/keyring')
        for (const id of made) await new AsyncEntry('Satchel', id).deleteCredential()
      },
    })
  })
} else {
  it('passes the acceptance suite in a session of its own', () => {
    const suite = `'${process.execPath}' node_modules/vitest/vitest.mjs run src-daemon/identity/keychain.test.ts -t 'key store'`
    expect(inSession(`${UNLOCKED}; ${suite}`)).toMatch(/6 passed/)
  }, 120_000)
}

describe.runIf(process.platform === 'linux')('the keychain of a Linux session', () => {
  const secret = randomBytes(32).toString('hex')
  const seed = `new Uint8Array(Buffer.from('${secret}', 'hex'))`

  it('is absent without a session bus, and the forgetful kernel keyring is not taken in its place', () => {
    expect(run('sh', ['-c', ask('return { problem: await keychain.probe() }')])).toBe('{"problem":"absent"}')
    expect(run('sh', ['-c', ask(`await keychain.create('did:key:z1', ${seed})`)])).toBe(
      '{"code":"keystore_absent"}',
    )
  })

  it('is absent on a bus where no secret service holds a collection', () => {
    expect(inSession(ask('return { problem: await keychain.probe() }'))).toBe('{"problem":"absent"}')
  })

  it('keeps a secret over sessions, and says locked, not missing, while it is locked', () => {
    inSession(`${UNLOCKED}; ${ask(`await keychain.create('did:key:z2', ${seed})`)}`)
    const read = ask(`return Buffer.from(await keychain.read('did:key:z2')).toString('hex')`)
    expect(inSession(`${UNLOCKED}; ${read}`)).toBe(JSON.stringify(secret))
    expect(inSession(`${LOCKED}; ${read}`)).toBe('{"code":"keystore_locked"}')
    expect(inSession(`${LOCKED}; ${ask('return { problem: await keychain.probe() }')}`)).toBe(
      '{"problem":"locked"}',
    )
  }, 60_000)
})
