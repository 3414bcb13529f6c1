import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('with-keychain.mjs', import.meta.url))
const BUS =
  'dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus'
const PROCESS = `${BUS}.GetConnectionUnixProcessID string:org.freedesktop.secrets 2>/dev/null | grep -o '[0-9]*$'`
const LOCKED = `dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets/collection/login \\
  org.freedesktop.DBus.Properties.Get string:org.freedesktop.Secret.Collection string:Locked | grep -o 'boolean.*'`

describe.runIf(process.platform === 'linux')('a keychain session', () => {
  it('has its keychain again, unlocked, when that ended by itself', () => {
    // Bounded, so that nothing keeps running if it fails.
    const line = `first=$(${PROCESS}); kill -9 $first
for _ in $(seq 400); do second=$(${PROCESS}) && test "$second" != "$first" && break; sleep 0.05; done
for _ in $(seq 100); do locked=$(${LOCKED}) && break; sleep 0.05; done
echo "$locked"`
    const done = spawnSync(process.execPath, [script, 'sh', '-c', line], {
      encoding: 'utf8',
      timeout: 50_000,
    })
    expect(done.stdout.trim(), done.stderr).toBe('boolean false')
    expect(done.stderr).toContain('gnome-keyring ended by itself')
    expect(done.status).toBe(0)
  })
})
