import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { indexSearchAcceptance } from '../testing/index-search.acceptance.ts'
import { indexStoreAcceptance } from '../testing/index-store.acceptance.ts'
import type { StoreUnderTest } from '../testing/store-under-test.ts'
import { openSqliteIndex } from './index.ts'

const open = (): Promise<StoreUnderTest> => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-index-'))
  const path = join(directory, 'registry-index.db')
  const store = openSqliteIndex({ path })
  return Promise.resolve({
    store,
    reopen: () => Promise.resolve(openSqliteIndex({ path })),
    remove: async () => {
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  })
}

indexStoreAcceptance('SQLite', open)
indexSearchAcceptance('SQLite', open)
