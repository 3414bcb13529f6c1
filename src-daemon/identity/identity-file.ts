import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import { writeFileAtomic } from '../platform/files.ts'
import { keychainProblemSchema, keyStoreBackendSchema } from './types.ts'

/**
 * `identity.json` in the data directory: who the owner is and where the secret lies. It holds nothing secret; it lets the
 * owner survive the loss of the database, and names a key before it is stored, so that no crash leaves a lost one.
 */
const identityFileSchema = z.object({
  version: z.literal(1),
  ownerDid: z.string(),
  backend: keyStoreBackendSchema,
  /** Why it is not in the OS keychain; null when it is. */
  keychainProblem: keychainProblemSchema.nullable(),
  createdAt: z.iso.datetime(),
  /** False from before the secret is stored until it has been read back: such a key has never signed anything. */
  stored: z.boolean(),
})
export type IdentityFile = z.infer<typeof identityFileSchema>

/** Null when there is none. Errors: `identity_file_corrupt`; the file is left as it is. */
export const readIdentityFile = (dataDir: string): IdentityFile | null => {
  const path = pathIn(dataDir)
  try {
    return identityFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new SatchelError('identity_file_corrupt', { params: { path }, cause })
  }
}

export const writeIdentityFile = (dataDir: string, content: IdentityFile): void => {
  writeFileAtomic(pathIn(dataDir), `${JSON.stringify(content, null, 2)}\n`)
}

const pathIn = (dataDir: string): string => join(dataDir, 'identity.json')
