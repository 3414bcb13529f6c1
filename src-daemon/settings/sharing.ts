import { z } from 'zod'

/** Where other programs on this machine reach what is shared with them. Closed unless the owner opens it; port 0 takes any free one, once. */
export const shareEndpointSchema = z.object({ enabled: z.boolean(), port: z.int().min(0).max(65_535) })
export type ShareEndpoint = z.infer<typeof shareEndpointSchema>
