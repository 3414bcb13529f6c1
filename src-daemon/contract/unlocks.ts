import { z } from 'zod'
import { keyStoreBackendSchema } from './identity.ts'

/** Something that has stopped because the owner's keys are locked, and goes on once they are unlocked. */
export const unlockRequestSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** When it ends by itself, with the error `keystore_locked`. */
  expiresAt: z.iso.datetime(),
  /** `vault`: its passphrase is missing. `keychain`: the system unlocks it. */
  store: keyStoreBackendSchema,
  /** Product name of the keychain; null if there is none. */
  keychainName: z.string().nullable(),
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
})
export type UnlockRequest = z.infer<typeof unlockRequestSchema>
