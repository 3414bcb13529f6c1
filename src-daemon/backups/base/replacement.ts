import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../../platform/files.ts'
import type { StoreFiles } from '../../storage/index.ts'

/** The folder in which replacements are prepared. */
export const incomingFolder = (dataDir: string): string => join(dataDir, INCOMING)
const INCOMING = 'incoming'
/** Prefix of the folder of a rehearsal. */
export const REHEARSAL = 'rehearsal-'

const journalSchema = z.object({
  version: z.literal(1),
  /** In this order. `kept`: the new name of the current entry. `comes`: whether `incoming/` has a replacement. */
  moves: z.array(z.object({ name: z.string(), kept: z.string(), comes: z.boolean() })),
})
type Move = z.infer<typeof journalSchema>['moves'][number]

const journalPath = (dataDir: string): string => join(dataDir, 'replacing.json')

/**
 * Replaces `names` in the data folder with what is prepared in `incoming/`; current entries without a replacement are also moved
 * away. Everything replaced is kept under another name. Once the journal is written, it is completed in any case: the next start
 * finishes it (`finishReplacement`). None of it may be open. Returns the kept names.
 */
export const replaceWithIncoming = (
  dataDir: string,
  names: readonly string[],
  at: Date,
  files: StoreFiles,
): readonly string[] => {
  const stamp = `.kept-${at.toISOString().replaceAll(':', '-')}`
  const moves = names.map((name): Move => {
    // A write-ahead file keeps the name of its database.
    const [, base = name, suffix = ''] = /^(.*?)(-wal|-shm|-journal)?$/.exec(name) ?? []
    return { name, kept: `${base}${stamp}${suffix}`, comes: existsSync(join(incomingFolder(dataDir), name)) }
  })
  writeFileAtomic(journalPath(dataDir), JSON.stringify({ version: 1, moves }))
  finishReplacement(dataDir, files)
  return moves.map(({ kept }) => join(dataDir, kept)).filter((path) => existsSync(path))
}

/** Finishes a started replacement, and undoes one that was only prepared or rehearsed. To be called before the data is opened. */
export const finishReplacement = (dataDir: string, files: StoreFiles): void => {
  const path = journalPath(dataDir)
  const incoming = incomingFolder(dataDir)
  if (existsSync(path)) {
    const { moves } = journalSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    // The old files are moved first: SQLite would apply an old write-ahead file to a new database.
    const coming = moves.filter(({ name, comes }) => comes && existsSync(join(incoming, name)))
    // Once everything is in place, any other files belong to the new data.
    const going = coming.length === 0 ? [] : moves.filter((move) => !move.comes || coming.includes(move))
    for (const { name, kept } of going)
      if (existsSync(join(dataDir, name))) files.rename(join(dataDir, name), join(dataDir, kept))
    files.syncDirectory(dataDir)
    for (const { name } of coming) files.rename(join(incoming, name), join(dataDir, name))
    files.syncDirectory(dataDir)
  }
  for (const name of readdirSync(dataDir))
    if (name === INCOMING || name.startsWith(REHEARSAL))
      rmSync(join(dataDir, name), { recursive: true, force: true })
  if (!existsSync(path)) return
  files.remove(path)
  files.syncDirectory(dataDir)
}
