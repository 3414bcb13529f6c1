import { z } from 'zod'
import { errorViewSchema } from './errors.ts'
import { keyStoreBackendSchema } from './identity.ts'

export const encryptionStatusSchema = z.object({
  /** Whether the data on the disk is encrypted; null while there is none. */
  encrypted: z.boolean().nullable(),
  /** Where the key is; null if none was made. */
  keyIn: keyStoreBackendSchema.nullable(),
  /** When that key was last part of a key backup; null if it is in none. */
  keyBackedUpAt: z.iso.datetime().nullable(),
  /** Whether to offer encryption: the data isn't encrypted, and the offer wasn't declined. */
  offered: z.boolean(),
  /** Older copies of the database in the data folder that anyone who has the disk can read. */
  readableCopies: z.array(z.string()),
  /** Why the data couldn't be encrypted or decrypted as requested; it is unchanged. */
  problem: errorViewSchema.nullable(),
})
export type EncryptionStatus = z.infer<typeof encryptionStatusSchema>
