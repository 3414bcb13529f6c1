import type { IndexStore, WritableIndex } from '../core/types.ts'
import { createDocuments } from './documents.ts'
import type { Driver } from './driver.ts'
import { createReading } from './reading.ts'
import { createWriting } from './writing.ts'
import { SatchelError } from '../../../platform/errors.ts'

/** An index over a database. The database decides who may write it. */
export const createIndexStore = (driver: Driver): IndexStore & Pick<WritableIndex, 'claim'> => {
  const documents = createDocuments(driver.terms)
  return {
    ...createReading(driver, documents),
    ...createWriting(driver, documents),
    claim: createClaim(driver),
    close: () => driver.close(),
  }
}

/** Saves which registry an index belongs to. */
const createClaim =
  (driver: Driver): WritableIndex['claim'] =>
  (registry) =>
    driver.transaction(async (sql) => {
      const [row] = await sql.all('SELECT registry FROM origin')
      if (row === undefined) return sql.run('INSERT INTO origin (registry) VALUES (?)', [registry])
      const found = String(row['registry'])
      if (found !== registry)
        throw new SatchelError('index_other_registry', {
          params: { found, wanted: registry },
          details: { found, wanted: registry },
        })
    })
