import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Entries counted at most: who makes more of them has used up the room as well. */
const MOST_ENTRIES = 20_000

/** Bytes of all files in a folder, links not followed; `Infinity` for more entries than anybody needs. What goes meanwhile counts nothing. */
export const sizeOfFolder = (folder: string): number => {
  let entries = 0
  const sizeOf = (path: string): number => {
    entries += 1
    if (entries > MOST_ENTRIES) return Infinity
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return 0
    if (!stat.isDirectory()) return stat.size
    return namesIn(path).reduce((sum, name) => (sum === Infinity ? sum : sum + sizeOf(join(path, name))), 0)
  }
  return sizeOf(folder)
}

const namesIn = (path: string): string[] => {
  try {
    return readdirSync(path)
  } catch {
    return [] // gone meanwhile, or closed by the script itself
  }
}
