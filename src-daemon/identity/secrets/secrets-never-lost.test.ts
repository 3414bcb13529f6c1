import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { createKeychain } from '../stores/keychain.ts'
import type { KeyStore } from '../stores/keystore.ts'
import { createFuse, fuseKeychain, type Accident } from '../keys/testing/fuse.ts'
import { useKeychainOfItsOwn, withKeychain } from '../keys/testing/session.ts'
import { keychainInMemory, useIdentityHome } from '../keys/testing.ts'
import { isEntryId } from '../stores/entry-id.ts'
import { sealedInDatabase } from './testing.ts'

const NAME = 'models/openai'
/** Only ends a test that hangs. */
const TIMEOUT_MS = 20_000
const home = useIdentityHome()

/** A keychain that forwards to the one last given to `use`. */
const switchable = (first: KeyStore) => {
  let now = first
  const keychain: KeyStore = {
    ...first,
    probe: () => now.probe(),
    ids: () => now.ids(),
    read: (id) => now.read(id),
    create: (id, secret) => now.create(id, secret),
    remove: (id, expected) => now.remove(id, expected),
  }
  return {
    keychain,
    use: (next: KeyStore) => {
      now = next
    },
  }
}

const settled = async (held: ReadonlyMap<string, unknown> | null, entries: number): Promise<void> => {
  await vi.waitFor(() => {
    if (held !== null) expect([...held.keys()].filter(isEntryId)).toHaveLength(entries)
    const states = home.database().prepare('SELECT state FROM secret_entries').pluck().all()
    expect(states).toEqual(Array.from({ length: entries }, () => 'kept'))
    expect(home.database().prepare('SELECT count(*) FROM named_secrets').pluck().get()).toBe(0)
  }, TIMEOUT_MS)
}

describe.each<Accident>(['fails', 'fails after', 'dies'])('whichever step of the keychain %s', (accident) => {
  it('a secret that is replaced is the old one or the new one, and never more than one entry', async () => {
    const { keychain: real, secrets: held } = keychainInMemory()
    const { keychain, use } = switchable(real)
    const first = await home.ready(keychain)
    await first.secrets.set(NAME, 'value 0')
    await settled(held, 1)
    first.close()
    let told = 'value 0'
    let at = 0
    for (let blown = true; blown;) {
      at += 1
      const next = `value ${String(at)}`
      const identity = await home.ready(keychain)
      const fuse = createFuse(accident, at)
      use(fuseKeychain(real, fuse))
      const wasTold = await identity.secrets.set(NAME, next).then(
        () => true,
        () => false,
      )
      // Until the follow-up work has been done, or was prevented.
      await vi.waitFor(
        () => expect(fuse.blown() || [...held.keys()].filter(isEntryId).length === 1).toBe(true),
        TIMEOUT_MS,
      )
      blown = fuse.blown()
      identity.close()
      use(real)
      const again = await home.ready(keychain)
      await settled(held, 1)
      expect(await again.secrets.use(NAME)).toBe(wasTold ? next : told)
      if (wasTold) told = next
      again.close()
    }
    expect(at).toBeGreaterThan(3)
  })

  it('a sealed secret that gets its entry is never lost', async () => {
    const { keychain: real, secrets: held } = keychainInMemory()
    const { keychain, use } = switchable(real)
    for (let at = 1, blown = true; blown; at += 1) {
      await sealedInDatabase(home, keychain, { [NAME]: 'value' })
      const fuse = createFuse(accident, at)
      use(fuseKeychain(real, fuse))
      const identity = await home.ready(keychain)
      await vi.waitFor(() => expect(fuse.blown() || [...held.keys()].some(isEntryId)).toBe(true), TIMEOUT_MS)
      blown = fuse.blown()
      identity.close()
      use(real)
      const again = await home.ready(keychain)
      expect(await again.secrets.use(NAME)).toBe('value')
      await settled(held, 1)
      expect(await again.secrets.use(NAME)).toBe('value')
      again.secrets.forget(NAME)
      await settled(held, 0)
      again.close()
    }
  })
})

withKeychain(import.meta.url, () => {
  useKeychainOfItsOwn()

  it('a process that is killed while it sets secrets has kept every confirmed one, and leaves no extra entry', async () => {
    const { AsyncEntry, findCredentialsAsync } = await import('@napi-rs/keyring')
    const accounts = async (): Promise<string[]> =>
      (await findCredentialsAsync('Satchel')).map(({ account }) => account)
    const before = new Set(await accounts())
    const ours = async (): Promise<string[]> => (await accounts()).filter((one) => !before.has(one))
    const owner = await home.ready(createKeychain())
    owner.close()
    try {
      let told = 0
      for (const delay of [0, 15, 40, 70, 110, 160]) {
        const last = await setUntilKilled(told, delay)
        const identity = await home.ready(createKeychain())
        const value = Number((await identity.secrets.use(NAME)).slice(0, 6))
        expect([last, last + 1]).toContain(value)
        told = value
        // Listed when nothing else uses the keychain, because gnome-keyring might exit: the owner's key, and
        // one text in two parts.
        await settled(null, 1)
        expect(await ours()).toHaveLength(1 + 2)
        identity.close()
      }
    } finally {
      for (const account of await ours()) await new AsyncEntry('Satchel', account).deleteCredential()
    }
  }, 60_000)

  /**
   * Sets ever higher numbers, each in two entries, until it is killed some time after the first. Returns the
   * last number it reported as stored.
   */
  const setUntilKilled = async (from: number, delayMs: number): Promise<number> => {
    const root = fileURLToPath(new URL('../../..', import.meta.url))
    const script = `import { openDatabase } from './src-daemon/storage/index.ts'
import { openIdentity } from './src-daemon/identity/index.ts'
const dataDir = ${JSON.stringify(home.dataDir)}
const db = openDatabase({ path: ${JSON.stringify(join(home.dataDir, 'state.db'))} })
const { identity } = await openIdentity({ db, dataDir, now: () => new Date(), dids: {}, passphrases: {} })
for (let at = ${String(from)} + 1; ; at += 1) {
  await identity.secrets.set('${NAME}', String(at).padStart(6, '0') + 'x'.repeat(1500))
  process.stdout.write(at + '\\n')
}`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (said === '') setTimeout(() => child.kill('SIGKILL'), delayMs)
      said += chunk.toString()
    })
    await once(child, 'close')
    expect(child.signalCode).toBe('SIGKILL')
    return Number(said.trim().split('\n').at(-1))
  }
})
