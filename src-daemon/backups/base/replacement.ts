import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../../platform/files.ts'
import type { StoreFiles } from '../../storage/index.ts'

/** Where what is to take a place in the data folder is prepared. */
export const incomingFolder = (dataDir: string): string => join(dataDir, INCOMING)
const INCOMING = 'incoming'
/** What the folder of a rehearsal begins with. */
export const REHEARSAL = 'rehearsal-'

const journalSchema = z.object({
  version: z.literal(1),
  /** In this order. `kept`: the name for what is there now. `comes`: `incoming/` has what takes its place. */
  moves: z.array(z.object({ name: z.string(), kept: z.string(), comes: z.boolean() })),
})
type Move = z.infer<typeof journalSchema>['moves'][number]

const journalPath = (dataDir: string): string => join(dataDir, 'replacing.json')

/**
 * Gives `names` in the data folder what is prepared for them in `incoming/`; what is there now, and has nothing prepared, goes all the
 * same. Everything that goes is kept under another name. From the moment the journal is written, it happens whole: whoever starts next
 * finishes it (`finishReplacement`). Nothing may have any of it open. Returns what was kept.
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

/** Finishes a replacement that was begun; one that was only prepared, or rehearsed, is undone. To be called before the data is opened. */
export const finishReplacement = (dataDir: string, files: StoreFiles): void => {
  const path = journalPath(dataDir)
  const incoming = incomingFolder(dataDir)
  if (existsSync(path)) {
    const { moves } = journalSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    // What was there goes first: SQLite would apply an old write-ahead file to a new database.
    const coming = moves.filter(({ name, comes }) => comes && existsSync(join(incoming, name)))
    // Once everything has come, whatever else is there belongs to it.
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
