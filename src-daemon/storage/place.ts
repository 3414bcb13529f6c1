import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { machineName } from '../platform/machine.ts'

/*
 * A database records its computer, its path, and an empty file beside it: its mark. It knows the mark by its
 * name, which is random and changes often, and by its inode and the time of its last change of status, which no program
 * can set. A copy of the data directory has other files; an older copy of the database, put back, knows an older mark.
 */

/** The place of a database. */
export interface Place {
  /** Whether it is the place that the database says it lives at. */
  isAt(said: Uint8Array): boolean
  /**
   * Creates another mark. `said` is what the database has to record from now on; once that is committed, `settle` removes
   * the earlier mark.
   */
  mark(): { readonly said: Buffer; settle(): void }
}

const saidSchema = z.object({
  machine: z.string(),
  path: z.string(),
  mark: z.string(),
  file: z.string(),
})

/** The recorded path of the database; null if there is none. */
export const pathSaid = (said: Uint8Array): string | null => read(said)?.path ?? null

/** The place of the database at `path`. `machine`: the name of this computer. */
export const createPlace = (path: string, machine = machineName()): Place => {
  const directory = realpathSync(dirname(path))
  const name = basename(path)
  const here = join(directory, name)
  const fileOf = (mark: string): string => join(directory, `${name}.place-${mark}`)

  const isAt: Place['isAt'] = (said) => {
    const place = read(said)
    if (place === null || place.machine !== machine || place.path !== here) return false
    const found = statSync(fileOf(place.mark), { bigint: true, throwIfNoEntry: false })
    return found !== undefined && identityOf(found) === place.file
  }

  const mark: Place['mark'] = () => {
    const made = randomBytes(8).toString('hex')
    const file = openSync(fileOf(made), 'wx', 0o600)
    let identity: string
    try {
      identity = identityOf(fstatSync(file, { bigint: true }))
    } finally {
      closeSync(file)
    }
    return {
      said: Buffer.from(JSON.stringify({ machine, path: here, mark: made, file: identity })),
      settle: () => {
        removeMarksBut(made)
      },
    }
  }

  const removeMarksBut = (kept: string): void => {
    for (const file of readdirSync(directory))
      if (file.startsWith(`${name}.place-`) && join(directory, file) !== fileOf(kept))
        rmSync(join(directory, file), { force: true })
  }

  return { isAt, mark }
}

const read = (said: Uint8Array): z.infer<typeof saidSchema> | null => {
  try {
    return saidSchema.parse(JSON.parse(Buffer.from(said).toString()))
  } catch {
    return null
  }
}

/** A copy gets another inode; and whatever is done to the file, even setting its times, sets `ctime` to now. */
const identityOf = ({ ino, ctimeNs }: { readonly ino: bigint; readonly ctimeNs: bigint }): string =>
  `${String(ino)} ${String(ctimeNs)}`
