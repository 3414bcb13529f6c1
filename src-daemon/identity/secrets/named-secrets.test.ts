import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createKeychain } from '../keys/keychain.ts'
import { absentKeychain, keychainInMemory, PASSPHRASE, useIdentityHome } from '../keys/testing.ts'
import { withKeychain } from '../keys/testing/session.ts'

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

describe('a named secret', () => {
  it('is used under its name, listed without its value, replaced and forgotten', async () => {
    const { secrets } = await home.ready(keychainInMemory().keychain)
    await expect(secrets.use(NAME)).rejects.toMatchObject({ code: 'secret_missing' })
    await secrets.set(NAME, 'first')
    await secrets.set(NAME, VALUE)
    expect(secrets.names()).toEqual([{ name: NAME, setAt: '2026-01-02T03:04:05.000Z' }])
    expect(secrets.has(NAME)).toBe(true)
    expect(await secrets.use(NAME)).toBe(VALUE)
    expect(secrets.forget(NAME)).toBe(true)
    expect(secrets.forget(NAME)).toBe(false)
    await expect(secrets.use(NAME)).rejects.toMatchObject({ code: 'secret_missing' })
  })

  it('stands nowhere in the data directory, nor in a backup of the keys', async () => {
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

  it('opens under its own name only, and not when it was changed', async () => {
    const { secrets } = await home.ready(keychainInMemory().keychain)
    const db = home.database()
    await secrets.set(NAME, VALUE)
    await secrets.set('other', 'elsewhere')
    db.prepare(
      'UPDATE named_secrets SET sealed = (SELECT sealed FROM named_secrets WHERE name = ?) WHERE name = ?',
    ).run('other', NAME)
    await expect(secrets.use(NAME)).rejects.toMatchObject({ code: 'secret_damaged' })
    db.prepare('UPDATE named_secrets SET sealed = ? WHERE name = ?').run(Buffer.alloc(10), 'other')
    await expect(secrets.use('other')).rejects.toMatchObject({ code: 'secret_damaged' })
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

  it('is closed while the vault is, and moves with the keys', async () => {
    const opened = await home.open(absentKeychain())
    if (opened.kind !== 'needs_vault') throw new Error('expected no keychain')
    const identity = await opened.createVault(PASSPHRASE)
    await identity.secrets.set(NAME, VALUE)
    identity.lock()
    await expect(identity.secrets.use(NAME)).rejects.toMatchObject({ code: 'keystore_locked' })
    await expect(identity.secrets.set(NAME, 'new')).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(identity.secrets.has(NAME)).toBe(true)
    await identity.unlock(PASSPHRASE)
    expect(await identity.secrets.use(NAME)).toBe(VALUE)
    identity.close()

    const { keychain } = keychainInMemory()
    const again = await home.ready(keychain, PASSPHRASE)
    await again.moveTo({ backend: 'keychain' })
    expect(readdirSync(home.dataDir)).not.toContain('vault.age')
    expect(await again.secrets.use(NAME)).toBe(VALUE)
  })
})

withKeychain(import.meta.url, () => {
  it('is sealed under a key of the real keychain', async () => {
    const identity = await home.ready(createKeychain())
    const { AsyncEntry } = await import('@napi-rs/keyring')
    try {
      await identity.secrets.set(NAME, VALUE)
      expect(onDisk()).not.toContain(asStored)
      identity.close()
      expect(await (await home.ready(createKeychain())).secrets.use(NAME)).toBe(VALUE)
    } finally {
      await new AsyncEntry('Satchel', identity.ownerDid).deleteCredential()
    }
    // Whoever has the directory but not the keychain has nothing.
    const elsewhere = await home.ready(createKeychain())
    await expect(elsewhere.secrets.use(NAME)).rejects.toMatchObject({ code: 'key_missing' })
  })
})
