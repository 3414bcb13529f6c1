import { z } from 'zod'

/** A folder or file of this computer as a user writes it: absolute, or below `~/`. */
const pathSchema = z.string().min(1).max(4096)

/**
 * What a local program may access besides the system's own libraries and a scratch directory: only what is listed here.
 */
export const sandboxGrantsSchema = z.object({
  /** Folders and files it may read. */
  read: z.array(pathSchema).max(64).default([]),
  /** Folders it may also write. */
  write: z.array(pathSchema).max(64).default([]),
  /** Hosts it may connect to over TLS: `api.example.org`, or with a port. */
  hosts: z.array(z.string().min(1).max(260)).max(64).default([]),
  /** Memory limit for it and its children together, in MiB; 2048 by default. */
  memory: z.int().min(64).max(65_536).optional(),
  /**
   * It runs with everything its user can access. For programs that don't work in a sandbox, or computers without one.
   */
  unsandboxed: z.boolean().default(false),
})
export type SandboxGrants = z.infer<typeof sandboxGrantsSchema>

/** A granted path that leads elsewhere; the details of `server_grant_moved`. */
export const movedGrantSchema = z.object({ path: pathSchema, real: pathSchema })

/** How a program is confined: by the operating system's sandbox, or not at all because the user decided so. */
export const confinementSchema = z.enum(['bubblewrap', 'seatbelt', 'none'])
export type Confinement = z.infer<typeof confinementSchema>

/** How this computer limits a program in the sandbox together with everything it starts. */
export const sandboxLimitsSchema = z.object({
  /** `system`: the kernel enforces both limits (cgroup); `watched`: Satchel measures twice a second. */
  memory: z.enum(['system', 'watched']),
  /** Maximum of processes. */
  processes: z.int(),
})
export type SandboxLimits = z.infer<typeof sandboxLimitsSchema>

/** The sandbox of this computer; `problem` says why there is none. */
export const sandboxStatusSchema = z.object({
  kind: confinementSchema.exclude(['none']).nullable(),
  problem: z.string().nullable(),
  limits: sandboxLimitsSchema,
})
export type SandboxStatus = z.infer<typeof sandboxStatusSchema>
