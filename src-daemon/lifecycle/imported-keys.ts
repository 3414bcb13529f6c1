import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Daemon } from '../api/index.ts'
import { IMPORTED_KEYS } from '../backups/index.ts'
import { toSatchelError, type SatchelError } from '../platform/errors.ts'

/**
 * Restores the keys of an imported assistant. If that fails, their file stays: it is a key backup for `satchel keys restore`.
 */
export const restoreImportedKeys = async (
  { identity }: Pick<Daemon, 'identity'>,
  dataDir: string,
  given: { readonly passphrase: string; readonly vaultPassphrase: string | undefined },
): Promise<{ readonly problem: SatchelError | null; readonly at: string | null }> => {
  const at = join(dataDir, IMPORTED_KEYS)
  const { passphrase, vaultPassphrase } = given
  try {
    const { backend } = await identity.status()
    if (vaultPassphrase !== undefined && backend === 'vault' && existsSync(join(dataDir, 'vault.age')))
      await identity.unlock(vaultPassphrase)
    await identity.restore({ file: readFileSync(at), passphrase, newVaultPassphrase: vaultPassphrase })
    rmSync(at)
    return { problem: null, at: null }
  } catch (thrown) {
    return { problem: toSatchelError(thrown), at }
  }
}
