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

/** A folder of Satchel's own that a program is shown: no grant can name it, only Satchel itself. */
export interface SandboxMount {
  readonly path: string
  /** Where it shows in there, where the sandbox can show a folder elsewhere. */
  readonly at: string
  readonly writable: boolean
}

/** A program as it is started: what stands here is what is run, argument by argument. */
export interface SandboxedCommand {
  readonly command: string
  readonly args: readonly string[]
  /** The program itself with its arguments, without what holds it. */
  readonly program: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly confinement: Confinement
  /** Whether the operating system ends it with this process; a watchdog does where this is false. */
  readonly diesWithParent: boolean
  /** Most memory it and what it starts may take together, in bytes. */
  readonly memoryBytes: number
  /** The folders and files it was granted, as the system knows them; none for one without a sandbox, which nothing is granted to. */
  readonly folders: readonly string[]
  /** Gives back what was made for this one run. */
  release(): Promise<void>
}

/** What the sandbox of this machine can do; `problem` says why there is none. */
export const sandboxStatusSchema = z.object({
  kind: confinementSchema.exclude(['none']).nullable(),
  problem: z.string().nullable(),
})
export type SandboxStatus = z.infer<typeof sandboxStatusSchema>

export interface Sandbox {
  /** Tried once, by running a program in it. */
  status(): Promise<SandboxStatus>
  /**
   * How `program` is to be started. Errors: `service_sandbox_missing`, `service_grant_refused`, `service_program_missing`.
   */
  prepare(program: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
    readonly cwd: string | null
    readonly grants: SandboxGrants
    readonly mounts?: readonly SandboxMount[] | undefined
    /** Those of the granted hosts that may be at a private address, as they are a setting of this machine. */
    readonly ownHosts?: readonly string[] | undefined
  }): Promise<SandboxedCommand>
  /** Where the system finds a program. Errors: `service_program_missing`. */
  locate(command: string): Promise<string>
}
