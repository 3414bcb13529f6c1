import { describe, expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import { openIdentity } from '../index.ts'
import type { KeyStore } from '../stores/keystore.ts'
import { absentKeychain, keychainInMemory, PASSPHRASE, useIdentityHome } from './testing.ts'

const home = useIdentityHome()
const WEAK = 'password123'
const guessable = { code: 'guessable_passphrase' }
const passphrases = {
  check: (passphrase: string) =>
    passphrase === WEAK ? Promise.reject(new SatchelError('guessable_passphrase')) : Promise.resolve(),
}
const open = (keychain: KeyStore) =>
  openIdentity({
    ...{ db: home.database(), dataDir: home.dataDir, now: home.now, keychain, vault: home.vault() },
    ...{
      dids: { key: () => Promise.reject(new Error('nothing is verified')) },
      backupWorkFactor: 10,
      passphrases,
    },
  })

describe('a passphrase that is easy to guess', () => {
  it('makes no vault, replaces no passphrase, and protects no backup', async () => {
    const opened = await open(absentKeychain())
    if (opened.kind !== 'needs_vault') throw new Error(opened.kind)
    await expect(opened.createVault(WEAK)).rejects.toMatchObject(guessable)
    const identity = await opened.createVault(PASSPHRASE)
    await expect(identity.changePassphrase({ current: PASSPHRASE, next: WEAK })).rejects.toMatchObject(
      guessable,
    )
    await expect(identity.backup({ passphrase: WEAK, current: PASSPHRASE })).rejects.toMatchObject(guessable)
    const [key] = identity.keys()
    await expect(
      identity.exportKey({ keyId: key?.keyId ?? '', passphrase: WEAK, current: PASSPHRASE }),
    ).rejects.toMatchObject(guessable)
    expect(identity.keys()[0]?.backedUpAt).toBeNull()
    await identity.unlock(PASSPHRASE)
  })

  it('receives no keys from the keychain', async () => {
    const opened = await open(keychainInMemory().keychain)
    if (opened.kind !== 'ready') throw new Error(opened.kind)
    await expect(opened.identity.moveTo({ backend: 'vault', passphrase: WEAK })).rejects.toMatchObject(
      guessable,
    )
    expect((await opened.identity.status()).backend).toBe('keychain')
    await opened.identity.moveTo({ backend: 'vault', passphrase: PASSPHRASE })
  })
})
