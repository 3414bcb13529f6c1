import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataPaths, type DataPaths } from '../platform/paths.ts'

/** A data directory of a test's own; `remove` when done. Its name is short, because sockets have short paths. */
export const tempHome = (): { paths: DataPaths; env: NodeJS.ProcessEnv; remove: () => void } => {
  const home = mkdtempSync(join(tmpdir(), 'satchel-'))
  const env = { ...process.env, SATCHEL_HOME: home, SATCHEL_VAULT_PASSPHRASE: 'a passphrase for tests' }
  return {
    paths: dataPaths(env),
    env,
    remove: () => {
      rmSync(home, { recursive: true, force: true })
    },
  }
}
