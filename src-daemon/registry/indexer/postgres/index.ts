import { createIndexStore } from '../store/store.ts'
import type { WritableIndex } from '../core/types.ts'
import { openPostgres } from './driver.ts'

/**
 * An index in a PostgreSQL database, which several processes share; created if the database is empty.
 *
 * @throws SatchelError `index_unreachable`
 */
export const openPostgresIndex = async (input: { readonly url: string }): Promise<WritableIndex> => {
  const driver = await openPostgres(input)
  return { ...createIndexStore(driver), elect: (signal) => driver.elect(signal) }
}
