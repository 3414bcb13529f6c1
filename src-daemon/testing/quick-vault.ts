import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyStore } from '../identity/stores/keystore.ts'
import { openIdentity } from '../identity/keys/open-identity.ts'
import { createVault } from '../identity/stores/vault.ts'
import { dataPaths, prepareDataDir } from '../platform/paths.ts'
import { openDatabase } from '../storage/index.ts'
import { spawnDaemon } from './daemon-process.ts'

/** A guess at the passphrase of a daemon's own vault takes 2^17 rounds, and so does opening it. */
const WORK_FACTOR = 10

/** Starts a daemon that finds such a vault. Whatever it writes there has the usual strength. */
export const spawnWithVault = async (env: NodeJS.ProcessEnv): Promise<ChildProcess> => {
  await makeQuickVault(env)
  return spawnDaemon(env)
}

/** Creates the vault of an owner's first start, unless there is one: with the passphrase in `env`, and quick to open. */
export const makeQuickVault = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const paths = dataPaths(env)
  const path = join(paths.dataDir, 'vault.age')
  if (existsSync(path)) return
  prepareDataDir(paths)
  const db = openDatabase({ path: paths.database })
  try {
    const opened = await openIdentity({
      db,
      dataDir: paths.dataDir,
      now: () => new Date(),
      dids: { key: () => Promise.reject(new Error('nothing is verified here')) },
      keychain: noKeychain,
      vault: createVault({ path, workFactor: WORK_FACTOR }),
      vaultPassphrase: env['SATCHEL_VAULT_PASSPHRASE'],
      passphrases: { check: () => Promise.resolve() },
    })
    if (opened.kind !== 'ready') throw new Error(`no vault was made: ${opened.kind}`)
    opened.identity.close()
  } finally {
    db.close()
  }
}

const absent = (): Promise<never> => Promise.reject(new Error('there is no keychain'))
const noKeychain: KeyStore = {
  backend: 'keychain',
  name: null,
  probe: () => Promise.resolve('absent'),
  ids: absent,
  read: absent,
  create: absent,
  remove: absent,
}
