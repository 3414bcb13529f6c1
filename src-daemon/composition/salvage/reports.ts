import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { salvageReportSchema, type PastSalvage, type SalvageReport } from '../../contract/salvage.ts'

/** What the salvages of the database at `path` have said, newest first, as far as their reports are still beside it. */
export const salvagesOf = (path: string): readonly PastSalvage[] =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.kept-`) && name.endsWith('.salvage.json'))
    .toSorted()
    .reverse()
    .flatMap((name) => read(join(dirname(path), name)))

const read = (path: string): readonly PastSalvage[] => {
  try {
    return [{ path, report: salvageReportSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) }]
  } catch {
    // It is for people, who may have changed or moved it.
    return []
  }
}

/** Whether something is missing after it. */
export const lostSomething = ({ changes, incomplete, lostSchemas, tables }: SalvageReport): boolean =>
  changes.lost > 0 ||
  changes.openEnd === true ||
  incomplete.length > 0 ||
  lostSchemas.length > 0 ||
  tables.length > 0
