import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../storage/index.ts'
import { indexGrowthAcceptance } from '../testing/index-growth.acceptance.ts'
import { indexSearchAcceptance } from '../testing/index-search.acceptance.ts'
import { indexStoreAcceptance } from '../testing/index-store.acceptance.ts'
import { expectBegunAnew, OLDER_ROWS, STEPS_BEFORE_ORDER } from '../testing/older-index.ts'
import type { StoreUnderTest } from '../testing/store-under-test.ts'
import { openSqlite } from './driver.ts'
import { openSqliteIndex } from './index.ts'
import { indexMigrations } from './migrations.ts'

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
indexGrowthAcceptance('SQLite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-index-'))
  const path = join(directory, 'registry-index.db')
  const driver = openSqlite({ path })
  return Promise.resolve({
    driver,
    finish: async (reads) => {
      // The queries return few rows; here, they must also read few.
      const db = new Database(path, { readonly: true })
      for (const statement of [...reads].filter((one) => one.includes('FROM version'))) {
        const marks = Array<null>(statement.split('?').length - 1).fill(null)
        const plan = db.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(...marks) as { detail: string }[]
        for (const { detail } of plan)
          expect(detail, statement).not.toMatch(/SCAN (version|yank|v|y)\b|TEMP B-TREE/)
      }
      db.close()
      await driver.close()
      rmSync(directory, { recursive: true, force: true })
    },
  })
})
indexSearchAcceptance('SQLite', open)

it('is rebuilt if it is from before versions had an order', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-index-'))
  const path = join(directory, 'registry-index.db')
  try {
    const old = openDatabase({ path, steps: indexMigrations.slice(0, STEPS_BEFORE_ORDER) })
    for (const row of OLDER_ROWS) old.exec(row)
    old.exec("INSERT INTO doc_terms (rowid, terms) VALUES (1, 'diary')")
    old.exec("INSERT INTO term (id, term, frequency) VALUES (1, 'diary', 1)")
    old.close()
    const store = openSqliteIndex({ path })
    await expectBegunAnew(store)
    await store.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
