import type { IndexStore, WritableIndex } from '../types.ts'
import { createClaim } from './claim.ts'
import { createDocuments } from './documents.ts'
import type { Driver } from './driver.ts'
import { createReading } from './reading.ts'
import { createWriting } from './writing.ts'

/** An index over a database. Who may write it is the database's. */
export const createIndexStore = (driver: Driver): IndexStore & Pick<WritableIndex, 'claim'> => {
  const documents = createDocuments(driver.terms)
  return {
    ...createReading(driver, documents),
    ...createWriting(driver, documents),
    claim: createClaim(driver),
    close: () => driver.close(),
  }
}
