import { z } from 'zod'

/** A capability and the namespace of an app that it was granted: which schemas it keeps there. */
export const appGrantSchema = z.object({
  /** `did:nuwa:cap:planner-tasks`. */
  owner: z.string(),
  /** `did:nuwa:app:planner`. */
  app: z.string(),
  schemas: z.array(z.string()),
  /** Null while it may use them. */
  revokedAt: z.iso.datetime().nullable(),
})
export type AppGrant = z.infer<typeof appGrantSchema>
