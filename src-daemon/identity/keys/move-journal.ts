import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { syncDirectory, writeFileAtomic } from '../../platform/files.ts'
import { keyStoreBackendSchema } from '../../contract/identity.ts'

/** What a move that was begun is about, written down before anything is copied. Holds nothing secret. */
const moveNoteSchema = z.object({
  version: z.literal(1),
  to: keyStoreBackendSchema,
  /** Ids of all that move. */
  ids: z.array(z.string()),
  /** Those of them that were not at `to` before. */
  added: z.array(z.string()),
  /**
   * SHA-256 of a vault file that holds none but these secrets: once they belong to the keychain, it may go as a whole, without
   * its passphrase. Null where there is no such file, or not yet.
   */
  vaultDigest: z.hex().length(64).nullable(),
})
export type MoveNote = z.infer<typeof moveNoteSchema>

/** The file beside the vault that outlives a crash in the middle of a move. */
export interface MoveJournal {
  /** Null when no move is under way. Errors: `identity_file_corrupt`; the file is left as it is. */
  read(): MoveNote | null
  write(note: MoveNote): void
  clear(): void
}

export const createMoveJournal = (path: string): MoveJournal => ({
  read: () => {
    try {
      return moveNoteSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
      throw new SatchelError('identity_file_corrupt', { params: { path }, cause })
    }
  },
  write: (note) => writeFileAtomic(path, `${JSON.stringify(note, null, 2)}\n`),
  clear: () => {
    rmSync(path, { force: true })
    syncDirectory(dirname(path))
  },
})
