import { existsSync } from 'node:fs'
import { SatchelError } from '../../platform/errors.ts'
import { openPostgresIndex } from './postgres/index.ts'
import { openSqliteIndex } from './sqlite/index.ts'
import type { IndexStore, WritableIndex } from './core/types.ts'

const isPostgres = (place: string): boolean => /^postgres(ql)?:\/\//.test(place)

/**
 * Opens an index for reading: a file, or the address of a PostgreSQL database. A file must exist: an empty
 * index created by a typo would silently find nothing.
 *
 * @throws SatchelError `index_empty`, `index_unreachable`, those of `openDatabase`
 */
export const openIndex = (place: string): Promise<IndexStore> => {
  if (isPostgres(place)) return openPostgresIndex({ url: place })
  if (!existsSync(place)) throw new SatchelError('index_empty', { params: { path: place } })
  return Promise.resolve(openSqliteIndex({ path: place }))
}

/**
 * Opens an index for writing, and creates it if needed. Errors: `index_unreachable`, those of `openDatabase`.
 */
export const openWritableIndex = (place: string): Promise<WritableIndex> =>
  isPostgres(place) ? openPostgresIndex({ url: place }) : Promise.resolve(openSqliteIndex({ path: place }))
