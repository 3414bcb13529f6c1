import { z } from 'zod'

/** How all layers above CAP name a tool or skill (cap.md): `acp:note/state.create` at `1.0.0`. */
export const capabilityRefSchema = z.object({ capability_id: z.string(), version: z.string() })
export type CapabilityRef = z.infer<typeof capabilityRefSchema>

/**
 * Where a title comes from, shown beside it in every question, because titles aren't unique. `name` is the author's DID, what a server
 * runs or where it is, or where a skill comes from.
 */
export const titleOriginSchema = z.object({
  kind: z.enum(['you', 'built_in', 'author', 'server', 'skill']),
  name: z.string(),
})
export type TitleOrigin = z.infer<typeof titleOriginSchema>

/** Who is calling: determined by the carrier, never a field of the request. */
export const callerSchema = z.enum(['renderer', 'cli', 'mcp', 'internal'])
export type Caller = z.infer<typeof callerSchema>
