import type { Confinement, SandboxGrants, SandboxStatus } from '../contract/sandbox.ts'

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

export interface Sandbox {
  /** Tried once, by running a program in it. */
  status(): Promise<SandboxStatus>
  /**
   * How `program` is to be started. Errors: `server_sandbox_missing`, `server_grant_refused`, `server_program_missing`.
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
  /** Where the system finds a program. Errors: `server_program_missing`. */
  locate(command: string): Promise<string>
}
