import type { IndexStore } from '../types.ts'
import { createDocuments } from './documents.ts'
import type { Driver } from './driver.ts'
import { createReading } from './reading.ts'
import { createWriting } from './writing.ts'

/** An index over a database. */
export const createIndexStore = (driver: Driver): IndexStore => {
  const documents = createDocuments(driver.terms)
  return {
    ...createReading(driver, documents),
    ...createWriting(driver, documents),
    close: () => driver.close(),
  }
}
