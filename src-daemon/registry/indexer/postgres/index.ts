import { createIndexStore } from '../store/store.ts'
import type { IndexStore } from '../types.ts'
import { openPostgres, type Election } from './driver.ts'

/** An index that several processes share; one of them writes. */
export interface SharedIndex extends IndexStore {
  /** Waits to be the one that writes. */
  elect(signal: AbortSignal): Promise<Election>
}

/**
 * An index in a PostgreSQL database, made there where it is empty.
 *
 * @throws SatchelError `index_unreachable`
 */
export const openPostgresIndex = async (input: { readonly url: string }): Promise<SharedIndex> => {
  const driver = await openPostgres(input)
  return { ...createIndexStore(driver), elect: (signal) => driver.elect(signal) }
}
