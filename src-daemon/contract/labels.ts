import { z } from 'zod'

/**
 * Whose words something is, the most trusted first: the owner's own; what Satchel keeps for the owner, as they or their capabilities wrote it;
 * or what third parties wrote, or may have. What is made of several has the least trusted.
 */
export const integritySchema = z.enum(['owner', 'state', 'foreign'])
export type Integrity = z.infer<typeof integritySchema>
