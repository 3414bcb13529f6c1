import { z } from 'zod'

/** A folder or file of this machine, as a person names it: absolute, or below `~/`. */
const pathSchema = z.string().min(1).max(4096)

/** What a local program may reach beyond the system's own libraries and a scratch directory: nothing that is not named here. */
export const sandboxGrantsSchema = z.object({
  /** Folders and files it may read. */
  read: z.array(pathSchema).max(64).default([]),
  /** Folders it may also write. */
  write: z.array(pathSchema).max(64).default([]),
  /** Hosts it may connect to over TLS: `api.example.org`, or with a port. */
  hosts: z.array(z.string().min(1).max(260)).max(64).default([]),
  /** Most memory it and what it starts may take together, in MiB; 2048 where nothing is said. */
  memory: z.int().min(64).max(65_536).optional(),
  /** It runs with everything its user can reach. For programs that cannot live in a sandbox, or machines that have none. */
  unsandboxed: z.boolean().default(false),
})
export type SandboxGrants = z.infer<typeof sandboxGrantsSchema>

/** How a program is held: by the operating system's sandbox, or not at all because its user said so. */
export const confinementSchema = z.enum(['bubblewrap', 'seatbelt', 'none'])
export type Confinement = z.infer<typeof confinementSchema>

/** What the sandbox of this machine can do; `problem` says why there is none. */
export const sandboxStatusSchema = z.object({
  kind: confinementSchema.exclude(['none']).nullable(),
  problem: z.string().nullable(),
})
export type SandboxStatus = z.infer<typeof sandboxStatusSchema>
