import { describe, expect, it } from 'vitest'
import { absentKeychain, keychainInMemory, PASSPHRASE, useIdentityHome } from './testing.ts'

const home = useIdentityHome()
const FILE = 'passphrase of the file'
const make = { passphrase: FILE, current: PASSPHRASE }

describe('before keys of a vault are handed out', () => {
  it('its passphrase is needed once more, though it is open', async () => {
    const identity = await home.ready(absentKeychain(), PASSPHRASE)
    const keyId = identity.keys()[0]?.keyId ?? ''
    for (const ask of [
      (current?: string) => identity.backup({ passphrase: FILE, current }),
      (current?: string) => identity.exportKey({ keyId, passphrase: FILE, current }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'vault_passphrase_needed' })
      await expect(ask('another one')).rejects.toMatchObject({ code: 'wrong_passphrase' })
      expect((await ask(PASSPHRASE)).keyIds).toEqual([keyId])
    }
    expect(identity.signatures({ limit: 10 }).map(({ purpose }) => purpose)).toEqual(['export', 'backup'])
  })

  it('five wrong ones are enough for a minute, even if the right one follows', async () => {
    const identity = await home.ready(absentKeychain(), PASSPHRASE)
    for (let guess = 0; guess < 5; guess++)
      await expect(
        identity.backup({ passphrase: FILE, current: `guess ${String(guess)}` }),
      ).rejects.toMatchObject({
        code: 'wrong_passphrase',
      })
    await expect(identity.backup(make)).rejects.toMatchObject({ code: 'too_many_passphrases' })
    home.clock = new Date(home.clock.getTime() + 61_000)
    await identity.backup(make)
  })

  it('is the one it was changed to', async () => {
    const identity = await home.ready(absentKeychain(), PASSPHRASE)
    await identity.changePassphrase({ current: PASSPHRASE, next: 'a better passphrase' })
    await expect(identity.backup(make)).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await identity.backup({ passphrase: FILE, current: 'a better passphrase' })
  })

  it('opens nothing that is locked', async () => {
    const identity = await home.ready(absentKeychain(), PASSPHRASE)
    identity.lock()
    await expect(identity.backup(make)).rejects.toMatchObject({ code: 'keystore_locked' })
    expect((await identity.status()).state).toBe('locked')
  })

  it('is not asked for where the system keeps the keys', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    await identity.backup({ passphrase: FILE })
  })
})
