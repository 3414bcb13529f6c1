import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createKeychain } from '../stores/keychain.ts'
import { absentKeychain, keychainInMemory, PASSPHRASE, useIdentityHome } from '../keys/testing.ts'
import { useKeychainOfItsOwn, withKeychain } from '../keys/testing/session.ts'
import { isEntryId } from '../stores/entry-id.ts'
import { seal } from './seal.ts'
import { sealedInDatabase } from './testing.ts'

/** Only ends a test that hangs. */
const TIMEOUT_MS = 20_000

const VALUE = 'sk-test-9f8e7d6c5b4a-ünïcode'
const NAME = 'models/openai'
const home = useIdentityHome()

/** Everything in the data directory, as one text. */
const onDisk = (): string => {
  home.database().pragma('wal_checkpoint(TRUNCATE)')
  return readdirSync(home.dataDir)
    .map((name) => readFileSync(join(home.dataDir, name)).toString('latin1'))
    .join('\n')
}
const asStored = Buffer.from(VALUE).toString('latin1')
/** Ids of the named secrets in a keychain. */
const entriesIn = (held: ReadonlyMap<string, Uint8Array>): string[] => [...held.keys()].filter(isEntryId)
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

describe('a named secret', () => {
  it('is used under its name, listed without its value, replaced and forgotten', async () => {
    const { keychain, secrets: held } = keychainInMemory()
    const { secrets } = await home.ready(keychain)
    await expect(secrets.use(NAME)).rejects.toMatchObject({ code: 'secret_missing' })
    await secrets.set(NAME, 'first')
    await secrets.set(NAME, VALUE)
    expect(secrets.names()).toEqual([{ name: NAME, setAt: '2026-01-02T03:04:05.000Z' }])
    expect(secrets.has(NAME)).toBe(true)
    expect(await secrets.use(NAME)).toBe(VALUE)
    await vi.waitFor(() => expect(entriesIn(held)).toHaveLength(1), TIMEOUT_MS)
    expect(textOf(held.get(entriesIn(held)[0] ?? ''))).toBe(VALUE)
    expect(entriesIn(held)[0]).toMatch(/^secret:models\/openai:[0-9a-f]{32}$/)
    expect(secrets.forget(NAME)).toBe(true)
    await vi.waitFor(() => expect(entriesIn(held)).toEqual([]), TIMEOUT_MS)
    expect(secrets.forget(NAME)).toBe(false)
    await expect(secrets.use(NAME)).rejects.toMatchObject({ code: 'secret_missing' })
  })

  it('appears neither in the data directory nor in a key backup', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    await identity.secrets.set(NAME, VALUE)
    expect(onDisk()).toContain(NAME)
    expect(onDisk()).not.toContain(asStored)
    const { fileBase64 } = await identity.backup({ passphrase: PASSPHRASE })
    const report = await identity.inspectBackup({
      file: Buffer.from(fileBase64, 'base64'),
      passphrase: PASSPHRASE,
    })
    expect(JSON.stringify(report)).not.toContain(VALUE)
  })

  it.each(['', 'two\nlines', 'x'.repeat(8193)])(
    'takes no value like this, and says so: %#',
    async (value) => {
      const { secrets } = await home.ready(keychainInMemory().keychain)
      await expect(secrets.set(NAME, value)).rejects.toMatchObject({ code: 'secret_invalid' })
      expect(secrets.has(NAME)).toBe(false)
    },
  )

  it('says which is gone from the keychain, and what to do; the others and a new value are in order', async () => {
    const { keychain, secrets: held, weather } = keychainInMemory()
    const { secrets } = await home.ready(keychain)
    await secrets.set('other', 'elsewhere')
    const before = new Set(entriesIn(held))
    await secrets.set(NAME, VALUE)
    for (const id of entriesIn(held)) if (!before.has(id)) held.delete(id)
    await expect(secrets.use(NAME)).rejects.toMatchObject({ code: 'secret_gone', params: { name: NAME } })
    expect(await secrets.check()).toMatchObject([{ name: NAME, problem: { code: 'secret_gone' } }])
    expect(await secrets.use('other')).toBe('elsewhere')
    await secrets.set(NAME, VALUE)
    expect(await secrets.check()).toEqual([])
    weather.problem = 'absent'
    await expect(secrets.use(NAME)).rejects.toMatchObject({ code: 'keystore_absent' })
    weather.problem = 'locked'
    await expect(secrets.set(NAME, 'new')).rejects.toMatchObject({ code: 'keystore_locked' })
    weather.problem = null
    expect(await secrets.use(NAME)).toBe(VALUE)
  })

  it('that is forgotten while the keychain is locked goes from it with the next start', async () => {
    const { keychain, secrets: held, weather } = keychainInMemory()
    const identity = await home.ready(keychain)
    await identity.secrets.set(NAME, VALUE)
    weather.problem = 'locked'
    expect(identity.secrets.forget(NAME)).toBe(true)
    expect(identity.secrets.has(NAME)).toBe(false)
    await vi.waitFor(
      () => expect(home.warnings.map(({ code }) => code)).toEqual(['keystore_locked']),
      TIMEOUT_MS,
    )
    identity.close()
    weather.problem = null
    expect(entriesIn(held)).toHaveLength(1)
    await home.ready(keychain)
    await vi.waitFor(() => expect(entriesIn(held)).toEqual([]), TIMEOUT_MS)
  })

  it('is read as it is now, also while it is replaced again and again', async () => {
    const { secrets } = await home.ready(keychainInMemory().keychain)
    await secrets.set(NAME, '0')
    const writing = (async () => {
      for (let at = 1; at <= 50; at += 1) await secrets.set(NAME, String(at))
    })()
    let last = 0
    while (last < 50) {
      const value = Number(await secrets.use(NAME))
      expect(value).toBeGreaterThanOrEqual(last)
      last = value
    }
    await writing
  })

  it('outlives a new key of the owner, and a restart', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    await identity.secrets.set(NAME, VALUE)
    const [owner] = identity.keys()
    await identity.rotate({ keyId: owner?.keyId ?? '', confirmOwner: identity.ownerDid })
    expect(await identity.secrets.use(NAME)).toBe(VALUE)
    identity.close()
    expect(await (await home.ready(keychain)).secrets.use(NAME)).toBe(VALUE)
  })

  it('is in the vault file where that is used, closed while it is, and moves with the keys both ways', async () => {
    const opened = await home.open(absentKeychain())
    if (opened.kind !== 'needs_vault') throw new Error('expected no keychain')
    const identity = await opened.createVault(PASSPHRASE)
    await identity.secrets.set(NAME, 'first')
    await identity.secrets.set(NAME, VALUE)
    expect(onDisk()).not.toContain(asStored)
    const inVault = async (): Promise<string[]> => {
      const vault = home.vault()
      await vault.unlock(PASSPHRASE)
      return Promise.all(
        vault
          .ids()
          .filter(isEntryId)
          .map(async (id) => textOf((await vault.read(id)) ?? undefined)),
      )
    }
    await vi.waitFor(async () => expect(await inVault()).toEqual([VALUE]), TIMEOUT_MS)
    identity.lock()
    await expect(identity.secrets.use(NAME)).rejects.toMatchObject({ code: 'keystore_locked' })
    await expect(identity.secrets.set(NAME, 'new')).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(identity.secrets.has(NAME)).toBe(true)
    await identity.unlock(PASSPHRASE)
    expect(await identity.secrets.use(NAME)).toBe(VALUE)
    identity.close()

    const { keychain, secrets: held } = keychainInMemory()
    const again = await home.ready(keychain, PASSPHRASE)
    await again.moveTo({ backend: 'keychain' })
    expect(readdirSync(home.dataDir)).not.toContain('vault.age')
    expect(await again.secrets.use(NAME)).toBe(VALUE)
    expect(entriesIn(held).map((id) => textOf(held.get(id)))).toEqual([VALUE])

    await again.moveTo({ backend: 'vault', passphrase: PASSPHRASE })
    expect(held.size).toBe(0)
    expect(await inVault()).toEqual([VALUE])
    expect(await again.secrets.use(NAME)).toBe(VALUE)
  })

  it('that was forgotten in a locked vault goes when it is unlocked', async () => {
    const opened = await home.open(absentKeychain())
    if (opened.kind !== 'needs_vault') throw new Error('expected no keychain')
    const identity = await opened.createVault(PASSPHRASE)
    await identity.secrets.set(NAME, VALUE)
    identity.lock()
    identity.secrets.forget(NAME)
    await identity.unlock(PASSPHRASE)
    await vi.waitFor(async () => {
      const vault = home.vault()
      await vault.unlock(PASSPHRASE)
      expect(vault.ids()).toEqual([identity.ownerDid])
    }, TIMEOUT_MS)
    expect(home.warnings).toEqual([])
  })

  it('that somebody deleted from the keychain does not keep the keys in it', async () => {
    const { keychain, secrets: held } = keychainInMemory()
    const identity = await home.ready(keychain)
    await identity.secrets.set(NAME, VALUE)
    for (const id of entriesIn(held)) held.delete(id)
    await identity.secrets.set('other', 'elsewhere')
    await identity.moveTo({ backend: 'vault', passphrase: PASSPHRASE })
    expect((await identity.status()).backend).toBe('vault')
    expect(await identity.secrets.use('other')).toBe('elsewhere')
    await expect(identity.secrets.use(NAME)).rejects.toMatchObject({ code: 'secret_gone' })
  })
})

describe('a secret of the time when they were sealed in the database', () => {
  it('gets an entry of its own at the start, with its date, and leaves the database', async () => {
    const { keychain, secrets: held } = keychainInMemory()
    await sealedInDatabase(home, keychain, { [NAME]: VALUE, other: 'x' })
    const { secrets } = await home.ready(keychain)
    await vi.waitFor(() => expect(entriesIn(held)).toHaveLength(2), TIMEOUT_MS)
    expect(home.database().prepare('SELECT count(*) FROM named_secrets').pluck().get()).toBe(0)
    expect(secrets.names()).toEqual([
      { name: NAME, setAt: '2025-05-05T05:05:05.000Z' },
      { name: 'other', setAt: '2025-05-05T05:05:05.000Z' },
    ])
    expect([await secrets.use(NAME), await secrets.use('other')]).toEqual([VALUE, 'x'])
  })

  it('is used, replaced and forgotten as before while it cannot get one', async () => {
    const { keychain, secrets: held, weather } = keychainInMemory()
    await sealedInDatabase(home, keychain, { [NAME]: VALUE, other: 'x', third: 'y' })
    weather.losesWrites = true
    const identity = await home.ready(keychain)
    await vi.waitFor(() => expect(home.warnings).toHaveLength(3), TIMEOUT_MS)
    expect(await identity.secrets.use(NAME)).toBe(VALUE)
    expect(identity.secrets.names()).toHaveLength(3)
    expect(identity.secrets.forget('other')).toBe(true)
    weather.losesWrites = false
    await identity.secrets.set(NAME, 'new')
    await vi.waitFor(() => expect(entriesIn(held)).toHaveLength(2), TIMEOUT_MS)
    expect([await identity.secrets.use(NAME), await identity.secrets.use('third')]).toEqual(['new', 'y'])
    expect(identity.secrets.has('other')).toBe(false)
  })

  it('stays in place and is reported as damaged if it can’t be opened', async () => {
    const { keychain } = keychainInMemory()
    await sealedInDatabase(home, keychain, { [NAME]: VALUE })
    const secret = new Uint8Array(32).fill(7)
    const wrong = seal({ secret, name: NAME, value: VALUE })
    home.database().prepare('UPDATE named_secrets SET sealed = ?').run(wrong)
    const { secrets } = await home.ready(keychain)
    await expect(secrets.use(NAME)).rejects.toMatchObject({ code: 'secret_damaged' })
    expect(await secrets.check()).toMatchObject([{ name: NAME, problem: { code: 'secret_damaged' } }])
    expect(secrets.has(NAME)).toBe(true)
    await secrets.set(NAME, VALUE)
    expect(await secrets.use(NAME)).toBe(VALUE)
  })
})

withKeychain(import.meta.url, () => {
  useKeychainOfItsOwn()

  it('is an entry of the real keychain, neither in the clear nor sealed on the disk, and goes with its row', async () => {
    const { AsyncEntry, findCredentialsAsync } = await import('@napi-rs/keyring')
    // Never during another request: gnome-keyring may exit.
    const atRest = (kept: number): Promise<void> =>
      vi.waitFor(() => {
        const states = home.database().prepare('SELECT state FROM secret_entries').pluck().all()
        expect(states).toEqual(Array.from({ length: kept }, () => 'kept'))
      }, TIMEOUT_MS)
    const inKeychain = async (): Promise<[string, string][]> =>
      (await findCredentialsAsync('Satchel'))
        .filter(({ account }) => account.startsWith(`secret:${NAME}:`))
        .map(({ account, password }) => [account, password])
    await sealedInDatabase(home, createKeychain(), { [NAME]: VALUE })
    const sealed = home.database().prepare('SELECT sealed FROM named_secrets').pluck().get()
    if (!Buffer.isBuffer(sealed)) throw new Error('nothing sealed')
    expect(onDisk()).toContain(sealed.toString('latin1'))
    const identity = await home.ready(createKeychain())
    try {
      await atRest(1)
      expect((await inKeychain()).map(([, text]) => text)).toEqual([`text/1:${VALUE}`])
      expect(onDisk()).not.toContain(sealed.toString('latin1'))
      expect(onDisk()).not.toContain(asStored)
      identity.close()
      const again = await home.ready(createKeychain())
      expect(await again.secrets.use(NAME)).toBe(VALUE)
      await again.moveTo({ backend: 'vault', passphrase: PASSPHRASE })
      expect(await inKeychain()).toEqual([])
      expect(await again.secrets.use(NAME)).toBe(VALUE)
      await again.moveTo({ backend: 'keychain' })
      expect(await inKeychain()).toHaveLength(1)
      // The directory is useless without the keychain.
      const account = (await inKeychain())[0]?.[0] ?? ''
      await new AsyncEntry('Satchel', account).deleteCredential()
      await expect(again.secrets.use(NAME)).rejects.toMatchObject({ code: 'secret_gone' })
      await again.secrets.set(NAME, 'x'.repeat(5000))
      await atRest(1)
      expect(await inKeychain()).toHaveLength(5)
      again.secrets.forget(NAME)
      await atRest(0)
      expect(await inKeychain()).toEqual([])
    } finally {
      for (const [account] of await inKeychain()) await new AsyncEntry('Satchel', account).deleteCredential()
      await new AsyncEntry('Satchel', identity.ownerDid).deleteCredential()
    }
  }, 30_000)
})
