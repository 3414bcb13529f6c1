import { openDataKey, openKeyStores } from '../identity/index.ts'
import type { DataPaths } from '../platform/paths.ts'
import type { DatabaseKey } from '../storage/index.ts'

/** The key of a daemon's encrypted data, from its keychain. */
export const dataKey = async ({ dataDir, database }: DataPaths): Promise<DatabaseKey> => {
  const stores = openKeyStores(dataDir, () => new Date())
  const opened = await openDataKey({
    ...stores,
    dataDir,
    path: database,
    inUse: true,
    passphrases: { check: () => Promise.resolve() },
  })
  if (opened.kind !== 'open') throw new Error(`the key is not in the keychain: ${opened.kind}`)
  return opened.key
}
