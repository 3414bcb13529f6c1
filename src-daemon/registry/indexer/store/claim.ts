import { SatchelError } from '../../../platform/errors.ts'
import type { WritableIndex } from '../types.ts'
import type { Driver } from './driver.ts'

/** Keeps what registry an index is of. */
export const createClaim =
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
