import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { keyStoreBackendSchema } from '../../contract/identity.ts'
import { SatchelError } from '../../platform/errors.ts'
import { errorCodeSchema } from '../../text/index.ts'
import { writeFileAtomic } from '../../platform/files.ts'

/**
 * `encryption.json` in the data directory: where the key of the data is, and the requested conversion. It is needed before the
 * database can be opened, and contains no secret.
 */
const encryptionFileSchema = z.object({
  version: z.literal(1),
  /**
   * The entry of the key in the keychain or vault; null while there is none. `stored`: it was read back. `backedUpAt`: when it was
   * last part of a key backup.
   */
  key: z
    .object({
      entry: z.string(),
      backend: keyStoreBackendSchema,
      stored: z.boolean(),
      backedUpAt: z.iso.datetime().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** The conversion at the next start; null for none. */
  wanted: z.enum(['encrypted', 'plain']).nullable().default(null),
  /** What kept the last start from doing so. */
  problem: z
    .object({ code: errorCodeSchema, params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable()
    .default(null),
  /** The offer to encrypt older data was declined, and isn't repeated. */
  declined: z.boolean().default(false),
})
export type EncryptionFile = z.infer<typeof encryptionFileSchema>

/** The defaults if there is no file. Errors: `encryption_file_corrupt`; the file is left as it is. */
export const readEncryptionFile = (dataDir: string): EncryptionFile => {
  const path = pathIn(dataDir)
  try {
    return encryptionFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      return encryptionFileSchema.parse({ version: 1 })
    throw new SatchelError('encryption_file_corrupt', { params: { path }, cause })
  }
}

/** Changes some members. Errors: those of `readEncryptionFile`. */
export const changeEncryptionFile = (dataDir: string, change: Partial<EncryptionFile>): void => {
  const content = { ...readEncryptionFile(dataDir), ...change }
  writeFileAtomic(pathIn(dataDir), `${JSON.stringify(content, null, 2)}\n`)
}

/**
 * Renames a damaged file, for what replaces it: it holds no secret, so nothing is lost that a key backup or a choice can't give
 * again. Returns why it couldn't be read; null if it could.
 */
export const setAsideDamagedEncryptionFile = (dataDir: string, now: Date): SatchelError | null => {
  try {
    readEncryptionFile(dataDir)
    return null
  } catch (thrown) {
    if (!(thrown instanceof SatchelError)) throw thrown
    renameSync(pathIn(dataDir), `${pathIn(dataDir)}.kept-${now.toISOString().replaceAll(':', '-')}`)
    return thrown
  }
}

const pathIn = (dataDir: string): string => join(dataDir, 'encryption.json')
