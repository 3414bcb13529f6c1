import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dataPaths, type DataPaths } from '../platform/paths.ts'

/** `NODE_OPTIONS` of programs that do not take a third of a second for each use of a passphrase (`quick-scrypt.mjs`). */
export const withQuickScrypt = `--import=${pathToFileURL(join(import.meta.dirname, 'quick-scrypt.mjs')).href}`

/**
 * A data directory of a test's own; `remove` when done. Its name is short, because sockets have short paths. What is
 * started with its `env` is quick about passphrases.
 */
export const tempHome = (): { paths: DataPaths; env: NodeJS.ProcessEnv; remove: () => void } => {
  const home = mkdtempSync(join(tmpdir(), 'satchel-'))
  const env = {
    ...process.env,
    SATCHEL_HOME: home,
    SATCHEL_VAULT_PASSPHRASE: 'a passphrase for tests',
    NODE_OPTIONS: withQuickScrypt,
  }
  return {
    paths: dataPaths(env),
    env,
    remove: () => {
      rmSync(home, { recursive: true, force: true })
    },
  }
}
