import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { syncDirectory, writeFileAtomic } from '../../platform/files.ts'
import { keyStoreBackendSchema } from '../../contract/identity.ts'

/** The note about a move in progress, written before anything is copied. It contains no secrets. */
const moveNoteSchema = z.object({
  version: z.literal(1),
  to: keyStoreBackendSchema,
  /** Ids of all secrets that move. */
  ids: z.array(z.string()),
  /** The ids that were not at `to` before. */
  added: z.array(z.string()),
  /**
   * SHA-256 of a vault file with only these secrets: once they are in the keychain, it may be deleted without
   * its passphrase. Null if there is no such file, or not yet.
   */
  vaultDigest: z.hex().length(64).nullable(),
})
export type MoveNote = z.infer<typeof moveNoteSchema>

/** The file beside the vault that survives a crash in the middle of a move. */
export interface MoveJournal {
  /** Null if no move is in progress. Errors: `identity_file_corrupt`; the file is left as it is. */
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
